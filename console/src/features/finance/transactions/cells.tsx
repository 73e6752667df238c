import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { CopyButton } from '../../../ui/copy.tsx'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { RecordMenu } from '../../../ui/record-menu.tsx'
import { RowDownload } from '../../../ui/row-download.tsx'
import { Status } from '../../../ui/status.tsx'
import { dayText } from './days.ts'
import { Figure, signOf } from './figure.tsx'
import { files } from './queries.ts'
import { lineTitle, channelLabels, statusOfLine, typeLabels } from './labels.ts'

interface LineProps {
  line: Transaction
}

/** Above the link that covers its row. */
const above = 'relative z-1'

/** The usage of a day shows the day. Held amounts show the current time. */
export function TimeCell({ line: { at, day, description } }: LineProps) {
  const t = useText()
  if (description.kind === 'held') return <span>{t('transactions.now')}</span>
  if (description.kind === 'usage') return <time dateTime={day}>{dayText(day)}</time>
  return <Moment at={at} whole />
}

export const useLineTitle = ({ line }: LineProps): string =>
  useText()(lineTitle(line), { messages: line.description.messages ?? 0 })

/** Opens a transaction's sheet under its own address. `whole` covers the row. */
export function OpenLink({ id, whole = false, children }: { id: string; whole?: boolean; children: string }) {
  return (
    <Link
      from={paths.transactions}
      to={paths.transactions}
      search={(now) => ({ ...now, open: id })}
      resetScroll={false}
      data-opens={whole || undefined}
      className={whole ? "after:absolute after:inset-0 after:content-['']" : cx('text-link', above)}
    >
      {children}
    </Link>
  )
}

/** Links to the invoice of a line. */
export function InvoiceLink({ id }: { id: string }) {
  const t = useText()
  return (
    <Link to={paths.invoices} search={{ open: id }} className={cx('text-link', above)}>
      {t('transactions.seeInvoice')}
    </Link>
  )
}

/** The line's description, which opens the transaction. */
export function AboutCell({ line }: LineProps) {
  const t = useText()
  const { about, invoice } = line.description
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-5">
      <OpenLink id={line.id} whole>
        {useLineTitle({ line })}
      </OpenLink>
      {about !== null && (
        <span className="text-xs">
          <OpenLink id={about}>{t('transactions.seeCharge')}</OpenLink>
        </span>
      )}
      {invoice !== null && (
        <span className="text-xs">
          <InvoiceLink id={invoice} />
        </span>
      )}
    </span>
  )
}

export function TypeCell({ line: { type } }: LineProps) {
  return <span className="whitespace-nowrap">{useText()(typeLabels[type])}</span>
}

export function ChannelCell({ line: { method } }: LineProps) {
  const t = useText()
  return <span className="text-ink-2">{method === null ? '–' : t(channelLabels[method])}</span>
}

export function StatusCell({ line }: LineProps) {
  const t = useText()
  const { tone, title } = statusOfLine(line)
  return <Status tone={tone}>{t(title)}</Status>
}

export const AfterCell = ({ line: { balance_after: after } }: LineProps) =>
  after === null ? <span className="text-ink-3">–</span> : <Figure exact={after} decimals={4} />

/** Shows the first and last characters of an id and copies all of it. Ids of days are short already. */
const shortened = (id: string): string => (id.length > 16 ? `${id.slice(0, 4)}…${id.slice(-6)}` : id)

export function IdCell({ line: { id } }: LineProps) {
  const t = useText()
  return (
    <span className="flex items-center gap-1">
      <span title={id} className="font-mono text-xs whitespace-nowrap text-ink-2">
        {shortened(id)}
      </span>
      <span className={above}>
        <CopyButton text={id} what={`${t('transactions.id')} ${id}`} />
      </span>
    </span>
  )
}

/** Null without a receipt. */
function ReceiptLink({ line: { id, amount, direction, receipt } }: LineProps) {
  const t = useText()
  const { currency } = useAccount()
  if (receipt === null) return null
  const label = t('transactions.receiptOf', { amount: `${signOf(direction)}${amount} ${currency}` })
  return <RowDownload href={files.receipt(id)} label={label} />
}

/** The receipt and the menu at the end of a line. */
export function RowActs({ line }: LineProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <ReceiptLink line={line} />
      <RecordMenu kind="transaction" id={line.id} name={useLineTitle({ line })} />
    </span>
  )
}
