import type { Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { cx } from '../../../ui/cx.ts'
import { RecordMenu } from '../../../ui/record-menu.tsx'
import { RowDownload } from '../../../ui/row-download.tsx'
import { Status } from '../../../ui/status.tsx'
import { dayOfMoment, dayText } from './days.ts'
import { isZero, moneyText } from './money.ts'
import { files } from './queries.ts'
import { statusLabels, toneOf } from './labels.ts'

interface InvoiceProps {
  invoice: Invoice
}

/** The invoice number, which opens the invoice. */
export function NumberCell({ invoice: { id, number } }: InvoiceProps) {
  const t = useText()
  return (
    <Link
      from={paths.invoices}
      to={paths.invoices}
      search={(now) => ({ ...now, open: id })}
      resetScroll={false}
      data-opens
      className="font-medium whitespace-nowrap after:absolute after:inset-0 after:content-['']"
    >
      {number ?? t('invoices.preview')}
    </Link>
  )
}

export function DayCell({ day }: { day: string | null }) {
  if (day === null) return <span className="text-ink-3">–</span>
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {dayText(day)}
    </time>
  )
}

export function IssuedCell({ invoice: { issued_at: at } }: InvoiceProps) {
  const { time_zone: zone } = useAccount()
  if (at === null) return <DayCell day={null} />
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayOfMoment(at, zone)}
    </time>
  )
}

export function StatusCell({ invoice }: InvoiceProps) {
  const t = useText()
  const { overdue_days: days, status } = invoice
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Status tone={toneOf(invoice)}>{t(statusLabels[status].title)}</Status>
      {days > 0 && (
        <span className="text-xs whitespace-nowrap text-ink-3">
          {t(status === InvoiceStatus.Uncollectible ? 'invoices.days' : 'invoices.daysOver', { days })}
        </span>
      )}
    </span>
  )
}

interface MoneyCellProps extends InvoiceProps {
  of: 'total' | 'paid' | 'outstanding'
}

/** Cut to cents, exact on hover. Zeros and amounts of void invoices are dimmed. */
export function MoneyCell({ invoice, of }: MoneyCellProps) {
  const { currency, status } = invoice
  const exact = invoice[of]
  const isQuiet = isZero(exact) || status === InvoiceStatus.Void
  return (
    <span
      title={`${exact} ${currency}`}
      className={cx('whitespace-nowrap', isQuiet ? 'text-ink-3' : of === 'outstanding' && 'font-medium')}
    >
      {moneyText(exact, currency)}
    </span>
  )
}

function PdfLink({ invoice: { id, number } }: InvoiceProps) {
  const t = useText()
  const label = t('invoices.pdfOf', { number: number ?? t('invoices.preview') })
  return <RowDownload href={files.pdf(id)} label={label} />
}

/** The PDF and the menu at the end of a row. */
export function RowActs({ invoice }: InvoiceProps) {
  const t = useText()
  const { id, number } = invoice
  return (
    <span className="inline-flex items-center gap-1">
      <PdfLink invoice={invoice} />
      <RecordMenu kind="invoice" id={id} name={number ?? t('invoices.preview')} />
    </span>
  )
}
