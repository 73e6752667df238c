import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { InvoiceStatus, isDisputable } from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useCountryName } from '../../../api/regions.ts'
import { joined } from '../../../i18n/joined.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { dayOfMoment } from './days.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { decimalsOf, moneyText } from './money.ts'
import { kindTitle, type Line, sceneLabels } from './labels.ts'

const cell = 'border-t border-line py-2 align-top'
const figure = `${cell} pl-3 text-right tabular-nums whitespace-nowrap`

/** The title of a line as one string, for screen readers and disputes. */
function useTitle(): (line: Line) => string {
  const t = useText()
  const nameOf = useCountryName()
  return ({ kind, usage, text }) => {
    if (usage) return joined([t(sceneLabels[usage.scene]), nameOf(usage.iso2)])
    return text ?? t(kindTitle(kind))
  }
}

function What({ line }: { line: Line }) {
  const t = useText()
  const nameOf = useCountryName()
  const titleOf = useTitle()
  const { usage, kind, text } = line
  if (!usage) {
    return (
      <>
        {titleOf(line)}
        {text !== null && <span className="block text-xs text-ink-3">{t(kindTitle(kind))}</span>}
      </>
    )
  }
  const { messages, parts, scene, iso2 } = usage
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        {t(sceneLabels[scene])}
        <span className="inline-flex items-center gap-1.5">
          <CountryChip>{iso2}</CountryChip> {nameOf(iso2)}
        </span>
      </span>
      <span className="block text-xs text-ink-3">{t('invoices.messagesAndParts', { messages, parts })}</span>
    </>
  )
}

interface RowProps {
  line: Line
  detail: InvoiceDetail
  /** The decimals of amounts and of unit prices. */
  decimals: number
  unitDecimals: number
  onDispute: (line: Line) => void
}

/** For a usage line, parts × unit price is the amount. */
function Row({ line, detail: { currency, status }, decimals, unitDecimals, onDispute }: RowProps) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  const titleOf = useTitle()
  const { kind, usage, amount, disputed_at: disputed, ticket_id: ticket } = line
  const isIssued = status !== InvoiceStatus.Draft && status !== InvoiceStatus.Void
  const canDispute = disputed === null && isIssued && isDisputable(kind)
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <What line={line} />
        {disputed !== null && (
          <span className="block text-xs text-warn">{t('invoices.disputed', { on: dayOfMoment(disputed, zone) })}</span>
        )}
        {ticket !== null && (
          <Link
            to={paths.supportTicket}
            params={{ id: ticket }}
            aria-label={t('invoices.ticketOf', { what: titleOf(line) })}
            className="text-link mt-1 inline-block min-h-6 text-xs text-ink-3"
          >
            {t('invoices.ticket')}
          </Link>
        )}
        {canDispute && (
          <button
            type="button"
            aria-label={t('invoices.disputeOf', { what: titleOf(line) })}
            onClick={() => onDispute(line)}
            className="text-link mt-1 block min-h-6 text-xs text-ink-3"
          >
            {t('invoices.dispute')}
          </button>
        )}
      </th>
      <td className={figure}>
        {usage && (
          <>
            {moneyText(usage.unit_price, currency, unitDecimals)}
            <span className="block text-xs text-ink-3">× {usage.parts}</span>
          </>
        )}
      </td>
      <td className={figure}>{moneyText(amount, currency, decimals)}</td>
    </tr>
  )
}

function Sum({ title, amount, strong = false }: { title: string; amount: string; strong?: boolean }) {
  const weight = strong ? 'font-semibold' : 'font-normal'
  return (
    <tr>
      <th scope="row" colSpan={2} className={`${cell} text-left ${weight}`}>
        {title}
      </th>
      <td className={`${figure} ${weight}`}>{amount}</td>
    </tr>
  )
}

/** The lines of the invoice. They sum to its total, to the last decimal. */
export function LineTable({ detail }: { detail: InvoiceDetail }) {
  const t = useText()
  const [disputing, setDisputing] = useState<Line | null>(null)
  const titleOf = useTitle()
  const { lines, tax, total, currency } = detail
  const taxed = tax ? [tax.net, tax.amount] : []
  const decimals = decimalsOf([total, ...taxed, ...lines.map(({ amount }) => amount)])
  const unitDecimals = decimalsOf(lines.flatMap(({ usage }) => usage?.unit_price ?? []))
  return (
    <section>
      <table aria-label={t('invoices.usage')} className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-ink-3">
            <th scope="col" className="pb-2 font-medium">
              {t('invoices.what')}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              {t('invoices.unitPrice')}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              {t('invoices.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row
              key={line.id}
              line={line}
              detail={detail}
              decimals={decimals}
              unitDecimals={unitDecimals}
              onDispute={setDisputing}
            />
          ))}
        </tbody>
        <tfoot>
          {tax && (
            <>
              <Sum title={t('invoices.net')} amount={moneyText(tax.net, currency, decimals)} />
              <Sum
                title={t('invoices.tax', { name: tax.name, percent: tax.percent })}
                amount={moneyText(tax.amount, currency, decimals)}
              />
            </>
          )}
          <Sum title={t('invoices.sum')} amount={moneyText(total, currency, decimals)} strong />
        </tfoot>
      </table>
      {disputing && (
        <DisputeDialog detail={detail} line={disputing} what={titleOf(disputing)} onClose={() => setDisputing(null)} />
      )}
    </section>
  )
}
