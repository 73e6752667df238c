import type { InvoiceDetail, InvoicePaid } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethodId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits'
import type { Micros } from '@hongyan/contract/money'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow } from '../../../../i18n/text.ts'
import { leadTo, openWindow } from '../../../../lib/payment-window.ts'
import { useReturn } from '../../../../lib/use-return.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isZero, moneyText, written } from '../money.ts'
import { reloadInvoices } from '../queries.ts'

/** A saved card, a channel's own page, or the account's funds. */
export type Way = { readonly channel: TopUpChannel | 'balance'; readonly card?: PaymentMethodId }

/** A payment without a final status yet. */
export interface Begun {
  readonly id: TopUpId
  readonly channel: TopUpChannel
  readonly amount: Micros
  /** How to present the payload; null for a card charge, which needs no action. */
  readonly action: InvoicePaid['action']
  readonly payload: string
}

const closed: readonly TopUpStatus[] = [TopUpStatus.Cancelled, TopUpStatus.Expired, TopUpStatus.Failed]

async function statusOf({ id, channel }: Begun): Promise<TopUpStatus | null> {
  const call = { query: { ts: String(Date.now()) }, body: { id: [id], channel } }
  const reply = await api.topUp.check(call).catch(() => null)
  return reply?.status ?? null
}

/** Opens the window at once: browsers allow it only during the click. */
const windowFor = ({ channel, card }: Way): Window | null =>
  card === undefined && (channel === 'stripe' || channel === 'alipay') ? openWindow(textNow('invoices.opening')) : null

/** Polls a payment every five seconds, and whenever the tab becomes visible again. */
function useWatch(begun: Begun | null, onStatus: (of: Begun, status: TopUpStatus) => void): void {
  const heard = useEffectEvent(onStatus)
  const ask = useEffectEvent(async (of: Begun) => {
    const status = await statusOf(of)
    if (status !== null && begun === of) heard(of, status)
  })
  useEffect(() => {
    if (!begun) return undefined
    const timer = setInterval(() => void ask(begun), limits.wechatPoll)
    return () => clearInterval(timer)
  }, [begun])
  useReturn(
    begun !== null,
    () => begun && void statusOf(begun).then((status) => status !== null && onStatus(begun, status)),
  )
}

/** Pays an invoice, from the click to the final status. */
export function usePayment(detail: InvoiceDetail, onDone: () => void) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [isClosed, setClosed] = useState(false)
  const { id, number, currency } = detail

  async function done(): Promise<void> {
    setBegun(null)
    const { outstanding } = await api.invoices.get({ params: { id } }).catch(() => detail)
    const words = { number: number ?? '', outstanding: moneyText(outstanding, currency) }
    toast(
      'ok',
      textNow('invoices.paidTitle'),
      textNow(isZero(outstanding) ? 'invoices.paidWhole' : 'invoices.paidPart', words),
    )
    onDone()
    await reloadInvoices()
  }

  useWatch(begun, (of, status) => {
    if (begun !== of) return
    if (status === TopUpStatus.Paid) void done()
    if (!closed.includes(status)) return
    setBegun(null)
    setClosed(true)
  })

  async function pay(amount: Micros, way: Way): Promise<void> {
    setClosed(false)
    const opened = windowFor(way)
    const { channel, card } = way
    const body = { amount: written(amount), channel, ...(card !== undefined && { pm_id: card }) }
    const answer = await api.invoices.pay({ params: { id }, body }).catch((no: unknown) => {
      opened?.close()
      throw no
    })
    const isThrough = answer.invoice.paid !== detail.paid
    if (answer.id === null || channel === 'balance' || (answer.action === null && isThrough)) return done()
    const payload = answer.payload ?? ''
    if (answer.action === 'open') leadTo(opened ?? openWindow(textNow('invoices.opening')), payload)
    else opened?.close()
    setBegun({ id: answer.id, channel, amount, action: answer.action, payload })
    return undefined
  }

  async function cancel(): Promise<void> {
    if (!begun) return
    const { status } = await api.topUp.cancel({ params: { id: begun.id } })
    if (status === TopUpStatus.Paid) return done()
    setBegun(null)
    return undefined
  }

  return { begun, isClosed, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>
