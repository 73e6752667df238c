import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { withPart } from '../../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../../ui/list/choice-filter.tsx'
import { FilterBar } from '../../../../ui/list/filter-bar.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'
import type { Column } from '../../../../ui/table.tsx'
import { NameCell, PriceCell, StackedCountry, SwitchCell } from './cells.tsx'
import { type CountrySearch, readSearch, shows } from './filter.ts'
import { useCountries } from './queries.ts'
import { type CountryRow, foundRows } from './rows.ts'

const columns: readonly Column<CountryRow>[] = [
  { title: 'countries.country', cell: (country) => <NameCell country={country} />, fixed: true, bar: 160 },
  { title: 'countries.price', cell: (country) => <PriceCell country={country} />, end: true, bar: 64 },
  { title: 'countries.sends', cell: (country) => <SwitchCell country={country} />, end: true, bar: 32 },
]
const titles = { enabled: 'countries.enabledOnly', 'high-risk': 'countries.highRiskOnly' } as const
const isoOf = ({ iso2 }: CountryRow) => iso2
const stacked = (country: CountryRow) => <StackedCountry country={country} />

interface FiltersProps {
  text: string
  search: CountrySearch
  /** The number of listed countries and of those that are on; null until loaded. */
  counts: { count: number; enabled: number } | null
  onType: (text: string) => void
  onShow: (show: CountrySearch['show']) => void
  onClear: () => void
}

function Filters({ text, search, counts, onType, onShow, onClear }: FiltersProps) {
  const t = useText()
  const first = (
    <>
      <SearchField
        label={t('countries.filter')}
        placeholder={t('countries.filter')}
        value={text}
        onChange={({ target }) => onType(target.value)}
        className="w-full sm:w-70"
      />
      <span role="status" className="self-center text-sm text-ink-3">
        {counts !== null && t('countries.found', counts)}
      </span>
    </>
  )
  return (
    <FilterBar count={Object.keys(search).length} onClear={onClear} first={first}>
      <ChoiceFilter
        label={t('countries.show')}
        value={search.show}
        values={shows}
        title={(show) => t(titles[show])}
        onChange={onShow}
      />
    </FilterBar>
  )
}

/** The countries that the account sends to, each with its price. The address holds the search; the text is immediate. */
export default function CountriesTab() {
  const t = useText()
  const { strict_trust: isEnforced } = useAccount()
  const navigate = useNavigate({ from: paths.settings })
  const search = readSearch(useSearch({ from: paths.settings }))
  const { q = '' } = search
  // The address follows the keys a moment later, and changes without them where a tab or a link is opened.
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === q) setTyped(null)
  const { rows, ...list } = useCountries()
  const found = foundRows(rows, search)
  const isLoaded = !list.waiting && list.error === null
  const counts = isLoaded ? { count: found.length, enabled: found.filter(({ enabled }) => enabled).length } : null
  const go = (next: CountrySearch) =>
    void navigate({ search: { tab: 'countries', ...next }, replace: true, resetScroll: false })
  const clear = () => {
    setTyped('')
    go({})
  }
  const type = (text: string) => {
    setTyped(text)
    go(withPart(search, 'q', text || undefined))
  }
  return (
    <div className="max-w-[824px]">
      <ListScreen
        name="countries"
        header={<p className="mb-4 text-ink-3">{t(isEnforced ? 'countries.text' : 'countries.relaxedText')}</p>}
        filters={
          <Filters
            text={typed ?? q}
            search={search}
            counts={counts}
            onType={type}
            onShow={(show) => go(withPart(search, 'show', show))}
            onClear={clear}
          />
        }
        list={{ rows: found, refreshing: false, more: null, ...list }}
        label={t('countries.label')}
        columns={columns}
        rowKey={isoOf}
        stacked={stacked}
        controls
        empty={
          <EmptyState
            title={t('countries.none')}
            text={t('countries.noneText')}
            action={<Button onClick={clear}>{t('countries.clear')}</Button>}
          />
        }
        failedTitle={t('countries.failed')}
      />
    </div>
  )
}
