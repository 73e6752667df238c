import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { Status } from '../../../ui/status.tsx'
import { statusLooks } from './labels.ts'
import { between, spanText } from './spans.ts'

interface CellProps {
  row: Message
}

/** The masked number, which opens the message. */
export function RecipientCell({ row }: CellProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <CountryChip>{row.country}</CountryChip>
      <Link
        from={paths.logs}
        to={paths.logs}
        search={(now) => ({ ...now, open: row.id })}
        resetScroll={false}
        data-opens
        className="whitespace-nowrap tabular-nums after:absolute after:inset-0 after:content-['']"
      >
        {row.to}
      </Link>
    </span>
  )
}

/** One line of the text, as far as it is kept. */
export function TextCell({ row: { text } }: CellProps) {
  const t = useText()
  return text === null ? (
    <span className="text-ink-3">{t('logs.notKept')}</span>
  ) : (
    <span className="block max-w-[160px] truncate text-ink-2 min-[1400px]:max-w-[240px]">{text}</span>
  )
}

/** The status. A receipt of the network alone does not show that the handset had the message. */
export function StatusMark({ row: { status, receipt } }: { row: Pick<Message, 'status' | 'receipt'> }) {
  const t = useText()
  const { tone, title } = statusLooks[status]
  const isByNetwork = status === MessageStatus.Delivered && receipt === 'network'
  return <Status tone={tone}>{t(isByNetwork ? 'logs.deliveredNetwork' : title)}</Status>
}

/** The status, with the reason in words where the message did not arrive. */
export function StatusCell({ row }: CellProps) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <StatusMark row={row} />
      {row.reason && <span className="max-w-[104px] truncate text-sm text-ink-3 max-xl:hidden">{row.reason.what}</span>}
    </span>
  )
}

/** The price, or that the message cost nothing. */
export function PriceCell({ row: { price, money } }: CellProps) {
  const t = useText()
  const { currency } = useAccount()
  if (money === 'free' || money === 'released') return <span className="text-ink-3">{t('logs.free')}</span>
  return (
    <span className="tabular-nums">
      <Money exact={price} currency={currency} decimals={6} />
    </span>
  )
}

/** The time from acceptance to the final state. */
export function TookCell({ row: { accepted_at: from, done_at: to } }: CellProps) {
  return (
    <span className="whitespace-nowrap text-ink-3 tabular-nums">{to === null ? '–' : spanText(between(from, to))}</span>
  )
}
