import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { useText } from '../../i18n/text.ts'
import { FilterButton } from './filter-button.tsx'
import type { RangePickerProps } from './range-layer.tsx'
import { periodText, rangeText } from './range-text.ts'

const load = () => import('./range-layer.tsx')
const RangeLayer = lazy(load)
const preload = (): void => void load()

/** Chooses the days of a list: a period, a month, or any days. The calendar loads when the pointer or the focus comes near. */
export function RangePicker({ labelled = 'inside', ...props }: RangePickerProps & { labelled?: 'inside' | 'above' }) {
  const { value, openEnded } = props
  const t = useText()
  return (
    <FilterButton
      label={t('list.period')}
      text={value.period === undefined ? rangeText(value, openEnded ?? undefined) : periodText(value.period)}
      icon={CalendarDays}
      labelled={labelled}
      popup="dialog"
      preload={preload}
      renderLayer={(layer) => <RangeLayer {...layer} {...props} />}
    />
  )
}
