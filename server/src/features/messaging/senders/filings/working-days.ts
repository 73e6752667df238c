import { readFileSync } from 'node:fs'
import { DAY } from '@hongyan/contract/durations'

/** Reads the carriers' closed days from a file: a header, then rows that begin with an ISO date. Throws for any other. */
export function readClosedDays(file: string): ReadonlySet<string> {
  const [, ...rows] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Set(
    rows.map((line) => {
      const [day = ''] = line.split(',')
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error(`${file}: ${line} does not begin with a day`)
      return day
    }),
  )
}

const beijingDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** The day in Beijing that is so many working days after a moment, as an ISO date. Weekends and closed days do not count. */
export function workingDayAfter(moment: Date, days: number, closed: ReadonlySet<string>): string {
  let day = Date.parse(`${beijingDay.format(moment)}T00:00:00Z`)
  for (let left = days; left > 0;) {
    day += DAY
    if (isWorkingDay(day, closed)) left -= 1
  }
  return isoDay(day)
}

function isWorkingDay(day: number, closed: ReadonlySet<string>): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !closed.has(isoDay(day))
}

const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)
