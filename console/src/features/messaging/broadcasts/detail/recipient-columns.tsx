import type { BroadcastRecipient } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { shownDecimals } from '@hongyan/contract/limits/screens'
import { Link, useParams } from '@tanstack/react-router'
import { useAccount } from '../../../../api/account.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { helpPath, type HelpTopic } from '../../../../lib/help-path.ts'
import { paths } from '../../../../lib/paths.ts'
import { ActionsButton } from '../../../../ui/actions-button.tsx'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Money } from '../../../../ui/money.tsx'
import { helpItem, recordItems } from '../../../../ui/record-items.ts'
import { Status } from '../../../../ui/status.tsx'
import type { Column } from '../../../../ui/table.tsx'
import { stateLooks } from '../labels.ts'

interface CellProps {
  row: BroadcastRecipient
}

/** The masked number. It opens the message in the log, where there is one. */
function Recipient({ row: { to, country, message } }: CellProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <CountryChip>{country}</CountryChip>
      {message === null ? (
        <span className="whitespace-nowrap tabular-nums">{to}</span>
      ) : (
        <Link
          to={paths.logs}
          search={{ open: message }}
          data-opens
          className="whitespace-nowrap tabular-nums after:absolute after:inset-0 after:content-['']"
        >
          {to}
        </Link>
      )}
    </span>
  )
}

function State({ row: { state } }: CellProps) {
  const t = useText()
  return <Status tone={stateLooks[state].tone}>{t(stateLooks[state].title)}</Status>
}

/** Help is about the message; a recipient without one is no record of its own, so it is about the broadcast. */
function useHelpTopic({ message, reason }: BroadcastRecipient): HelpTopic {
  const { id: broadcast } = useParams({ from: paths.broadcastOne })
  return { about: message === null ? `broadcast:${broadcast}` : `message:${message}`, code: reason?.code }
}

function Reason({ row }: CellProps) {
  const topic = useHelpTopic(row)
  return (
    <span className="text-ink-3">
      {row.reason?.what}{' '}
      {row.reason?.side === 'us' && <HelpLink href={helpPath(topic)} className="relative z-1 text-link" />}
    </span>
  )
}

function Menu({ row }: CellProps) {
  const t = useText()
  const topic = useHelpTopic(row)
  const { to, message, reason } = row
  const items = message === null ? [helpItem(topic)] : recordItems({ kind: 'message', id: message, code: reason?.code })
  return <ActionsButton label={t('ui.actionsOf', { name: to })} groups={[{ items }]} />
}

function Price({ row: { price, parts } }: CellProps) {
  const { currency } = useAccount()
  if (parts === 0) return <span className="text-ink-3">–</span>
  return <Money exact={price} currency={currency} decimals={shownDecimals.messagePrice} />
}

const Time = ({ row: { at } }: CellProps) =>
  at === null ? <span className="text-ink-3">–</span> : <Moment at={at} seconds />

export const columns: readonly Column<BroadcastRecipient>[] = [
  { title: 'broadcasts.row', cell: ({ row }) => <span className="text-ink-3">{formatNumber(row)}</span>, bar: 24 },
  { title: 'broadcasts.recipient', cell: (row) => <Recipient row={row} />, fixed: true, bar: 120 },
  { title: 'broadcasts.status', cell: (row) => <State row={row} />, bar: 72 },
  { title: 'broadcasts.reason', cell: (row) => <Reason row={row} />, bar: 160 },
  { title: 'broadcasts.parts', cell: ({ parts }) => (parts === 0 ? '–' : formatNumber(parts)), end: true, bar: 16 },
  { title: 'broadcasts.price', cell: (row) => <Price row={row} />, end: true, bar: 64 },
  { title: 'broadcasts.time', cell: (row) => <Time row={row} />, end: true, bar: 56 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]

/** One recipient on a narrow screen. */
export const StackedRecipient = ({ row }: CellProps) => (
  <div className="grid gap-1">
    <div className="flex items-baseline justify-between gap-4">
      <Recipient row={row} />
      <span className="flex items-center gap-2 text-ink-3">
        <Time row={row} />
        <Menu row={row} />
      </span>
    </div>
    <div className="flex items-baseline justify-between gap-4">
      <State row={row} />
      <span className="tabular-nums">
        <Price row={row} />
      </span>
    </div>
    <Reason row={row} />
  </div>
)
