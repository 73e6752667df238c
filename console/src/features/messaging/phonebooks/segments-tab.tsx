import type { Phonebook, Segment } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { Pencil, Plus } from 'lucide-react'
import { createContext, use } from 'react'
import { useCountryName } from '../../../api/regions.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import type { Column } from '../../../ui/table.tsx'
import { useActs } from './acts.ts'
import { conditionText } from './condition-labels.ts'
import { useSegments } from './queries.ts'
import { RowMenu } from './row-menu.tsx'

interface CellProps {
  row: Segment
}

const ShowContext = createContext<(row: Segment) => void>(() => undefined)

/** The name, which shows the segment's contacts. */
function NameCell({ row }: CellProps) {
  const show = use(ShowContext)
  return (
    <button
      type="button"
      data-opens
      onClick={() => show(row)}
      className="text-left font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
    >
      {row.name}
    </button>
  )
}

function ConditionsCell({ row: { conditions } }: CellProps) {
  const t = useText()
  const countryName = useCountryName()
  return (
    <span className="text-ink-2 wrap-anywhere">
      {conditions.map((condition) => conditionText(condition, countryName)).join(t('phonebooks.and'))}
    </span>
  )
}

function CountCell({ row: { contacts, exact } }: CellProps) {
  const t = useText()
  const number = formatNumber(contacts)
  return <span className="tabular-nums">{exact ? number : t('phonebooks.about', { number })}</span>
}

function Menu({ row }: CellProps) {
  const t = useText()
  const { editSegment, removeSegment } = useActs()
  const edit = {
    id: 'edit',
    title: t('phonebooks.edit'),
    icon: Pencil,
    unlessSuspended: true,
    act: () => editSegment(row),
  }
  return <RowMenu name={row.name} kind="segment" id={row.id} acts={[edit]} onRemove={() => removeSegment(row)} />
}

const columns: readonly Column<Segment>[] = [
  { title: 'phonebooks.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 120 },
  { title: 'phonebooks.conditionsTitle', cell: (row) => <ConditionsCell row={row} />, bar: 240 },
  { title: 'phonebooks.contacts', cell: (row) => <CountCell row={row} />, end: true, bar: 50 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]

const stacked = (row: Segment) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <NameCell row={row} />
      <span className="flex items-center gap-2">
        <CountCell row={row} />
        <Menu row={row} />
      </span>
    </div>
    <ConditionsCell row={row} />
  </div>
)
const idOf = ({ id }: Segment) => id

interface SegmentsTabProps {
  book: Phonebook
  onOpen: () => void
  onShow: (row: Segment) => void
}

/** The segments of a phonebook, with their contacts counted now. */
export function SegmentsTab({ book, onOpen, onShow }: SegmentsTabProps) {
  const t = useText()
  const list = useSegments(book.id)
  const create = (
    <Button icon={Plus} onClick={onOpen} onPointerEnter={preloadDialog} onFocus={preloadDialog} unlessSuspended>
      {t('phonebooks.newSegment')}
    </Button>
  )
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0
  return (
    <ShowContext value={onShow}>
      <ListScreen
        name="segments"
        header={null}
        filters={isEmpty ? undefined : <div className="mb-4 flex justify-end max-sm:*:flex-1">{create}</div>}
        list={list}
        label={t('phonebooks.segments')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={<EmptyState title={t('phonebooks.noSegments')} text={t('phonebooks.noSegmentsText')} action={create} />}
        failedTitle={t('phonebooks.segmentsFailed')}
      />
    </ShowContext>
  )
}
