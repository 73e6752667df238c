import type { LimitInForce } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { useAccount } from '../../../api/account.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { allowedText, amountText, holderTitles, limitText } from './labels.ts'
import { useLimits } from './queries.ts'

interface CellProps {
  row: LimitInForce
}

/** A limit with its place in the list, since two templates may have one name. */
interface Row extends LimitInForce {
  readonly place: number
}

function HolderCell({ row: { holder, name } }: CellProps) {
  const t = useText()
  return (
    <span className="grid">
      <span className={cx('wrap-anywhere', holder === 'credential' ? 'font-mono text-xs' : 'font-medium')}>
        {name ?? t(holderTitles[holder])}
      </span>
      {name !== null && <span className="text-xs text-ink-3">{t(holderTitles[holder])}</span>}
    </span>
  )
}

function LimitCell({ row }: CellProps) {
  useText()
  return limitText(row.limit)
}

function AllowedCell({ row }: CellProps) {
  useText()
  const { currency } = useAccount()
  return allowedText(row, currency)
}

function TodayCell({ row: { spending, today } }: CellProps) {
  const { currency } = useAccount()
  return spending === null ? count(today) : amountText(spending.today, currency)
}

const count = (value: number | null) => (value === null ? <span className="text-ink-3">—</span> : formatNumber(value))

const columns: readonly Column<Row>[] = [
  { title: 'rate-limiting.holder', cell: (row) => <HolderCell row={row} /> },
  { title: 'rate-limiting.limit', cell: (row) => <LimitCell row={row} /> },
  { title: 'rate-limiting.allowed', cell: (row) => <AllowedCell row={row} />, end: true },
  { title: 'rate-limiting.waiting', cell: ({ waiting }) => count(waiting), end: true },
  { title: 'rate-limiting.today', cell: (row) => <TodayCell row={row} />, end: true },
]

function StackedLimit({ row }: CellProps) {
  const t = useText()
  const { currency } = useAccount()
  const { waiting, today, spending } = row
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <HolderCell row={row} />
        <span className="text-right tabular-nums">
          <AllowedCell row={row} />
        </span>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-2">
        <LimitCell row={row} />
        <span className="flex gap-4 tabular-nums">
          {waiting !== null && <span>{t('rate-limiting.waitingCount', { number: formatNumber(waiting) })}</span>}
          {spending !== null && (
            <span>{t('rate-limiting.todaySpent', { amount: amountText(spending.today, currency) })}</span>
          )}
          {today !== null && <span>{t('rate-limiting.todayCount', { number: formatNumber(today) })}</span>}
        </span>
      </div>
    </div>
  )
}

const stackedLimit = (row: Row) => <StackedLimit row={row} />

/** Every limit that holds for the account, wherever it is set. */
export function LimitsTab() {
  const t = useText()
  const { rows, error, retry } = useLimits()
  return (
    <>
      <p className="mb-4 max-w-160 text-sm text-ink-3">{t('rate-limiting.limitsText')}</p>
      {error ? (
        <Card>
          <ErrorPanel title={t('rate-limiting.limitsFailed')} error={error} onRetry={retry} />
        </Card>
      ) : rows === undefined ? (
        <Skeleton label={t('ui.loading')} />
      ) : (
        <Table
          label={t('rate-limiting.limitsInForce')}
          columns={columns}
          rows={rows.map((row, place) => ({ ...row, place }))}
          rowKey={({ place }) => String(place)}
          stacked={stackedLimit}
          tall
        />
      )}
    </>
  )
}
