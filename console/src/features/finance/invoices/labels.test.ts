import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { isChangeable, isPayable, statusLabels, toneOf } from './labels.ts'

const { Draft, Open, Void, Paid, Uncollectible } = InvoiceStatus

test('open is labelled due, uncollectible overdue, and a late invoice has a warning tone', () => {
  expect([statusLabels[Open].title, statusLabels[Uncollectible].title]).toEqual([
    'invoices.open',
    'invoices.uncollectible',
  ])
  expect(toneOf({ status: Open, overdue_days: 0 })).toBe('open')
  expect(toneOf({ status: Open, overdue_days: 1 })).toBe('warn')
  expect(toneOf({ status: Uncollectible, overdue_days: 14 })).toBe('bad')
})

test('a due or overdue invoice is payable, and an unfinished one is changeable', () => {
  expect([Draft, Open, Void, Paid, Uncollectible].map((status) => isPayable({ status }))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ])
  expect([Draft, Open, Void, Paid, Uncollectible].map((status) => isChangeable({ status }))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
})
