import type { InvoiceDetail, InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { InvoiceId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'

/** A payment without a final status yet. */
export interface PendingPayment {
  readonly id: TopUpId
  readonly invoice: Pick<InvoiceDetail, 'id' | 'number' | 'currency' | 'outstanding'>
  readonly channel: TopUpChannel
  readonly amount: Micros
  /** The value of the form's payment option. */
  readonly way: string
  /** The presentation of the payload; null for a card charge, which needs no action. */
  readonly action: InvoicePaid['action']
  readonly payload: string
}

type OnEnd = (payment: PendingPayment, status: TopUpStatus) => void

interface Parts {
  /** Reads the status of a payment; null after a failure. */
  readonly check: (payment: PendingPayment) => Promise<TopUpStatus | null>
  /** Calls again and again until the returned function is called. */
  readonly repeat: (call: () => void) => () => void
  /** Reports the end of a payment whose invoice is not on screen. */
  readonly report: OnEnd
}

/** Watches the payments of invoices, one of each, until they end. Reports each end once, however often it is read. */
export function newPaymentWatch({ check, repeat, report }: Parts) {
  const watched = new Map<InvoiceId, { readonly payment: PendingPayment; readonly stop: () => void }>()
  const shown = new Map<InvoiceId, OnEnd>()
  const listeners = new Set<() => void>()

  const pendingOf = (invoice: InvoiceId): PendingPayment | null => watched.get(invoice)?.payment ?? null

  /** Stops watching a payment. Returns false where that was done before. */
  function drop(payment: PendingPayment): boolean {
    const { id } = payment.invoice
    const found = watched.get(id)
    if (found?.payment !== payment) return false
    found.stop()
    watched.delete(id)
    for (const changed of listeners) changed()
    return true
  }

  function end(payment: PendingPayment, status: TopUpStatus): void {
    if (!drop(payment)) return
    const onEnd = shown.get(payment.invoice.id) ?? report
    onEnd(payment, status)
  }

  async function poll(payment: PendingPayment): Promise<void> {
    const status = await check(payment)
    if (status !== null && status !== TopUpStatus.Open) end(payment, status)
  }

  function start(payment: PendingPayment): void {
    const earlier = pendingOf(payment.invoice.id)
    if (earlier !== null) drop(earlier)
    watched.set(payment.invoice.id, { payment, stop: repeat(() => void poll(payment)) })
    for (const changed of listeners) changed()
  }

  return {
    start,
    drop,
    end,
    pendingOf,
    subscribe: (changed: () => void) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    /** Reports the end of an invoice's payment here while the invoice is on screen. */
    show: (invoice: InvoiceId, onEnd: OnEnd) => {
      shown.set(invoice, onEnd)
      return () => void shown.delete(invoice)
    },
  }
}
