import { expect, test } from 'vitest'
import { leftOutOf } from './left-out.ts'

const counts = { rows: 10, valid: 7, duplicates: 2, invalid: 1, scientific: 0, landline: 0, too_long: 0 }

test('the rows that get no message are those of the list and those of the estimate, each once', () => {
  expect(leftOutOf(counts, [{ reason: 'opted_out', recipients: 3 }])).toEqual([
    { reason: 'duplicate', recipients: 2 },
    { reason: 'invalid', recipients: 1 },
    { reason: 'opted_out', recipients: 3 },
  ])
  expect(leftOutOf(counts, [{ reason: 'duplicate', recipients: 2 }])).toEqual([
    { reason: 'invalid', recipients: 1 },
    { reason: 'duplicate', recipients: 2 },
  ])
  expect(leftOutOf(null, [])).toEqual([])
})
