import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'

const { Draft, Open, Void, Paid, Uncollectible } = InvoiceStatus

/** An event of an invoice: `settle` is its last payment, `giveUp` marks it overdue for good. */
export type InvoiceEvent = 'issue' | 'settle' | 'void' | 'giveUp'

/**
 * The next status by status and event (screens S7). Paid and Void are final. A draft with nothing to bill is deleted,
 * which is no event.
 */
const transitions: Readonly<Record<InvoiceStatus, Partial<Readonly<Record<InvoiceEvent, InvoiceStatus>>>>> = {
  [Draft]: { issue: Open },
  [Open]: { settle: Paid, void: Void, giveUp: Uncollectible },
  [Uncollectible]: { settle: Paid, void: Void },
  [Void]: {},
  [Paid]: {},
}

/** The status after an event; null where the event is not allowed. */
export const after = (status: InvoiceStatus, event: InvoiceEvent): InvoiceStatus | null =>
  transitions[status][event] ?? null

/** True if the invoice takes payments. */
export const isPayable = ({ status }: { readonly status: InvoiceStatus }): boolean => after(status, 'settle') !== null
