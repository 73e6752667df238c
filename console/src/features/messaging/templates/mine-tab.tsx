import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { keptOrder } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useColumns } from './columns.tsx'
import { filterOf, initialSort, type TemplateFilter, type TemplateSearch } from './filter.ts'
import { Filters } from './filters.tsx'
import { NoTemplate } from './no-template.tsx'
import { useTemplates } from './queries.ts'
import { StackedTemplate } from './stacked-template.tsx'

const stacked = (template: Template) => <StackedTemplate template={template} />
const idOf = ({ id }: Template) => id

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  const clear = <Button onClick={onClear}>{t('templates.clear')}</Button>
  return <EmptyState title={t('templates.noMatch')} text={t('templates.noMatchText')} action={clear} />
}

interface MineTabProps {
  search: TemplateSearch
  onCreate: (from?: string) => void
}

/** The account's own templates. Without any: the beginnings of one. */
export function MineTab({ search, onCreate }: MineTabProps) {
  const { suid } = useAccount()
  const t = useText()
  const navigate = useNavigate({ from: paths.templates })
  const filter = filterOf(search)
  const sort = search.sort ?? initialSort
  const list = useTemplates(filter, sort)
  const columns = useColumns()
  const go = (to: TemplateSearch) => void navigate({ search: to, replace: true, resetScroll: false })
  const change = (to: TemplateFilter) => go({ ...to, ...keptOrder(search) })
  const sorting: Sorting<'created_at'> = {
    titles: { created_at: 'templates.created' },
    value: sort,
    onChange: (chosen) => go({ ...filter, ...(chosen !== initialSort && { sort: chosen }) }),
  }
  const isFiltered = Object.keys(filter).length > 0
  if (!isFiltered && !list.waiting && !list.error && list.rows.length === 0) return <NoTemplate onCreate={onCreate} />
  return (
    <ListScreen
      name="templates"
      header={null}
      filters={
        <Filters
          filter={filter}
          onChange={change}
          sorting={{ by: sorting, inHead: false }}
          view={{ list: 'templates', account: suid, columns }}
        />
      }
      list={list}
      label={t('templates.title')}
      columns={columns}
      sorting={sorting}
      rowKey={idOf}
      stacked={stacked}
      controls
      empty={<NoMatch onClear={() => change({})} />}
      failedTitle={t('templates.notLoaded')}
    />
  )
}
