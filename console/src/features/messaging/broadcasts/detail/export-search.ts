import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useAccount } from '../../../../api/account.ts'
import { useToday } from '../../../../api/use-today.ts'
import { dayIn } from '../../../../lib/calendar-day.ts'

type Dates = Pick<Broadcast, 'id' | 'starts_at' | 'finished_at'>

/** The days of a broadcast's messages in a time zone. They begin no later than today. */
function daysOf({ starts_at: starts, finished_at: finished }: Dates, zone: string, today: string) {
  const first = dayIn(zone, new Date(starts))
  return {
    from: first < today ? first : today,
    to: finished === null ? today : dayIn(zone, new Date(finished)),
  }
}

/** The address of the form of an export with the messages of a broadcast. */
export function useExportSearch(broadcast: Dates) {
  const { time_zone: zone } = useAccount()
  const today = useToday()
  return {
    new: 'messages',
    ...daysOf(broadcast, zone, today),
    where: new URLSearchParams({ broadcast: broadcast.id }).toString(),
  } as const
}
