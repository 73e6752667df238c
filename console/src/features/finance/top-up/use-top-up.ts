import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'
import { t as textNow } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { travelling } from './amount.ts'
import { cashbackIn } from './cashback.ts'
import { balanceNow, checkOrder, type Pending, type Wanted } from './orders.ts'
import { leadTo, openWindow } from '../../../lib/payment-window.ts'
import { roseBy } from './settled.ts'

/** The open dialog: the outcome of the payment, or its cancellation. */
type Question = 'outcome' | 'cancel'

const isPaid = (reply: OrderCheck | null): reply is OrderCheck => reply?.status === TopUpStatus.Paid

/** A payment from its order to its end (specification section 4, "Top-up flow"; ruling 4). */
export function useTopUp(onDone: () => void) {
  const [pending, setPending] = useState<Pending | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [cashback, setCashback] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The pending payment as seen by calls that started earlier. */
  const current = useRef<Pending | null>(null)
  const looking = useRef(false)

  function put(next: Pending | null) {
    current.current = next
    setPending(next)
    setQuestion(null)
  }

  /** Creates the order and presents it: in a window of its own, or as a QR code on this page. */
  async function begin(wanted: Wanted): Promise<void> {
    const { amount, channel, currency } = wanted
    const opened = channel === 'wxpay' ? null : openWindow(textNow('top-up.opening'))
    const balance = balanceNow()
    try {
      const order = await api.topUp.create({ body: { amount: travelling(amount), channel, currency } })
      if (order.action === 'open') leadTo(opened, order.payload)
      else opened?.close()
      put({ ...wanted, order, balance })
    } catch (error) {
      opened?.close()
      throw error
    }
  }

  /** Reports each payment once, whether an order check or a risen balance confirmed it. */
  async function succeed(of: Pending, reply: OrderCheck | null): Promise<void> {
    if (current.current !== of) return
    put(null)
    await tell(of, reply)
  }

  async function tell(of: Pending, reply: OrderCheck | null): Promise<void> {
    onDone()
    toast('ok', textNow('top-up.completed'))
    if (reply) void reloadAccount(queryClient)
    void queryClient.invalidateQueries({ queryKey: [api.account.progress.address] })
    if (of.channel !== 'alipay') return
    const checked = isPaid(reply) ? reply : await checkOrder(of)
    if (isPaid(checked)) setCashback(cashbackIn(checked.extra))
  }

  async function look(of: Pending): Promise<void> {
    const reply = await checkOrder(of)
    if (isPaid(reply)) return succeed(of, reply)
    await reloadAccount(queryClient)
    if (roseBy(of.balance, balanceNow(), of.amount)) return succeed(of, null)
    if (current.current === of && of.order.action === 'open') setQuestion('outcome')
    return undefined
  }

  /** The tab is visible again. */
  async function returned(): Promise<void> {
    const of = current.current
    if (!of || looking.current) return
    looking.current = true
    await look(of).finally(() => (looking.current = false))
  }

  /** The customer's answer about a payment with an unknown outcome. */
  function answer(paid: boolean) {
    put(null)
    if (!paid) return
    onDone()
    void reloadAccount(queryClient)
  }

  /** Cancels the order. Returns false where it was paid before. */
  async function close(of: Pending): Promise<boolean> {
    const reply = await api.topUp.cancel({ params: { id: of.order.id } })
    if (isPaid(reply)) await succeed(of, reply)
    return !isPaid(reply)
  }

  async function cancel(): Promise<void> {
    const of = current.current
    if (!of || !(await close(of)) || current.current !== of) return
    put(null)
    toast('ok', textNow('top-up.cancelled'))
  }

  /** Replaces an expired code. */
  async function renew(): Promise<void> {
    const of = current.current
    if (of && (await close(of))) await begin(of).catch(failed)
  }

  /** Leaves an expired code, unless it was paid at the last moment. */
  async function leave(): Promise<void> {
    const of = current.current
    if (!of) return
    put(null)
    const reply = await checkOrder(of)
    if (isPaid(reply)) await tell(of, reply)
  }

  /** A 403 opens a dialog (specification section 8), every other error a toast. */
  function failed(error: unknown) {
    if (error instanceof ApiError && error.status === 403) setRefusal(error.message)
    else showError(error)
  }

  return {
    pending,
    question,
    cashback,
    refusal,
    begin,
    failed,
    returned: () => void returned(),
    paid: (reply: OrderCheck) => current.current && void succeed(current.current, reply),
    ask: setQuestion,
    answer,
    cancel,
    renew,
    leave,
    thanked: () => setCashback(null),
    read: () => setRefusal(null),
  }
}

export type TopUp = ReturnType<typeof useTopUp>
