import type { ExemptNumber } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { formatDate, formatNumber, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isOver, lastDay } from './expiry.ts'
import { RowMenu } from './row-menu.tsx'
import type { DraftState } from './use-draft.ts'

const NumbersDialog = lazy(() => import('./numbers-dialog.tsx'))
const ExemptDialog = lazy(() => import('./exempt-dialog.tsx'))

/** From this count on, the list can be searched. */
const MANY = 10

interface CellProps {
  row: ExemptNumber
}

function LastDay({ row }: CellProps) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  const now = useMinute()
  const day = lastDay(row, zone)
  if (day === null) return <span className="text-ink-3">{t('rate-limiting.noEnd')}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <time dateTime={day}>{formatDate(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })}</time>
      {isOver(row, now) && <Tag tone="idle">{t('rate-limiting.over')}</Tag>}
    </span>
  )
}

const numberCell = ({ number }: ExemptNumber) => <span className="font-mono text-xs">{number}</span>
const noteCell = ({ note }: ExemptNumber) => <span className="wrap-anywhere">{note}</span>

const columnsOf = (menu: (row: ExemptNumber) => ReactNode): readonly Column<ExemptNumber>[] => [
  { title: 'rate-limiting.number', cell: numberCell, fixed: true },
  { title: 'rate-limiting.note', cell: noteCell },
  { title: 'rate-limiting.lastDay', cell: (row) => <LastDay row={row} /> },
  { title: 'ui.actions', cell: menu, end: true, quiet: true, fixed: true },
]

const stackedOf = (menu: (row: ExemptNumber) => ReactNode) => (row: ExemptNumber) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      {numberCell(row)}
      {menu(row)}
    </div>
    <div className="flex items-baseline justify-between gap-4 text-ink-2">
      {noteCell(row)}
      <LastDay row={row} />
    </div>
  </div>
)

const includes = ({ number, note }: ExemptNumber, text: string): boolean =>
  number.includes(text) || note.toLowerCase().includes(text)

interface ExemptTabProps {
  state: DraftState
  isAdding: boolean
  onAdd: (open: boolean) => void
}

/** The numbers that no rule counts. */
export function ExemptTab({ state, isAdding, onAdd }: ExemptTabProps) {
  const t = useText()
  const { exempt } = state.draft
  const [typed, setTyped] = useState('')
  const [edited, setEdited] = useState<ExemptNumber | null>(null)
  const isFull = exempt.length >= limits.exempt
  const found = exempt.filter((each) => includes(each, typed.trim().toLowerCase()))
  const menu = (row: ExemptNumber) => (
    <RowMenu
      label={t('ui.actionsOf', { name: row.number })}
      items={[{ id: 'edit', title: t('rate-limiting.edit'), icon: Pencil, act: () => setEdited(row) }]}
      remove={{
        id: 'remove',
        title: t('rate-limiting.remove'),
        icon: Trash2,
        act: () => state.change({ exempt: exempt.filter(({ number }) => number !== row.number) }),
      }}
    />
  )
  const add = (
    <Button
      icon={Plus}
      size="small"
      disabled={isFull}
      onClick={() => onAdd(true)}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {t('rate-limiting.addNumbers')}
    </Button>
  )
  return (
    <>
      {exempt.length === 0 ? (
        <Card>
          <EmptyState title={t('rate-limiting.noNumber')} text={t('rate-limiting.exemptText')} action={add} />
        </Card>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
              <span>{t('rate-limiting.exemptText')}</span>
              <span className="tabular-nums">
                {t('rate-limiting.exemptCount', { count: exempt.length, most: formatNumber(limits.exempt) })}
              </span>
            </p>
            {add}
          </div>
          {exempt.length >= MANY && (
            <SearchField
              label={t('rate-limiting.findNumber')}
              placeholder={t('rate-limiting.findNumber')}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="mb-4 w-full sm:w-70"
            />
          )}
          {found.length === 0 ? (
            <Card>
              <p role="status" className="text-sm text-ink-3">
                {t('rate-limiting.notFound')}
              </p>
            </Card>
          ) : (
            <Table
              label={t('rate-limiting.exempt')}
              columns={columnsOf(menu)}
              rows={found}
              rowKey={({ number }) => number}
              stacked={stackedOf(menu)}
              controls
            />
          )}
        </>
      )}
      <Suspense>
        {isAdding && !isFull && (
          <NumbersDialog
            exempt={exempt}
            onAdd={(added) => state.change({ exempt: [...exempt, ...added] })}
            onClose={() => onAdd(false)}
          />
        )}
        {edited !== null && (
          <ExemptDialog
            row={edited}
            onDone={(row) => {
              state.change({ exempt: exempt.map((each) => (each.number === row.number ? row : each)) })
              setEdited(null)
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  )
}
