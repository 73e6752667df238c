import { MINUTE } from '@hongyan/contract/durations'

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

/** The clock time of a moment in a zone: 2026-11-20 09:00:00. */
export function clockTime(zone: string): (moment: number) => string {
  const offset = offsetIn(zone)
  return (moment) => new Date(moment + offset(moment)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Spreadsheets in East Asian languages also take the wide signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** A text that a spreadsheet shows and does not run as a formula (screens S5). */
export const safeText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
