import type { Transaction, TransactionDetail } from '@hongyan/contract/endpoints/finance/transactions'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { FapiaoButton } from '../../../shell/fapiao/fapiao-button.tsx'
import { buttonLooks } from '../../../ui/button.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SideSheet, stepsBeside } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChannelCell, InvoiceLink, OpenLink, StatusCell, TimeCell, TypeCell, useLineTitle } from './cells.tsx'
import { MaybeCheck } from './check-payment.tsx'
import { isCheckable } from './checkable.ts'
import { dayText } from './days.ts'
import { canHaveFapiao, fapiaoCalls } from './fapiao-calls.ts'
import { Amount, Figure } from './figure.tsx'
import { isZero } from './figures.ts'
import { files, useTransaction } from './queries.ts'
import { RefundButton, canBeRefunded } from './refund/refund-button.tsx'
import { UsageTable } from './usage-table.tsx'
import { explanationOf } from './labels.ts'

interface LineProps {
  line: Transaction
}

function Head({ line }: LineProps) {
  const t = useText()
  return (
    <>
      <StatusCell line={line} />
      <h2 className="text-[20px]/7 font-semibold">
        <Amount line={line} decimals={6} />
      </h2>
      <CopyableId value={line.id} what={t('transactions.id')} />
    </>
  )
}

function Facts({ line }: LineProps) {
  const t = useText()
  const { balance_after: after, day, description, receipt } = line
  return (
    <dl className="text-sm">
      {description.kind !== 'usage' && (
        <DetailRow title="transactions.time">
          <TimeCell line={line} />
        </DetailRow>
      )}
      <DetailRow title="transactions.day">{dayText(day)}</DetailRow>
      <DetailRow title="transactions.type">
        <TypeCell line={line} />
      </DetailRow>
      <DetailRow title="transactions.about">{useLineTitle({ line })}</DetailRow>
      {description.reason !== null && <DetailRow title="transactions.reason">{description.reason}</DetailRow>}
      <DetailRow title="transactions.channel">
        <ChannelCell line={line} />
      </DetailRow>
      {after !== null && (
        <DetailRow title="transactions.after">
          <Figure exact={after} decimals={6} />
        </DetailRow>
      )}
      {description.refund !== null && (
        <>
          <DetailRow title="transactions.refundFee">
            <Figure exact={description.refund.fee} decimals={6} />
          </DetailRow>
          {!isZero(description.refund.withheld) && (
            <DetailRow title="transactions.refundWithheld">
              <Figure exact={description.refund.withheld} decimals={6} />
            </DetailRow>
          )}
          <DetailRow title="transactions.refundPaidOut">
            <Figure exact={description.refund.paid_out} decimals={6} />
          </DetailRow>
        </>
      )}
      {description.about !== null && (
        <DetailRow title="transactions.belongsTo">
          <OpenLink id={description.about}>{t('transactions.seeCharge')}</OpenLink>
        </DetailRow>
      )}
      {description.invoice !== null && (
        <DetailRow title="transactions.belongsTo">
          <InvoiceLink id={description.invoice} />
        </DetailRow>
      )}
      {receipt && (
        <DetailRow title="transactions.receiptNumber">
          {receipt.number ?? <span className="text-ink-3">{t('transactions.receiptFirst')}</span>}
        </DetailRow>
      )}
    </dl>
  )
}

interface BodyProps extends LineProps {
  detail: TransactionDetail | undefined
  error: unknown
  onRetry: () => void
}

function Body({ line, detail, error, onRetry }: BodyProps) {
  const t = useText()
  const explained = explanationOf(line)
  return (
    <div className="grid gap-4">
      {explained !== null && <Note>{t(explained)}</Note>}
      <Facts line={line} />
      {line.description.test && <p className="text-xs text-ink-3">{t('transactions.testText')}</p>}
      {line.description.kind === 'usage' && (
        <section className="border-t border-line pt-4">
          <h3 className="mb-3 font-semibold">{t('transactions.usageTitle')}</h3>
          {error ? (
            <ErrorPanel title={t('transactions.notLoaded')} error={error} onRetry={onRetry} />
          ) : (
            <UsageTable detail={detail} total={line.amount} />
          )}
        </section>
      )}
    </div>
  )
}

/** The actions on incoming money. */
function Foot({ line }: LineProps) {
  const t = useText()
  const account = useAccount()
  return (
    <>
      <a href={files.receipt(line.id)} download className={buttonLooks('secondary', 'small')}>
        <span className="inline-flex items-center gap-2">
          <Icon of={Download} />
          {t('transactions.receipt')}
        </span>
      </a>
      {canHaveFapiao(line, account) && <FapiaoButton calls={fapiaoCalls(line)} label={t('transactions.fapiao')} />}
      {canBeRefunded(line) && <RefundButton line={line} />}
    </>
  )
}

/** The actions on a line; undefined where it has none. */
function footOf(line: Transaction | null | undefined): ReactNode {
  if (!line) return undefined
  if (isCheckable(line)) return <MaybeCheck line={line} />
  return line.receipt === null ? undefined : <Foot line={line} />
}

interface TransactionSheetProps {
  id: string
  /** The rows behind the sheet, for its first data and its previous and next buttons. */
  rows: readonly Transaction[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One transaction in full, under an address that can be shared. */
export function TransactionSheet({ id, rows, onOpen, onClose }: TransactionSheetProps) {
  const t = useText()
  const { line, detail, error, retry } = useTransaction(
    id,
    rows.find((row) => row.id === id),
  )
  return (
    <SideSheet
      open
      label={t('transactions.detailOf', { id })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.transactions}?${new URLSearchParams({ open: id })}`}
      head={line ? <Head line={line} /> : <h2 className="font-semibold">{t('transactions.details')}</h2>}
      foot={footOf(line)}
    >
      {line === null && <EmptyState title={t('transactions.gone')} heading="h2" text={t('transactions.goneText')} />}
      {line && <Body line={line} detail={detail ?? undefined} error={error} onRetry={retry} />}
      {line === undefined && !error && <Skeleton label={t('transactions.loadingDetail')} />}
      {line === undefined && Boolean(error) && (
        <ErrorPanel title={t('transactions.notLoaded')} error={error} onRetry={retry} />
      )}
    </SideSheet>
  )
}
