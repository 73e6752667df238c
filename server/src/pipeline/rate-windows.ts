import { HOUR, MINUTE } from '@hongyan/contract/durations'
import type { RateWindow } from '@hongyan/contract/vocabulary/rate-limiting'
import type { MessageId } from '@hongyan/contract/ids'
import { dayIn } from './day.ts'
import { UNLIMITED, type WindowLimits } from './rate-limits.ts'

/**
 * A moment in the windows of an account. Minutes and hours are counted from the first moment of the account's day, so that
 * every window lies in one day, also on days of a clock change.
 */
export interface Moment {
  readonly dayStart: Date
  readonly dayEnd: Date
  /** Whole minutes and hours since the start of the day. */
  readonly minute: number
  readonly hour: number
}

export function momentIn(zone: string, at: Date): Moment {
  const { start, end } = dayIn(zone, at)
  const since = at.getTime() - start.getTime()
  return { dayStart: start, dayEnd: end, minute: Math.floor(since / MINUTE), hour: Math.floor(since / HOUR) }
}

/** The end of a window that a moment lies in. */
export function endOf(window: RateWindow, { dayStart, dayEnd, minute, hour }: Moment): Date {
  if (window === 'day') return dayEnd
  const length = window === 'minute' ? (minute + 1) * MINUTE : (hour + 1) * HOUR
  return new Date(Math.min(dayStart.getTime() + length, dayEnd.getTime()))
}

/** The messages of a day that one rule counted together: how many in the newest minute and hour, and in the day. */
export interface Use {
  readonly minute: number
  readonly hour: number
  readonly used: WindowLimits
  /** The first message of each window, where the rule drops duplicates. */
  readonly firsts: Readonly<Record<RateWindow, MessageId | null>>
}

export const UNUSED: Use = {
  minute: 0,
  hour: 0,
  used: { minute: 0, hour: 0, day: 0 },
  firsts: { minute: null, hour: null, day: null },
}

/** A use as it stands at a moment: a newer minute or hour begins at nothing. An older moment counts in the newest. */
export function useAt(use: Use, { minute, hour }: Pick<Moment, 'minute' | 'hour'>): Use {
  const newHour = hour > use.hour
  const newMinute = minute > use.minute
  if (!newHour && !newMinute) return use
  return {
    minute: Math.max(minute, use.minute),
    hour: Math.max(hour, use.hour),
    used: {
      minute: newMinute ? 0 : use.used.minute,
      hour: newHour ? 0 : use.used.hour,
      day: use.used.day,
    },
    firsts: {
      minute: newMinute ? null : use.firsts.minute,
      hour: newHour ? null : use.firsts.hour,
      day: use.firsts.day,
    },
  }
}

const LONGEST_FIRST = ['day', 'hour', 'minute'] as const

/** The window in which one more message would exceed a limit, the one that ends last; null where it fits. */
export const fullWindow = ({ used }: Use, limits: WindowLimits): RateWindow | null =>
  LONGEST_FIRST.find((window) => limits[window] !== UNLIMITED && used[window] >= limits[window]) ?? null

/** A use with one more message. `first` is its id, where the rule drops duplicates. */
export const plusOne = ({ minute, hour, used, firsts }: Use, first: MessageId | null): Use => ({
  minute,
  hour,
  used: { minute: used.minute + 1, hour: used.hour + 1, day: used.day + 1 },
  firsts: { minute: firsts.minute ?? first, hour: firsts.hour ?? first, day: firsts.day ?? first },
})
