import type { Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countFilters, keptOrder, withPart } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useColumns } from './columns.tsx'
import { dayText } from './days.ts'
import {
  filterOf,
  initialSort,
  type InvoiceFilter,
  type InvoiceSearch,
  type InvoiceSort,
  readSearch,
} from './filter.ts'
import { Filters } from './filters.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { moneyText } from './money.ts'
import { useInvoices, useNext } from './queries.ts'
import { StackedInvoice } from './stacked-invoice.tsx'

const loadBilling = () => import('./billing/billing-dialog.tsx')
const BillingDialog = lazy(loadBilling)

/** Loads the catalogues of the page. Invoice documents have catalogues of their own. */
export const loadInvoices = (): Promise<void> => loadTexts('invoices', 'list', 'payment-block')

const stacked = (invoice: Invoice) => <StackedInvoice invoice={invoice} />
const idOf = ({ id }: Invoice) => id

function BillingButton() {
  const t = useText()
  const [open, setOpen] = useState(false)
  const preload = () => {
    preloadDialog()
    void loadBilling()
  }
  return (
    <>
      <Button icon={Building2} onClick={() => setOpen(true)} onPointerEnter={preload} onFocus={preload}>
        {t('invoices.billing')}
      </Button>
      {open && (
        <Suspense>
          <BillingDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Before the first invoice: its date, and the amount so far (screens S7). */
function NoInvoice({ next }: { next: ReturnType<typeof useNext> }) {
  const t = useText()
  const { currency } = useAccount()
  if (next === undefined) {
    return <EmptyState title={t('invoices.noneTitlePlain')} text={t('invoices.noneTextPlain')} />
  }
  return (
    <EmptyState
      title={t('invoices.noneTitle', { on: dayText(next.on) })}
      text={t('invoices.noneText', { drawn: moneyText(next.drawn, currency) })}
      action={<BillingButton />}
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  const clear = <Button onClick={onClear}>{t('invoices.clear')}</Button>
  return <EmptyState title={t('invoices.noMatch')} text={t('invoices.noMatchText')} action={clear} />
}

function Invoices() {
  const t = useText()
  const { currency, suid } = useAccount()
  const navigate = useNavigate({ from: paths.invoices })
  const search = readSearch(useSearch({ from: paths.invoices }))
  const filter = filterOf(search)
  const list = useInvoices(filter, search.sort ?? initialSort)
  const next = useNext()
  const go = (to: InvoiceSearch) => void navigate({ search: to, replace: true, resetScroll: false })
  const change = (to: InvoiceFilter) => go({ ...to, ...keptOrder(search) })
  const open = (id: string) =>
    void navigate({ search: withPart(search, 'open', id), replace: true, resetScroll: false })
  const columns = useColumns()
  const sorting: Sorting<'from' | 'due_on' | 'total'> = {
    titles: { from: 'invoices.period', due_on: 'invoices.due', total: 'invoices.total' },
    value: search.sort ?? initialSort,
    onChange: (sort: InvoiceSort) => go({ ...filter, ...(sort !== initialSort && { sort }) }),
  }
  const isFiltered = countFilters(filter) > 0
  const isEmpty = !list.waiting && list.rows.length === 0 && !isFiltered
  const running = next && t('invoices.next', { on: dayText(next.on), drawn: moneyText(next.drawn, currency) })
  return (
    <>
      <PageHeader
        title={t('invoices.title')}
        description={isEmpty ? t('invoices.description') : (running ?? t('invoices.description'))}
        crumbs={[{ title: t('shell.finance') }]}
        action={isEmpty ? undefined : <BillingButton />}
      />
      {!isEmpty && (
        <Filters
          filter={filter}
          onChange={change}
          sorting={{ by: sorting, inHead: columns.some(({ sort }) => sort) }}
          view={{ list: 'invoices', account: suid, columns }}
        />
      )}
      <ListScreen
        name="invoices"
        header={null}
        list={list}
        label={t('invoices.title')}
        columns={columns}
        sorting={sorting}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={isFiltered ? <NoMatch onClear={() => change({})} /> : <NoInvoice next={next} />}
        failedTitle={t('invoices.notLoaded')}
      />
      {search.open !== undefined && (
        <InvoiceSheet id={search.open} rows={list.rows} onOpen={open} onClose={() => change(filter)} />
      )}
    </>
  )
}

/** Screens S7. Only credit accounts have invoices; other accounts get a link to their transactions. */
export function InvoicesPage() {
  const { credit_enabled: hasCredit } = useAccount()
  return hasCredit ? <Invoices /> : <Navigate to={paths.transactions} replace />
}
