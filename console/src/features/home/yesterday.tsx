import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { dayIn, daysBefore } from '../../lib/calendar-day.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { Explain } from '../../ui/tooltip.tsx'
import type { BeforeCounts } from './today-figures.ts'

/** The counts until this time; null where they are too many to be counted at once. */
async function countsUntilNow(signal: AbortSignal): Promise<BeforeCounts | null> {
  const { api } = await import('../../api/api.ts')
  const { exact, ...counts } = await api.statistics.yesterday({}, signal)
  return exact ? { ...counts, to_cnt: null } : null
}

interface YesterdayProps {
  title: string
  day: DayCount
  of: (counts: BeforeCounts) => number | null
  show: (value: number) => string
}

/**
 * Explains the change of a card by the figure of yesterday: until this time, so that it can be compared, and as a whole,
 * which the change is measured from.
 */
export function Yesterday({ title, day, of, show }: YesterdayProps) {
  const t = useText()
  const now = useMinute()
  const before = daysBefore(dayIn(useAccount().time_zone, now), 1)
  const [wanted, setWanted] = useState(false)
  const { data } = useQuery({
    queryKey: ['yesterday', day.date, now.getTime()],
    queryFn: ({ signal }) => countsUntilNow(signal),
    // Shortly after midnight the day is still that before yesterday.
    enabled: wanted && day.date === before,
  })
  const soFar = data ? of(data) : null
  const whole = of(day)
  const lines = [
    soFar !== null && t('home.yesterdayNow', { value: show(soFar) }),
    whole !== null && t('home.yesterdayWhole', { value: show(whole) }),
  ]
  return <Explain what={title} text={lines.filter(Boolean).join('\n')} onOpen={() => setWanted(true)} />
}
