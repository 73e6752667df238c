import { addresses } from '@hongyan/contract/endpoints/addresses'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { locate } from '../../../api/call.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useMedia } from '../../../ui/media.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { BookLine } from './book-line.tsx'
import { columnsIn } from './columns.tsx'
import { matchingCountries, type PricedCountry, type PriceSort, sortedCountries } from './countries.ts'
import { type PriceSearch, readSearch } from './filter.ts'
import { usePrices, type Prices } from './queries.ts'
import { QuoteAside, QuoteFold } from './quote-frame.tsx'
import { StackedPrice } from './stacked-price.tsx'

const [, FILE] = locate(addresses.prices.file, {})
const columns = { [Currency.Usd]: columnsIn(Currency.Usd), [Currency.Cny]: columnsIn(Currency.Cny) }
const isoOf = ({ iso2 }: PricedCountry) => iso2
const stacked = (country: PricedCountry) => <StackedPrice country={country} />

/** The search text and the order, kept in the address so that a result can be shared. The text is immediate on screen. */
function useSearchText() {
  const navigate = useNavigate({ from: paths.prices })
  const search = readSearch(useSearch({ from: paths.prices }))
  // The typed text, until the address has it: then a saved view or the back button may change it.
  const [typing, setTyping] = useState<string | null>(null)
  const go = (to: PriceSearch) => navigate({ search: to, replace: true, resetScroll: false })
  const change = (typed: string) => {
    setTyping(typed)
    void go(withPart(search, 'q', typed || undefined)).then(() => setTyping((now) => (now === typed ? null : now)))
  }
  return {
    text: typing ?? search.q ?? '',
    change,
    sort: search.sort,
    order: (sort: PriceSort) => void go(withPart(search, 'sort', sort)),
  }
}

const titles = {
  country: 'prices.country',
  verification: 'prices.verification',
  notification: 'prices.notification',
  marketing: 'prices.marketing',
} as const

function ExportLink() {
  const t = useText()
  return (
    <a href={FILE} download className={buttonLooks()}>
      <span className="inline-flex items-center justify-center gap-2">
        <Icon of={Download} />
        {t('prices.export')}
      </span>
    </a>
  )
}

interface FiltersProps extends BarParts {
  text: string
  /** The number of listed countries; null until loaded. */
  count: number | null
  onChange: (text: string) => void
}

function Filters({ text, count, onChange, ...bar }: FiltersProps) {
  const t = useText()
  const search = (
    <>
      <SearchField
        label={t('prices.filter')}
        placeholder={t('prices.filter')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="w-full sm:w-70"
      />
      <span role="status" className="self-center text-sm text-ink-3">
        {count !== null && t('prices.found', { count })}
      </span>
    </>
  )
  return <FilterBar count={text === '' ? 0 : 1} onClear={() => onChange('')} first={search} {...bar} />
}

function PriceTable({ prices }: { prices: Prices }) {
  const t = useText()
  const { currency, suid } = useAccount()
  const { text, change, sort, order } = useSearchText()
  const { countries, waiting, error, retry } = prices
  const found = matchingCountries(countries, text)
  const rows =
    sort === undefined
      ? found
      : sortedCountries(
          countries.filter((country) => found.includes(country)),
          sort,
        )
  const sorting: Sorting<keyof typeof titles> = { titles, value: sort ?? 'country', onChange: order }
  return (
    <ListScreen
      name="prices"
      header={null}
      filters={
        <Filters
          text={text}
          count={prices.book && rows.length}
          onChange={change}
          sorting={{ by: sorting, inHead: true }}
          view={{ list: 'prices', account: suid, columns: columns[currency] }}
        />
      }
      sorting={sorting}
      list={{ rows, waiting, refreshing: false, more: null, error, retry }}
      label={t('prices.title')}
      columns={columns[currency]}
      rowKey={isoOf}
      stacked={stacked}
      empty={<EmptyState title={t('prices.none')} text={t('prices.noneText')} />}
      failedTitle={t('prices.failed')}
    />
  )
}

/** The price of a part by country, and a price estimate for a message. */
export function PricesPage() {
  const t = useText()
  const prices = usePrices()
  const isWide = useMedia('(min-width: 1180px)')
  return (
    <>
      <PageHeader
        title={t('prices.title')}
        description={t('prices.description')}
        crumbs={[{ title: t('shell.finance') }, { title: t('shell.topUp'), path: paths.topUp }]}
        action={<ExportLink />}
      />
      {!prices.error && <BookLine book={prices.book} />}
      {!isWide && <QuoteFold />}
      <div className="grid items-start gap-6 min-[1180px]:grid-cols-[minmax(0,1fr)_340px]">
        <div className="min-w-0">
          <PriceTable prices={prices} />
        </div>
        {isWide && <QuoteAside />}
      </div>
    </>
  )
}
