import type { ExemptNumber } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { dayIn } from '../../../lib/calendar-day.ts'
import { spanOf } from '../../../ui/list/spans.ts'

/** The end of an exemption whose last day was typed; null for none. Days are in the account's time zone. */
export const endOf = (day: string, zone: string): string | null =>
  day === '' ? null : (spanOf({ to: day }, zone).to ?? null)

/** The last day of an exemption; null where it has no end. */
export const lastDay = ({ expires_at: at }: ExemptNumber, zone: string): string | null =>
  at === null ? null : dayIn(zone, new Date(Date.parse(at) - 1))

export const isOver = ({ expires_at: at }: ExemptNumber, now: Date): boolean => at !== null && new Date(at) <= now
