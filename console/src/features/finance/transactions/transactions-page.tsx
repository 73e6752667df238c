import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useColumns } from './columns.tsx'
import {
  exportOf,
  filterOf,
  initialSort,
  isNarrowed,
  readSearch,
  type TransactionFilter,
  type TransactionSearch,
} from './filter.ts'
import { Filters } from './filters.tsx'
import { useSummary, useTransactions } from './queries.ts'
import { StackedTransaction } from './stacked-transaction.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { Totals } from './totals.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'

const stacked = (line: Transaction) => <StackedTransaction line={line} />
const idOf = ({ id }: Transaction) => id

/** A month's statement, and the form of an export with the days and filters of the list. */
function Downloads({ filter }: { filter: TransactionFilter }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const today = useToday()
  return (
    <div className="flex gap-2 *:flex-1 sm:*:flex-none">
      <Button icon={FileText} onClick={() => setOpen(true)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        {t('transactions.statement')}
      </Button>
      <Link to={paths.exports} search={exportOf(filter, today)} className={buttonLooks()}>
        <span className="inline-flex items-center justify-center gap-2">
          <Icon of={Download} />
          {t('transactions.export')}
        </span>
      </Link>
      <StatementDialog range={filter} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function NoTransaction() {
  const t = useText()
  const topUp = (
    <Link to={paths.topUp} className={buttonLooks('primary')}>
      {t('transactions.topUp')}
    </Link>
  )
  return <EmptyState title={t('transactions.none')} text={t('transactions.noneText')} action={topUp} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  const clear = <Button onClick={onClear}>{t('transactions.clear')}</Button>
  return <EmptyState title={t('transactions.noMatch')} text={t('transactions.noMatchText')} action={clear} />
}

/** Screens S6: the account's transactions and their totals. */
export function TransactionsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.transactions })
  const search = readSearch(useSearch({ from: paths.transactions }))
  const filter = filterOf(search, useToday())
  const list = useTransactions(filter, search.sort ?? initialSort)
  const summary = useSummary(filter)
  const change = (next: TransactionSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const open = (id: string) =>
    void navigate({ search: withPart(search, 'open', id), replace: true, resetScroll: false })
  const clear = () => change({})
  const columns = useColumns()
  const { suid } = useAccount()
  const sorting: Sorting<'at'> = {
    titles: { at: 'transactions.time' },
    value: search.sort ?? initialSort,
    onChange: (sort) => change(withPart(search, 'sort', sort === initialSort ? undefined : sort)),
  }

  const header = (
    <PageHeader
      title={t('transactions.title')}
      description={t('transactions.description')}
      crumbs={[{ title: t('shell.finance') }]}
      action={<Downloads filter={filter} />}
    />
  )
  return (
    <>
      {header}
      <Filters
        search={withPart(search, 'open', undefined)}
        onChange={change}
        sorting={{ by: sorting, inHead: columns.some(({ sort }) => sort) }}
        view={{ list: 'transactions', account: suid, columns }}
      />
      <Totals summary={summary} narrowed={isNarrowed(filter)} />
      <ListScreen
        name="transactions"
        header={null}
        list={list}
        label={t('transactions.title')}
        columns={columns}
        sorting={sorting}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={countFilters(search) > 0 ? <NoMatch onClear={clear} /> : <NoTransaction />}
        failedTitle={t('transactions.notLoaded')}
      />
      {search.open !== undefined && (
        <TransactionSheet
          id={search.open}
          rows={list.rows}
          onOpen={open}
          onClose={() => change(withPart(search, 'open', undefined))}
        />
      )}
    </>
  )
}
