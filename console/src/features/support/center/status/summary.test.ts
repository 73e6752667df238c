import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

const row = (country: string, state: NetworkRow['state'], channel: NetworkRow['channel'] = 'sms'): NetworkRow => ({
  country,
  channel,
  state,
  delivered: 0.9,
  median_ms: 900,
  since: '2026-11-20T12:00:00.000Z',
})
const summed = (...rows: readonly NetworkRow[]) => summaryOf(rows, (iso2) => `name of ${iso2}`)

test('a network without trouble is summed up by its countries, each counted once', () => {
  expect(summed(row('GB', 'operational'), row('GB', 'operational', 'whatsapp'), row('US', 'operational'))).toEqual({
    tone: 'ok',
    text: 'status.allWell',
    values: { count: 2 },
  })
})

test('one country in trouble is named, and several are counted under the worst of their states', () => {
  expect(summed(row('IN', 'degraded'), row('US', 'operational'))).toMatchObject({
    tone: 'warn',
    text: 'status.degradedOf',
    values: { country: 'name of IN' },
  })
  expect(summed(row('SE', 'outage'), row('IN', 'degraded'))).toMatchObject({
    tone: 'bad',
    text: 'status.outageOfMany',
    values: { count: 2 },
  })
})

test('too few messages everywhere are no good news', () => {
  expect(summed(row('FR', 'quiet'))).toMatchObject({ tone: 'open', text: 'status.unknown' })
  expect(summed()).toMatchObject({ tone: 'open', text: 'status.unknown' })
})
