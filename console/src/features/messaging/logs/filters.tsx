import { lazy, type ReactNode, Suspense } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { countFilters, without, withPart, withRange } from '../../../ui/list/address.ts'
import { ChoicesFilter } from '../../../ui/list/choices-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { statusChoicesWith } from './labels.ts'
import { isOfAllTime, type LogSearch, readEither, readStatuses, statusesIn } from './search.ts'

const MoreFilters = lazy(() => import('./more-filters.tsx'))

interface FilterProps {
  search: LogSearch
  onChange: (search: LogSearch) => void
  exportLink: ReactNode
}

/** The filters behind the button. */
const rare = [
  'country',
  'scene',
  'money',
  'billed_undelivered',
  'error',
  'signature',
  'template',
  'credential',
  'broadcast',
  'price_min',
  'price_max',
  'upstream',
] as const satisfies readonly (keyof LogSearch)[]

/** The filters of the log: one text for number or reference, days and status, and the rarer ones behind a button. */
export function Filters({ search, onChange, exportLink, ...bar }: FilterProps & BarParts) {
  const t = useText()
  const today = useToday()
  const statuses = statusesIn(search.status)
  const look = (typed: string | undefined) => {
    const others = without(search, 'recipient', 'ref')
    onChange(typed === undefined ? others : { ...others, ...readEither(typed) })
  }
  return (
    <FilterBar
      count={countFilters(search)}
      onClear={() => onChange({})}
      first={
        <TextFilter
          label={t('logs.search')}
          value={search.recipient ?? search.ref}
          read={(typed) => (readEither(typed) === null ? null : typed.trim())}
          invalidText={t('logs.searchLong')}
          onChange={look}
          className="w-full sm:w-72"
        />
      }
      more={{
        set: rare.some((name) => search[name] !== undefined),
        filters: (
          <Suspense>
            <MoreFilters search={search} onChange={onChange} />
          </Suspense>
        ),
      }}
      {...bar}
    >
      <RangePicker
        value={search}
        today={today}
        openEnded={isOfAllTime(search) ? t('list.allTime') : t('logs.lastDay')}
        exportLink={exportLink}
        onChange={(range) => onChange(withRange(search, range))}
      />
      <ChoicesFilter
        label={t('logs.status')}
        choices={statusChoicesWith(statuses).map(({ title, values }) => ({ title: t(title), values }))}
        chosen={statuses}
        onChange={(chosen) => onChange(withPart(search, 'status', readStatuses(chosen.join(',')) ?? undefined))}
      />
    </FilterBar>
  )
}
