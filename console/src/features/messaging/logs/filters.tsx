import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { useQuery } from '@tanstack/react-query'
import { regionsQuery } from '../../../api/regions.ts'
import { useToday } from '../../../api/use-today.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { countriesOf } from '../../../ui/countries.ts'
import { countFilters, withPart, without } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { choiceTitle, sceneTitles } from './labels.ts'
import { type LogSearch, readEither, readRef, statusChoices } from './search.ts'

interface FilterProps {
  search: LogSearch
  onChange: (search: LogSearch) => void
}

const statuses = Object.values(statusChoices)
const scenes = Object.values(MessageScene)

/** The rarer filters. */
function More({ search, onChange }: FilterProps) {
  const t = useText()
  const locale = useLocale()
  const { data: regions = [] } = useQuery(regionsQuery)
  const countries = countriesOf(regions, locale)
  const nameOf = (iso2: string): string => countries.find(({ value }) => value === iso2)?.title ?? iso2
  return (
    <>
      <ChoiceFilter
        label={t('logs.country')}
        value={search.country}
        values={countries.map(({ value }) => value)}
        title={nameOf}
        onChange={(country) => onChange(withPart(search, 'country', country))}
      />
      <ChoiceFilter
        label={t('logs.scene')}
        value={search.scene}
        values={scenes}
        title={(scene) => t(sceneTitles[scene])}
        onChange={(scene) => onChange(withPart(search, 'scene', scene))}
      />
      <ChoiceFilter
        label={t('logs.billing')}
        value={search.billed_undelivered}
        values={['true']}
        title={() => t('logs.billedUndelivered')}
        onChange={(value) => onChange(withPart(search, 'billed_undelivered', value))}
      />
      <TextFilter
        label={t('logs.ref')}
        value={search.ref}
        read={readRef}
        invalidText={t('logs.searchLong')}
        onChange={(ref) => onChange(withPart(search, 'ref', ref))}
        className="sm:w-72"
      />
    </>
  )
}

/** The filters of the log: one text for number or reference, days and status, and the rarer ones behind a button. */
export function Filters({ search, onChange, ...bar }: FilterProps & BarParts) {
  const t = useText()
  const today = useToday()
  const { country, scene, billed_undelivered: billed } = search
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
        set: [country, scene, billed].some((value) => value !== undefined),
        filters: <More search={search} onChange={onChange} />,
      }}
      {...bar}
    >
      <RangePicker
        value={search}
        today={today}
        openEnded={t('logs.lastDay')}
        onChange={(range) => onChange({ ...without(search, 'period', 'from', 'to'), ...range })}
      />
      <ChoiceFilter
        label={t('logs.status')}
        value={search.status}
        values={statuses}
        title={(value) => {
          const title = choiceTitle(value)
          return title === null ? value : t(title)
        }}
        onChange={(status) => onChange(withPart(search, 'status', status))}
      />
    </FilterBar>
  )
}
