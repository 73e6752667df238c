import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Select } from '../../../ui/select.tsx'
import { monthText } from './days.ts'
import { FilterField } from './filter-field.tsx'
import { readDay, type TransactionFilter, withPart } from './filter.ts'
import { dayIn, monthsTo, periodOf, presets, rangeOf } from './period.ts'

/** As wide as its label: five stand in a row. */
export const narrow = '[&_button]:min-w-28'

interface PeriodProps {
  filter: TransactionFilter
  onChange: (filter: TransactionFilter) => void
  /** True while the customer chooses custom days. */
  choosing: boolean
  onChoosing: (choosing: boolean) => void
}

/** A preset, a month, or custom days. */
export function Period({ filter, onChange, choosing, onChoosing }: PeriodProps) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  const today = dayIn(zone, useMinute())
  const period = choosing ? 'custom' : periodOf(filter, today)
  const options = [
    ...presets.map((preset) => ({ value: preset as string, title: t(`transactions.${preset}`) })), // one of the options, which are strings
    ...monthsTo(today).map((month) => ({ value: month, title: monthText(month) })),
  ]
  function choose(chosen: string) {
    const { from: _from, to: _to, ...others } = filter
    onChoosing(chosen === 'custom')
    onChange({ ...others, ...rangeOf(chosen, today, filter) })
  }
  /** A range that would end before it begins becomes the last chosen day. */
  const set = (end: 'from' | 'to') => (day: string | undefined) => {
    const { from, to } = withPart(filter, end, day)
    const crossed = day !== undefined && from !== undefined && to !== undefined && from > to
    onChange(crossed ? { ...filter, from: day, to: day } : withPart(filter, end, day))
  }
  return (
    <>
      <Select
        label={t('transactions.period')}
        labelled="inside"
        options={options}
        value={period}
        onChange={choose}
        className={narrow}
      />
      {period === 'custom' && (
        <>
          <FilterField
            label={t('transactions.from')}
            type="date"
            className="max-sm:w-full"
            eager
            value={filter.from}
            read={readDay}
            onChange={set('from')}
          />
          <FilterField
            label={t('transactions.to')}
            type="date"
            className="max-sm:w-full"
            eager
            value={filter.to}
            read={readDay}
            onChange={set('to')}
          />
        </>
      )}
    </>
  )
}
