import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { InvoiceLineKind, Product } from '@hongyan/contract/vocabulary/payment'
import { uuidv7 } from '../../../kit/ids.ts'
import type { Use } from './cycle-deps.ts'
import type { PeriodSums } from './period.ts'
import type { InvoiceKey, NewInvoiceLine } from './store.ts'

/** The only product so far. */
const PRODUCT: Product = 'sms'

/** The parts of an invoice, in micro-units. */
export interface Bill {
  readonly uses: readonly Use[]
  /** `repaid` covers the period, and the time from its end until the draft is made. */
  readonly sums: PeriodSums
  readonly total: Micros
}

/**
 * The lines of an invoice, which sum to its total: usage, minus usage paid from funds, minus repayments, plus disputes.
 * The `carried` line holds the rest: credit from before the period that was never billed, or credit of a void invoice.
 */
export function linesOf({ account_id, id: invoice_id }: InvoiceKey, bill: Bill, at: Date): readonly NewInvoiceLine[] {
  const { uses, sums, total } = bill
  const used = uses.reduce((sum, { amount }) => sum + amount, 0n)
  const line = (kind: InvoiceLineKind, amount: bigint): NewInvoiceLine => ({
    account_id,
    id: uuidv7(at),
    invoice_id,
    kind,
    amount_micros: micros(amount),
  })
  const usage = uses.map(({ scene, country, unit_price, messages, parts, amount }) => ({
    ...line('usage', amount),
    product: PRODUCT,
    scene,
    country,
    unit_price_micros: unit_price,
    messages,
    parts,
  }))
  const others = [
    line('funds', -sums.borne),
    line('repaid', -sums.repaid),
    line('dispute', sums.disputed),
    line('carried', total - (used - sums.borne - sums.repaid + sums.disputed)),
  ]
  return [...usage, ...others.filter(({ amount_micros }) => amount_micros !== ZERO)]
}
