import type { StatisticsPeriod } from '@hongyan/contract/limits/screens'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Select } from '../../ui/select.tsx'
import { daysOf, periods } from './period.ts'

/** The period is in the address, so that it survives a reload and can be shared. */
export function PeriodChoice({ period }: { period: StatisticsPeriod }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Select
      label={t('home.period')}
      labelled="hidden"
      options={periods.map((each) => ({ value: each, title: t('home.lastDays', { days: daysOf(each) }) }))}
      value={period}
      onChange={(chosen) => void navigate({ to: paths.home, search: { period: chosen }, resetScroll: false })}
    />
  )
}
