import { expect, test } from 'vitest'
import { dataFile } from '../../../../data/data-file.ts'
import { readClosedDays, workingDayAfter } from './working-days.ts'

const closed = readClosedDays(dataFile('cn-closed-days.csv'))

test.each([
  ['2026-11-23T02:00:00Z', 7, '2026-12-02'],
  ['2026-11-20T18:00:00Z', 1, '2026-11-23'],
  ['2026-09-30T02:00:00Z', 1, '2026-10-08'],
  ['2026-02-13T02:00:00Z', 2, '2026-02-25'],
])('%s and %s working days of the carriers are %s', (moment, days, day) =>
  expect(workingDayAfter(new Date(moment), days, closed)).toBe(day),
)
