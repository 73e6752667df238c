import type { Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import { useText } from '../../../i18n/text.ts'
import { DayCell, MoneyCell, NumberCell, RowActs, StatusCell } from './cells.tsx'
import { periodText } from './days.ts'

/** One invoice on a narrow screen. */
export function StackedInvoice({ invoice }: { invoice: Invoice }) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <NumberCell invoice={invoice} />
        <StatusCell invoice={invoice} />
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-ink-2">{periodText(invoice)}</span>
        <span className="tabular-nums">
          <MoneyCell invoice={invoice} of="total" />
        </span>
      </div>
      <div className="flex min-h-6 items-center justify-between gap-4 text-xs text-ink-3">
        <span>
          {t('invoices.due')} <DayCell day={invoice.due_on} />
        </span>
        <span className="flex items-center gap-2 tabular-nums">
          {t('invoices.outstanding')} <MoneyCell invoice={invoice} of="outstanding" />
          <RowActs invoice={invoice} />
        </span>
      </div>
    </div>
  )
}
