import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { dayOfMoment } from './days.ts'
import { decimalsOf, isZero, moneyText } from './money.ts'

/** The credit note of a void invoice: its number, amount and tax. */
export function CreditNote({ detail: { credit_note: note, currency } }: { detail: InvoiceDetail }) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  if (note === null) return null
  const { number, issued_at: at, amount, tax } = note
  const on = dayOfMoment(at, zone)
  const money = (exact: string): string => moneyText(exact, currency, decimalsOf([exact]))
  return (
    <section aria-labelledby="credit-note">
      <h3 id="credit-note" className="mb-2 font-semibold">
        {t('invoices.creditNote')}
      </h3>
      <div className="border-t border-line py-2 text-sm">
        <p className="flex items-center justify-between gap-4 font-medium">
          {number}
          <span className="tabular-nums">{money(amount)}</span>
        </p>
        <p className="mt-1 text-ink-2">
          {tax === null || isZero(tax.amount)
            ? t('invoices.creditNoteText', { on })
            : t('invoices.creditNoteTaxText', { on, tax: money(tax.amount), name: tax.name })}
        </p>
      </div>
    </section>
  )
}
