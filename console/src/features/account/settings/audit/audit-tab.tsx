import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { audit as limits } from '@hongyan/contract/limits/account'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useAccount } from '../../../../api/account.ts'
import { useToday } from '../../../../api/use-today.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { countFilters, withPart } from '../../../../ui/list/address.ts'
import type { Sorting } from '../../../../ui/list/sorting.ts'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { useColumns } from './columns.tsx'
import { type AuditFilter, type AuditSearch, filterOf, initialSort, readSearch } from './filter.ts'
import { Filters } from './filters.tsx'
import { fileOf, useAudit } from './queries.ts'
import { StackedEntry } from './stacked-entry.tsx'

const stacked = (entry: AuditEntry) => <StackedEntry entry={entry} />
const idOf = ({ id }: AuditEntry) => id

function Header({ filter }: { filter: AuditFilter }) {
  const t = useText()
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-3">{t('audit.text', { days: limits.keptDays })}</p>
      <a href={fileOf(filter)} download className={`${buttonLooks()} max-sm:w-full`}>
        <span className="inline-flex items-center justify-center gap-2">
          <Icon of={Download} />
          {t('audit.export')}
        </span>
      </a>
    </div>
  )
}

/** Screens S14: every write to the account, newest first, with actor, source and changes. */
export default function AuditTab() {
  const t = useText()
  const navigate = useNavigate({ from: paths.settings })
  const search = readSearch(useSearch({ from: paths.settings }))
  const filter = filterOf(search, useToday())
  const list = useAudit(filter, search.sort ?? initialSort)
  const change = (next: AuditSearch) =>
    void navigate({ search: { tab: 'audit', ...next }, replace: true, resetScroll: false })
  const columns = useColumns()
  const { suid } = useAccount()
  const sorting: Sorting<'at'> = {
    titles: { at: 'audit.time' },
    value: search.sort ?? initialSort,
    onChange: (sort) => change(withPart(search, 'sort', sort === initialSort ? undefined : sort)),
  }
  const clear = <Button onClick={() => change({})}>{t('audit.clear')}</Button>
  return (
    <ListScreen
      name="audit"
      header={<Header filter={filter} />}
      filters={
        <Filters
          search={search}
          onChange={change}
          sorting={{ by: sorting, inHead: columns.some(({ sort }) => sort) }}
          view={{ list: 'audit', account: suid, columns }}
        />
      }
      list={list}
      label={t('settings.audit')}
      columns={columns}
      sorting={sorting}
      rowKey={idOf}
      stacked={stacked}
      tall
      empty={
        countFilters(search) > 0 ? (
          <EmptyState title={t('audit.noMatch')} text={t('audit.noMatchText')} action={clear} />
        ) : (
          <EmptyState title={t('audit.none')} text={t('audit.noneText')} />
        )
      }
      failedTitle={t('audit.notLoaded')}
    />
  )
}
