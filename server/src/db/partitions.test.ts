import { expect, test } from 'vitest'
import { expired, stretches } from './partitions.ts'

const noon = new Date('2026-11-20T12:00:00Z')

test('partitions of months are whole months, without a gap', () => {
  expect(stretches({ parent: 'message', every: 'month' }, noon, 40)).toEqual([
    { name: 'message_p202611', from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') },
    { name: 'message_p202612', from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') },
  ])
})

test('forty days ahead need forty-one daily partitions', () => {
  const days = stretches({ parent: 'handover', every: 'day' }, noon, 40)
  expect(days).toHaveLength(41)
  expect(days[0]?.name).toBe('handover_p20261120')
})

test('a partition expires when its last row has been kept long enough', () => {
  const cut = { parent: 'message_body_30', every: 'day', keptDays: 30 } as const
  const names = new Set(['message_body_30_p20261020', 'message_body_30_p20261021', 'message_body_30_default'])
  expect(expired(cut, names, noon)).toEqual(['message_body_30_p20261020'])
  expect(
    expired(
      { parent: 'message', every: 'month', keptDays: 396 },
      new Set(['message_p202509', 'message_p202510']),
      noon,
    ),
  ).toEqual(['message_p202509'])
})
