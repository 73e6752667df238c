import type { InvoiceDetail, InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow } from '../../../../i18n/text.ts'
import { openInWindow, openPaymentWindow } from '../../../../lib/payment-window.ts'
import { useReturn } from '../../../../lib/use-return.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isZero, moneyText, amountInput } from '../money.ts'
import { reloadInvoices } from '../queries.ts'

/** A saved card, a channel's own page, or the account's funds. */
export type PaymentSource = { readonly channel: TopUpChannel | 'balance'; readonly card?: PaymentMethodId }

/** A payment without a final status yet. */
export interface PendingPayment {
  readonly id: TopUpId
  readonly channel: TopUpChannel
  readonly amount: Micros
  /** The presentation of the payload; null for a card charge, which needs no action. */
  readonly action: InvoicePaid['action']
  readonly payload: string
}

/** The values of the form. `way` is the value of its payment option. */
interface PayEntries {
  readonly amount: Micros
  readonly way: string
}

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

/** Polls a payment every five seconds, and whenever the tab becomes visible again. */
function useWatch(pending: PendingPayment | null, onStatus: (of: PendingPayment, status: TopUpStatus) => void): void {
  const reportStatus = useEffectEvent(onStatus)
  const poll = useEffectEvent(async (of: PendingPayment) => {
    const status = await statusOf(of)
    if (status !== null && pending === of) reportStatus(of, status)
  })
  useEffect(() => {
    if (!pending) return undefined
    const timer = setInterval(() => void poll(pending), limits.wechatPoll)
    return () => clearInterval(timer)
  }, [pending])
  useReturn(
    pending !== null,
    () => pending && void statusOf(pending).then((status) => status !== null && onStatus(pending, status)),
  )
}

/** Pays an invoice, from the click to the final status. It outlives its dialog, so that a card charge may be left. */
export function usePayment(detail: InvoiceDetail) {
  const [isOpen, setOpen] = useState(false)
  const [pending, setPending] = useState<PendingPayment | null>(null)
  const [isClosed, setClosed] = useState(false)
  /** The form begins with them again once the payment is closed. */
  const [entries, setEntries] = useState<PayEntries | null>(null)
  const { id, number, currency } = detail

  function close() {
    setOpen(false)
    setClosed(false)
    if (pending === null) setEntries(null)
  }

  function end() {
    setPending(null)
    setEntries(null)
    setOpen(false)
  }

  async function done(): Promise<void> {
    end()
    const { outstanding } = await api.invoices.get({ params: { id } }).catch(() => detail)
    const values = { number: number ?? '', outstanding: moneyText(outstanding, currency) }
    toast(
      'ok',
      textNow('invoices.paidTitle'),
      textNow(isZero(outstanding) ? 'invoices.paidWhole' : 'invoices.paidPart', values),
    )
    await reloadInvoices()
  }

  /** The money comes in days, so this page does not wait for it. */
  async function showProcessing(): Promise<void> {
    end()
    toast('ok', textNow('invoices.processing'), textNow('invoices.processingText'))
    await reloadInvoices()
  }

  useWatch(pending, (of, status) => {
    if (pending !== of) return
    if (status === TopUpStatus.Paid) void done()
    if (status === TopUpStatus.Processing) void showProcessing()
    if (!closed.includes(status)) return
    setPending(null)
    setClosed(true)
    if (!isOpen) toast('bad', textNow('invoices.closed'))
  })

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
    if (answer.id === null || channel === 'balance' || (answer.action === null && isThrough)) return done()
    const payload = answer.payload ?? ''
    if (answer.action === 'open') openInWindow(opened ?? openPaymentWindow(textNow('invoices.opening')), payload)
    else opened?.close()
    setEntries({ amount, way: card ?? channel })
    setPending({ id: answer.id, channel, amount, action: answer.action, payload })
    return undefined
  }

  async function cancel(): Promise<void> {
    if (!pending) return
    const { status } = await api.topUp.cancel({ params: { id: pending.id } })
    if (status === TopUpStatus.Paid) return done()
    if (status === TopUpStatus.Processing) return showProcessing()
    setPending(null)
    return undefined
  }

  return { isOpen, open: () => setOpen(true), close, pending, isClosed, entries, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>
