import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { formatDate, useText } from '../../../i18n/text.ts'
import { decimalsOf, moneyText } from './money.ts'
import { channelLabels } from './labels.ts'

const UTC = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const
const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The payments of the invoice, and the outstanding amount. */
export function Payments({ detail: { payments, outstanding, currency } }: { detail: InvoiceDetail }) {
  const t = useText()
  const decimals = decimalsOf([outstanding, ...payments.map(({ amount }) => amount)])
  return (
    <section aria-labelledby="payments">
      <h3 id="payments" className="mb-2 font-semibold">
        {t('invoices.payments')}
      </h3>
      <ul className="text-sm">
        {payments.length === 0 && <li className="border-t border-line py-2 text-ink-3">{t('invoices.noPayments')}</li>}
        {payments.map(({ at, channel, amount }) => (
          <li key={`${at} ${channel} ${amount}`} className="flex items-center gap-3 border-t border-line py-2">
            <time
              dateTime={at}
              title={`${formatDate(new Date(at), UTC)} UTC`}
              className="min-w-40 text-ink-2 tabular-nums"
            >
              {formatDate(new Date(at), MOMENT)}
            </time>
            <span className="flex-1">{t(channelLabels[channel])}</span>
            <span className="tabular-nums">{moneyText(amount, currency, decimals)}</span>
          </li>
        ))}
        <li className="flex items-center justify-between border-t border-line py-2 font-semibold">
          {t('invoices.rest')}
          <span className="tabular-nums">{moneyText(outstanding, currency, decimals)}</span>
        </li>
      </ul>
    </section>
  )
}
