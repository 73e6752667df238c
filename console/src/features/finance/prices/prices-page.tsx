import { addresses } from '@hongyan/contract/endpoints/addresses'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { locate } from '../../../api/call.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useMedia } from '../../../ui/media.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { BookLine } from './book-line.tsx'
import { columnsIn } from './columns.tsx'
import { matchingCountries, type PricedCountry } from './countries.ts'
import { usePrices, type Prices } from './queries.ts'
import { QuoteAside, QuoteFold } from './quote-frame.tsx'
import { StackedPrice } from './stacked-price.tsx'

const [, FILE] = locate(addresses.prices.file, {})
const columns = { [Currency.Usd]: columnsIn(Currency.Usd), [Currency.Cny]: columnsIn(Currency.Cny) }
const isoOf = ({ iso2 }: PricedCountry) => iso2
const stacked = (country: PricedCountry) => <StackedPrice country={country} />

/** The search text: immediate on screen, and kept in the address so that a result can be shared. */
function useSearchText(): [text: string, change: (text: string) => void] {
  const navigate = useNavigate({ from: paths.prices })
  const { q = '' } = useSearch({ from: paths.prices })
  const [text, setText] = useState(q)
  const change = (typed: string) => {
    setText(typed)
    void navigate({ search: typed === '' ? {} : { q: typed }, replace: true, resetScroll: false })
  }
  return [text, change]
}

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

interface FiltersProps {
  text: string
  /** The number of listed countries; null until loaded. */
  count: number | null
  onChange: (text: string) => void
}

function Filters({ text, count, onChange }: FiltersProps) {
  const t = useText()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label={t('prices.filter')}
        placeholder={t('prices.filter')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="w-full sm:w-70"
      />
      {text !== '' && (
        <Button tone="ghost" size="small" onClick={() => onChange('')}>
          {t('ui.clear')}
        </Button>
      )}
      <span role="status" className="ml-auto text-sm text-ink-3">
        {count !== null && t('prices.found', { count })}
      </span>
    </div>
  )
}

function PriceTable({ prices }: { prices: Prices }) {
  const t = useText()
  const { currency } = useAccount()
  const [text, change] = useSearchText()
  const { countries, waiting, error, retry } = prices
  const rows = matchingCountries(countries, text)
  return (
    <ListScreen
      header={null}
      filters={<Filters text={text} count={prices.book && rows.length} onChange={change} />}
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
