import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import { expect, test } from 'vitest'
import { cardRows, summaryOf } from './summary.ts'

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

test('the card lists three countries of the account, those with trouble first, and three others with trouble', () => {
  const rows = [
    row('SE', 'outage'),
    row('IN', 'degraded'),
    row('BR', 'degraded'),
    row('MX', 'degraded'),
    row('JP', 'degraded'),
    row('GB', 'operational'),
    row('US', 'operational'),
    row('CA', 'operational'),
    row('FR', 'quiet'),
  ]
  const countries = (shown: readonly NetworkRow[]) => shown.map(({ country }) => country)
  const { own, others } = cardRows({ rows, own: ['US', 'GB', 'IN', 'FR', 'CA'] })
  expect(countries(own)).toEqual(['IN', 'US', 'GB'])
  expect(countries(others)).toEqual(['SE', 'BR', 'MX'])
  expect(cardRows({ rows: rows.slice(5), own: ['FR'] })).toEqual({ own: [], others: [] })
})
