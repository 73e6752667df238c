import type { Invoice, InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAccount } from '../../../api/account.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SideSheet, stepsBeside } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FapiaoButton } from '../../../shell/fapiao/fapiao-button.tsx'
import { DayCell, IssuedCell, StatusCell } from './cells.tsx'
import { CreditNote } from './credit-note.tsx'
import { monthText, periodText } from './days.ts'
import { LineTable } from './line-table.tsx'
import { decimalsOf, moneyText } from './money.ts'
import { Payments } from './payments.tsx'
import { PoRow } from './po-row.tsx'
import { files, useInvoice } from './queries.ts'
import { fapiaoCalls } from './fapiao-calls.ts'
import { isPayable } from './labels.ts'
import { usePayment } from './pay/use-payment.ts'

const loadPay = () => import('./pay/pay-dialog.tsx')
const PayDialog = lazy(loadPay)

interface DetailProps {
  detail: InvoiceDetail
}

function Head({ invoice }: { invoice: Invoice }) {
  const t = useText()
  const { number, from, total, currency } = invoice
  return (
    <>
      <StatusCell invoice={invoice} />
      <h2 className="text-[20px]/7 font-semibold tabular-nums">{moneyText(total, currency, decimalsOf([total]))}</h2>
      <p className="text-sm text-ink-2">{number ?? t('invoices.draftTitle', { month: monthText(from) })}</p>
    </>
  )
}

const notes: Partial<Readonly<Record<InvoiceStatus, readonly [TextId, 'info' | 'bad']>>> = {
  [InvoiceStatus.Draft]: ['invoices.draftText', 'info'],
  [InvoiceStatus.Void]: ['invoices.voidText', 'info'],
  [InvoiceStatus.Uncollectible]: ['invoices.overdueText', 'bad'],
}

function Body({ detail }: DetailProps) {
  const t = useText()
  const note = notes[detail.status]
  return (
    <div className="grid gap-5">
      {note && <Note tone={note[1]}>{t(note[0])}</Note>}
      <dl className="text-sm">
        <DetailRow title="invoices.period">{periodText(detail)}</DetailRow>
        <DetailRow title="invoices.issued">
          <IssuedCell invoice={detail} />
        </DetailRow>
        <DetailRow title="invoices.due">
          <DayCell day={detail.due_on} />
        </DetailRow>
        <PoRow key={detail.id} detail={detail} />
      </dl>
      <LineTable detail={detail} />
      <CreditNote detail={detail} />
      {detail.status !== InvoiceStatus.Draft && <Payments detail={detail} />}
    </div>
  )
}

function PayButton({ detail }: DetailProps) {
  const t = useText()
  const payment = usePayment(detail)
  const preload = () => {
    preloadDialog()
    void loadPay()
  }
  return (
    <>
      <Button tone="primary" size="small" onClick={payment.open} onPointerEnter={preload} onFocus={preload}>
        {t('invoices.pay')}
      </Button>
      {payment.isOpen && (
        <Suspense>
          <PayDialog detail={detail} payment={payment} />
        </Suspense>
      )}
    </>
  )
}

function FileLink({ href, label }: { href: string; label: TextId }) {
  const t = useText()
  return (
    <a href={href} download className={buttonLooks('secondary', 'small')}>
      <span className="inline-flex items-center gap-2">
        <Icon of={Download} />
        {t(label)}
      </span>
    </a>
  )
}

function Foot({ detail }: DetailProps) {
  const t = useText()
  const { partition, currency } = useAccount()
  const hasFapiao = partition === 'cn' && currency === 'CNY' && detail.number !== null
  return (
    <>
      {isPayable(detail) && <PayButton key={detail.id} detail={detail} />}
      <FileLink href={files.pdf(detail.id)} label="invoices.downloadPdf" />
      <FileLink href={files.csv(detail.id)} label="invoices.downloadCsv" />
      {detail.credit_note && <FileLink href={files.creditNote(detail.id)} label="invoices.creditNotePdf" />}
      {hasFapiao && detail.status !== InvoiceStatus.Void && (
        <FapiaoButton calls={fapiaoCalls(detail)} label={t('invoices.fapiao')} />
      )}
    </>
  )
}

interface InvoiceSheetProps {
  id: string
  /** The rows behind the sheet, for its previous and next buttons. */
  rows: readonly Invoice[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One invoice in full, under an address that can be shared. */
export function InvoiceSheet({ id, rows, onOpen, onClose }: InvoiceSheetProps) {
  const t = useText()
  const row = rows.find((each) => each.id === id)
  const { detail, error, retry } = useInvoice(id)
  const shown = detail ?? row
  return (
    <SideSheet
      open
      label={t('invoices.detailOf', { number: shown?.number ?? t('invoices.preview') })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.invoices}?${new URLSearchParams({ open: id })}`}
      head={shown ? <Head invoice={shown} /> : <h2 className="font-semibold">{t('invoices.facts')}</h2>}
      foot={detail ? <Foot detail={detail} /> : undefined}
    >
      {detail === null && <EmptyState title={t('invoices.gone')} text={t('invoices.goneText')} />}
      {detail && <Body detail={detail} />}
      {detail === undefined && !error && <Skeleton label={t('invoices.loading')} />}
      {detail === undefined && Boolean(error) && (
        <ErrorPanel title={t('invoices.oneNotLoaded')} error={error} onRetry={retry} />
      )}
    </SideSheet>
  )
}
