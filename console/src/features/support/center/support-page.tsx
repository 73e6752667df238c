import type { TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countFilters, without, withPart } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { AnswerSearch } from './answers/answer-search.tsx'
import { ChannelCards } from './channels/channel-cards.tsx'
import { columns, StackedTicket } from './columns.tsx'
import { Filters } from './filters.tsx'
import { filterOf, initialSort, readSupportSearch, type SupportSearch, type TicketSort } from './list-search.ts'
import { useTickets } from './queries.ts'
import { StatusCard } from './status/status-card.tsx'

const idOf = ({ id }: TicketSummary) => id
const stacked = (row: TicketSummary) => <StackedTicket row={row} />
type SortColumn = 'no' | 'updated_at'

function WriteLink({ tone }: { tone: 'primary' | 'secondary' }) {
  const t = useText()
  return (
    <Link to={paths.supportNew} className={buttonLooks(tone)}>
      <span className="inline-flex items-center gap-2">
        <Icon of={Plus} />
        {t('center.write')}
      </span>
    </Link>
  )
}

/** The header, the search, the status and the channels above the tickets. */
function Top() {
  const t = useText()
  return (
    <>
      <PageHeader
        title={t('center.title')}
        description={t('center.description')}
        action={<WriteLink tone="primary" />}
      />
      <div className="mb-8 grid grid-cols-1 gap-6">
        <AnswerSearch />
        <StatusCard />
        <ChannelCards />
      </div>
    </>
  )
}

/** Screens S13: answers, the state of the network, the channels of support, and the account's tickets. */
export function SupportPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.support })
  const { suid } = useAccount()
  const search = readSupportSearch(useSearch({ from: paths.support }))
  const sort = search.sort ?? initialSort
  const list = useTickets(filterOf(search), sort)
  const change = (next: SupportSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const isNarrowed = countFilters(without(search, 'channel')) > 0
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed
  const sorting: Sorting<SortColumn> = {
    titles: { no: 'center.no', updated_at: 'center.updated' },
    value: sort,
    onChange: (chosen: TicketSort) => change(withPart(search, 'sort', chosen === initialSort ? undefined : chosen)),
  }
  const filters = !isEmpty && (
    <Filters
      search={search}
      onChange={change}
      sorting={{ by: sorting, inHead: true }}
      view={{ list: 'tickets', account: suid, columns }}
    />
  )
  const empty = isNarrowed ? (
    <EmptyState
      title={t('center.noMatch')}
      text={t('center.noMatchText')}
      action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState title={t('center.none')} text={t('center.noneText')} action={<WriteLink tone="secondary" />} />
  )
  return (
    <ListScreen
      name="tickets"
      header={<Top />}
      filters={
        <>
          <h2 className="mb-3 text-md font-semibold">{t('center.tickets')}</h2>
          {filters}
        </>
      }
      sorting={sorting}
      list={list}
      label={t('center.tickets')}
      columns={columns}
      rowKey={idOf}
      stacked={stacked}
      controls
      empty={empty}
      failedTitle={t('center.failed')}
    />
  )
}
