import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { describe, expect, test } from 'vitest'
import { nextStep, type RechargeState } from './next-step.ts'

const now = new Date('2026-11-20T09:00:00Z')
const tomorrow = new Date('2026-11-21T00:00:00Z')
const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const units = (amount: number): Micros => micros(BigInt(amount) * 1_000_000n)

const stepOf = (change: Partial<RechargeState>) =>
  nextStep(
    {
      balance: units(99),
      below: units(100),
      topup: units(1_000),
      statuses: [AccountStatus.Ok],
      offered: true,
      chargeable: true,
      inFlight: false,
      lastEnd: null,
      begunToday: 0,
      chargedToday: ZERO,
      tomorrow,
      ...change,
    },
    now,
  )

test('a balance below the threshold is recharged', () => {
  expect(stepOf({})).toEqual({ kind: 'charge' })
  expect(stepOf({ balance: units(-5) })).toEqual({ kind: 'charge' })
})

test('a balance at or above the threshold is not recharged, nor while auto-recharge is off or paused', () => {
  expect(stepOf({ balance: units(100) })).toEqual({ kind: 'rest' })
  expect(stepOf({ below: null })).toEqual({ kind: 'rest' })
})

test('no charge begins while another is pending', () => {
  expect(stepOf({ inFlight: true })).toEqual({ kind: 'wait', until: after(1), capped: false })
})

test.each([AccountStatus.Suspended, AccountStatus.AllPaymentBlocked, AccountStatus.StripeBlocked])(
  'status %i stops auto-recharge until it is lifted',
  (status) => {
    expect(stepOf({ statuses: [status] })).toEqual({ kind: 'wait', until: after(1), capped: false })
  },
)

test.each([AccountStatus.PayPalBlocked, AccountStatus.AlipayBlocked, AccountStatus.WechatPayBlocked])(
  'status %i blocks another channel and does not stop auto-recharge',
  (status) => {
    expect(stepOf({ statuses: [status] })).toEqual({ kind: 'charge' })
  },
)

test('auto-recharge waits while no provider can charge the card', () => {
  expect(stepOf({ offered: false })).toEqual({ kind: 'wait', until: after(1), capped: false })
})

test('a removed card ends auto-recharge', () => {
  expect(stepOf({ chargeable: false })).toEqual({ kind: 'cardGone' })
})

test('the next charge begins ten minutes after the last one ended', () => {
  expect(stepOf({ lastEnd: after(-9) })).toEqual({ kind: 'wait', until: after(1), capped: false })
  expect(stepOf({ lastEnd: after(-10) })).toEqual({ kind: 'charge' })
})

describe('an account’s day has', () => {
  const capped = { kind: 'wait', until: tomorrow, capped: true }

  test('at most three charges', () => {
    expect(stepOf({ begunToday: 2, chargedToday: units(2_000) })).toEqual({ kind: 'charge' })
    expect(stepOf({ begunToday: 3, chargedToday: ZERO })).toEqual(capped)
  })

  test('at most three times the amount, also after the amount was lowered', () => {
    expect(stepOf({ begunToday: 1, chargedToday: units(2_000) })).toEqual({ kind: 'charge' })
    expect(stepOf({ begunToday: 1, chargedToday: units(2_001) })).toEqual(capped)
  })
})
