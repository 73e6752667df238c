import { dayIn } from '../lib/calendar-day.ts'
import { useMinute } from '../lib/use-minute.ts'
import { useAccount } from './account.ts'

/** The current day in the account's time zone, `2026-11-20` (ruling 30). */
export const useToday = (): string => dayIn(useAccount().time_zone, useMinute())
