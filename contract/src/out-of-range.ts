import { dates } from './limits/screens.ts'

/** The same day some months earlier, or the last one of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** True for a day in the future or older than three months (specification section 9). Days are texts such as `2026-11-20`. */
export const isOutOfRange = (day: string, today: string): boolean =>
  day > today || day < monthsBefore(today, dates.outOfRangeAfterMonths)
