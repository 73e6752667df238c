import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { parseNumber } from '@hongyan/contract/sms/number'
import { expect, test } from 'vitest'
import { readQuietHours } from '../src/features/messaging/quiet-hours/rows.ts'
import { openPeriod } from '../src/pipeline/quiet-hours.ts'
import { awakePrefix } from './awake-numbers.ts'

test.each(['2026-01-15', '2026-07-15', '2026-11-01', '2027-03-28'])(
  'at any hour of %s some place may be reached by marketing for half an hour more',
  (date) => {
    const hours = readQuietHours()
    const start = Date.parse(date)
    const quarters = Array.from({ length: 96 }, (_, quarter) => new Date(start + (quarter * HOUR) / 4))
    const closed = quarters.filter((at) => {
      const number = parseNumber(`${awakePrefix(at)}1234`, null)
      const recipient = number.ok && number.valid ? { to: number.e164, country: number.iso ?? '', zone: null } : null
      const period = recipient && openPeriod(hours, recipient, at, null)
      return period === null || period.opens > at || period.closes.getTime() < at.getTime() + 30 * MINUTE
    })
    expect(closed).toEqual([])
  },
)
