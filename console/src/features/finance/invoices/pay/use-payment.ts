import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethodId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow } from '../../../../i18n/text.ts'
import { openInWindow, openPaymentWindow } from '../../../../lib/payment-window.ts'
import { onReturn } from '../../../../lib/use-return.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isZero, moneyText, amountInput } from '../money.ts'
import { reloadInvoices } from '../queries.ts'
import { newPaymentWatch, type PendingPayment } from './payment-watch.ts'

/** A saved card, a channel's own page, or the account's funds. */
export type PaymentSource = { readonly channel: TopUpChannel | 'balance'; readonly card?: PaymentMethodId }

/** The values of the form. */
type PayEntries = Pick<PendingPayment, 'amount' | 'way'>

const closed: readonly TopUpStatus[] = [TopUpStatus.Cancelled, TopUpStatus.Expired, TopUpStatus.Failed]

async function statusOf({ id, channel }: PendingPayment): Promise<TopUpStatus | null> {
  const call = { query: { ts: String(Date.now()) }, body: { id: [id], channel } }
  const reply = await api.topUp.check(call).catch(() => null)
  return reply?.status ?? null
}

/** Opens the window at once: browsers allow it only during the click. */
const windowFor = ({ channel, card }: PaymentSource): Window | null =>
  card === undefined && (channel === 'stripe' || channel === 'alipay')
    ? openPaymentWindow(textNow('invoices.opening'))
    : null

async function reportPaid({ id, number, currency, outstanding: before }: PendingPayment['invoice']): Promise<void> {
  const { outstanding } = await api.invoices.get({ params: { id } }).catch(() => ({ outstanding: before }))
  const values = { number: number ?? '', outstanding: moneyText(outstanding, currency) }
  toast(
    'ok',
    textNow('invoices.paidTitle'),
    textNow(isZero(outstanding) ? 'invoices.paidWhole' : 'invoices.paidPart', values),
  )
  await reloadInvoices()
}

function report({ invoice }: PendingPayment, status: TopUpStatus): void {
  const number = invoice.number ?? ''
  if (status === TopUpStatus.Paid) void reportPaid(invoice)
  else if (status === TopUpStatus.Processing) {
    // The money comes in days, so the console does not wait for it.
    toast('ok', textNow('invoices.processing'), textNow('invoices.processingText', { number }))
    void reloadInvoices()
  } else toast('bad', textNow('invoices.closedOf', { number }))
}

/** Calls every five seconds, and whenever the tab becomes visible again. */
function repeat(call: () => void): () => void {
  const timer = setInterval(call, limits.wechatPoll)
  const ignore = onReturn(call)
  return () => {
    clearInterval(timer)
    ignore()
  }
}

/** Outlives the sheet of an invoice, so that a card charge whose sheet was closed still shows its end. */
const watch = newPaymentWatch({ check: statusOf, repeat, report })

/** Pays an invoice, from the click to the final status. A payment that is pending already is taken up again. */
export function usePayment(detail: InvoiceDetail) {
  const [isOpen, setOpen] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const { id } = detail
  /** The form begins with them again once the payment is closed, also where its sheet was closed meanwhile. */
  const [entries, setEntries] = useState<PayEntries | null>(() => watch.pendingOf(id))
  const pending = useSyncExternalStore(watch.subscribe, () => watch.pendingOf(id))

  function close() {
    setOpen(false)
    setClosed(false)
    if (pending === null) setEntries(null)
  }

  function end() {
    setEntries(null)
    setOpen(false)
  }

  const onEnd = useEffectEvent((of: PendingPayment, status: TopUpStatus) => {
    const isClosing = closed.includes(status)
    if (isClosing) setClosed(true)
    else end()
    if (!isClosing || !isOpen) report(of, status)
  })
  useEffect(() => watch.show(id, (of, status) => onEnd(of, status)), [id])

  async function pay(amount: Micros, source: PaymentSource): Promise<void> {
    setClosed(false)
    const opened = windowFor(source)
    const { channel, card } = source
    const body = { amount: amountInput(amount), channel, ...(card !== undefined && { pm_id: card }) }
    const answer = await api.invoices.pay({ params: { id }, body }).catch((error: unknown) => {
      opened?.close()
      throw error
    })
    const isThrough = answer.invoice.paid !== detail.paid
    if (answer.id === null || channel === 'balance' || (answer.action === null && isThrough)) {
      end()
      return reportPaid(detail)
    }
    const payload = answer.payload ?? ''
    if (answer.action === 'open') openInWindow(opened ?? openPaymentWindow(textNow('invoices.opening')), payload)
    else opened?.close()
    const payment = { id: answer.id, invoice: detail, channel, amount, way: card ?? channel }
    setEntries(payment)
    watch.start({ ...payment, action: answer.action, payload })
    return undefined
  }

  async function cancel(): Promise<void> {
    if (!pending) return
    const { status } = await api.topUp.cancel({ params: { id: pending.id } })
    if (status === TopUpStatus.Paid || status === TopUpStatus.Processing) watch.end(pending, status)
    else watch.drop(pending)
  }

  return { isOpen, open: () => setOpen(true), close, pending, isClosed, entries, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>
