import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'

/** Offsets of time zones change at whole quarters of an hour. */
const QUARTER = 15 * MINUTE

/** Milliseconds to add to a moment for the clock time of a zone. Remembers the last quarter: rows come in order of time. */
export function offsetIn(zone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  let quarter = Number.NaN
  let offset = 0
  return (moment) => {
    const asked = Math.floor(moment / QUARTER)
    if (asked !== quarter) {
      quarter = asked
      offset = Date.parse(`${format.format(asked * QUARTER).replace(' ', 'T')}Z`) - asked * QUARTER
    }
    return offset
  }
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, nr) => String(nr).padStart(2, '0'))
const MINUTE_SECONDS = MINUTE / SECOND
const HOUR_SECONDS = HOUR / SECOND
const DAY_SECONDS = DAY / SECOND

/** The clock time of a moment in a zone: 2026-11-20 09:00:00. Remembers the last day. */
export function clockTime(zone: string): (moment: number) => string {
  const offset = offsetIn(zone)
  let day = Number.NaN
  let date = ''
  return (moment) => {
    const seconds = Math.floor((moment + offset(moment)) / SECOND)
    const today = Math.floor(seconds / DAY_SECONDS)
    if (today !== day) {
      day = today
      date = new Date(today * DAY).toISOString().slice(0, 10)
    }
    const left = seconds - today * DAY_SECONDS
    const hour = TWO_DIGITS[Math.floor(left / HOUR_SECONDS)]
    const minute = TWO_DIGITS[Math.floor(left / MINUTE_SECONDS) % MINUTE_SECONDS]
    return `${date} ${hour}:${minute}:${TWO_DIGITS[left % MINUTE_SECONDS]}`
  }
}

/** Spreadsheets in East Asian languages also take the wide signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** A text that a spreadsheet shows and does not run as a formula (screens S5). */
export const safeText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
