import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'

type Count = 'msg_cnt' | 'succ_msg_cnt' | 'to_cnt'

/** Messages and recipients are counts, rates are percentages. Null means unknown. */
export interface Figures {
  readonly today_msg_cnt: number
  readonly today_succ_msg_cnt: number
  readonly today_to_cnt: number
  readonly today_dr: number | null
  /** The change from yesterday: in percent, for the rate in percentage points. */
  readonly diff_msg_cnt: number | null
  readonly diff_succ_msg_cnt: number | null
  readonly diff_to_cnt: number | null
  readonly diff_dr: number | null
  /** Over the full days before today, like the averages. */
  readonly sum_msg_cnt: number
  readonly sum_to_cnt: number
  readonly avg_msg_cnt: number | null
  readonly avg_succ_msg_cnt: number | null
  readonly avg_to_cnt: number | null
  readonly avg_dr: number | null
  /** Yesterday as a whole; null where the period has no full day. */
  readonly yesterday: DayCount | null
}

const sum = (days: readonly DayCount[], count: Count): number => days.reduce((total, day) => total + day[count], 0)

/** True with at least one message in the period. */
export const hasRecords = (days: readonly DayCount[]): boolean => days.some((day) => day.msg_cnt > 0)

/** Delivered messages in percent of all accepted ones; null without messages. */
export const rate = (delivered: number, messages: number): number | null =>
  messages === 0 ? null : (delivered / messages) * 100

const rateOf = (days: readonly DayCount[]): number | null => rate(sum(days, 'succ_msg_cnt'), sum(days, 'msg_cnt'))

/** Per day; null without messages. */
const averageOf = (days: readonly DayCount[], count: Count): number | null =>
  hasRecords(days) ? sum(days, count) / days.length : null

/** The relative change in percent; null when yesterday is 0 or missing. */
const change = (today: number, yesterday: number): number | null =>
  yesterday === 0 ? null : ((today - yesterday) / yesterday) * 100

/** The change of a rate in percentage points; null when yesterday's is 0 or missing, or today has none yet. */
const points = (today: number | null, yesterday: number | null): number | null =>
  today === null || yesterday === null || yesterday === 0 ? null : today - yesterday

/**
 * Computes every figure of the dashboard (specification section 3, "Statistics summary"; ruling 20) from the summary's
 * days: oldest first, without gaps, today last.
 */
export function figuresOf(days: readonly DayCount[]): Figures {
  const today = days.slice(-1)
  const full = days.slice(0, -1)
  const yesterday = full.slice(-1)
  const diff = (count: Count) => change(sum(today, count), sum(yesterday, count))
  return {
    today_msg_cnt: sum(today, 'msg_cnt'),
    today_succ_msg_cnt: sum(today, 'succ_msg_cnt'),
    today_to_cnt: sum(today, 'to_cnt'),
    today_dr: rateOf(today),
    diff_msg_cnt: diff('msg_cnt'),
    diff_succ_msg_cnt: diff('succ_msg_cnt'),
    diff_to_cnt: diff('to_cnt'),
    diff_dr: points(rateOf(today), rateOf(yesterday)),
    sum_msg_cnt: sum(full, 'msg_cnt'),
    sum_to_cnt: sum(full, 'to_cnt'),
    avg_msg_cnt: averageOf(full, 'msg_cnt'),
    avg_succ_msg_cnt: averageOf(full, 'succ_msg_cnt'),
    avg_to_cnt: averageOf(full, 'to_cnt'),
    avg_dr: rateOf(full),
    yesterday: full.at(-1) ?? null,
  }
}
