import { cx } from './cx.ts'
import { formatDate, useLocale } from '../i18n/text.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECONDS = { ...CLOCK, second: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const WHOLE = { ...DAY, year: 'numeric', ...SECONDS } as const
const UTC = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const

const isToday = (at: Date): boolean => at.toDateString() === new Date().toDateString()
const isThisYear = (at: Date): boolean => at.getFullYear() === new Date().getFullYear()

/** The shortest clear form: the time today, the day this year, else with the year. */
function shortest(at: Date): Intl.DateTimeFormatOptions {
  if (isToday(at)) return CLOCK
  return isThisYear(at) ? DAY : { ...DAY, year: 'numeric' }
}

/** Precise enough to order events of one day. */
function precise(at: Date): Intl.DateTimeFormatOptions {
  if (isToday(at)) return SECONDS
  return isThisYear(at) ? { ...DAY, ...SECONDS } : WHOLE
}

/** The day and the time, for moments to come. */
const planned = (at: Date): Intl.DateTimeFormatOptions =>
  isThisYear(at) ? { ...DAY, ...CLOCK } : { ...DAY, year: 'numeric', ...CLOCK }

interface MomentProps {
  at: string
  seconds?: boolean
  /** The day always, and no seconds. */
  minutes?: boolean
  /** Day, year and seconds always, for records that are compared with others. */
  whole?: boolean
}

/** A time in the viewer's time zone, with UTC on hover (ruling 30). */
export function Moment({ at, seconds = false, minutes = false, whole = false }: MomentProps) {
  useLocale()
  const moment = new Date(at)
  const format = whole ? WHOLE : (minutes ? planned : seconds ? precise : shortest)(moment)
  return (
    <time
      dateTime={at}
      title={`${formatDate(moment, UTC)} UTC`}
      className={cx(!whole && 'whitespace-nowrap', 'tabular-nums [word-break:keep-all]')}
    >
      {formatDate(moment, format)}
    </time>
  )
}
