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
import { wireAmount } from './amount.ts'
import { cashbackIn } from './cashback.ts'
import {
  balanceNow,
  checkOrder,
  choiceQuery,
  markAnswered,
  readBalance,
  type PendingTopUp,
  type TopUpRequest,
} from './orders.ts'
import { openInWindow, openPaymentWindow } from '../../../lib/payment-window.ts'
import { isSettled } from './settlement.ts'

/** The open dialog: the outcome of the payment, or its cancellation. */
type OpenDialog = 'outcome' | 'cancel'

type PaidCheck = OrderCheck & { readonly status: typeof TopUpStatus.Paid }

const isPaid = (reply: OrderCheck | null): reply is PaidCheck => reply?.status === TopUpStatus.Paid

/** A payment from its order to its end (specification section 4, "Top-up flow"; ruling 4). */
export function useTopUp(onDone: () => void, resume: () => PendingTopUp | null) {
  const [pending, setPending] = useState(resume)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [cashback, setCashback] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The pending payment now, for asynchronous calls that started with an earlier one. */
  const current = useRef(pending)
  const checking = useRef(false)

  function replace(next: PendingTopUp | null) {
    if (current.current) markAnswered(current.current)
    current.current = next
    void queryClient.invalidateQueries({ queryKey: choiceQuery.queryKey })
    setPending(next)
    setDialog(null)
  }

  /** Creates the order and presents it: in a window of its own, or as a QR code on this page. */
  async function create(request: TopUpRequest): Promise<void> {
    const { amount, channel, currency } = request
    const opened = channel === 'wxpay' ? null : openPaymentWindow(textNow('top-up.opening'))
    const balance = readBalance()
    try {
      const order = await api.topUp.create({ body: { amount: wireAmount(amount), channel, currency } })
      if (order.action === 'open') openInWindow(opened, order.payload)
      else opened?.close()
      replace({ ...request, order, balance })
    } catch (error) {
      opened?.close()
      throw error
    }
  }

  /** Reports each payment once, whether an order check or a risen balance confirmed it. */
  async function complete(of: PendingTopUp, reply: OrderCheck | null): Promise<void> {
    if (current.current !== of) return
    replace(null)
    await showCompleted(of, reply)
  }

  async function showCompleted(of: PendingTopUp, reply: OrderCheck | null): Promise<void> {
    onDone()
    toast('ok', textNow('top-up.completed'))
    if (reply) void reloadAccount(queryClient)
    void queryClient.invalidateQueries({ queryKey: [api.account.progress.address] })
    if (of.channel !== 'alipay') return
    const checked = isPaid(reply) ? reply : await checkOrder(of)
    if (isPaid(checked)) setCashback(cashbackIn(checked.extra))
  }

  async function check(of: PendingTopUp): Promise<void> {
    const reply = await checkOrder(of)
    if (isPaid(reply)) return complete(of, reply)
    if (reply?.status === TopUpStatus.Processing) return showProcessing(of)
    await reloadAccount(queryClient)
    const balances = { before: await of.balance, after: balanceNow() }
    if (isSettled(reply?.status ?? null, balances, of.amount)) return complete(of, null)
    const isWatched = of.order.action === 'open' && of.isResumed !== true
    if (current.current === of && isWatched) setDialog('outcome')
    return undefined
  }

  /** The money comes in days, so this page does not wait for it. */
  function showProcessing(of: PendingTopUp): void {
    if (current.current !== of) return
    replace(null)
    onDone()
    toast('ok', textNow('top-up.processing'), textNow('top-up.processingText'))
  }

  /** The tab is visible again. */
  async function checkOnReturn(): Promise<void> {
    const of = current.current
    if (!of || checking.current) return
    checking.current = true
    await check(of).finally(() => (checking.current = false))
  }

  /** The customer's answer about a payment with an unknown outcome. */
  function reportOutcome(paid: boolean) {
    replace(null)
    if (!paid) return
    onDone()
    void reloadAccount(queryClient)
  }

  /** Cancels the order. Returns false where it was paid before, or its money is under way. */
  async function cancelOrder(of: PendingTopUp): Promise<boolean> {
    const reply = await api.topUp.cancel({ params: { id: of.order.id } })
    if (isPaid(reply)) await complete(of, reply)
    const isProcessing = reply.status === TopUpStatus.Processing
    if (isProcessing) showProcessing(of)
    return !isPaid(reply) && !isProcessing
  }

  async function cancel(): Promise<void> {
    const of = current.current
    if (!of || !(await cancelOrder(of)) || current.current !== of) return
    replace(null)
    toast('ok', textNow('top-up.cancelled'))
  }

  /** Replaces an expired code. */
  async function renew(): Promise<void> {
    const of = current.current
    if (of && (await cancelOrder(of))) await create(of).catch(showFailure)
  }

  /** Shows the QR code of a resumed payment. */
  function showCode() {
    const of = current.current
    if (!of) return
    const { isResumed: _, ...shown } = of
    current.current = shown
    setPending(shown)
  }

  /** Leaves an expired code, unless it was paid at the last moment. */
  async function leave(): Promise<void> {
    const of = current.current
    if (!of) return
    replace(null)
    const reply = await checkOrder(of)
    if (isPaid(reply)) await showCompleted(of, reply)
  }

  /** A 403 opens a dialog (specification section 8), every other error a toast. */
  function showFailure(error: unknown) {
    if (error instanceof ApiError && error.status === 403) setRefusal(error.message)
    else showError(error)
  }

  return {
    pending,
    dialog,
    cashback,
    refusal,
    create,
    showFailure,
    checkOnReturn: () => void checkOnReturn(),
    onPaid: (reply: OrderCheck) => current.current && void complete(current.current, reply),
    confirmCancel: () => setDialog('cancel'),
    closeDialog: () => setDialog(null),
    reportOutcome,
    cancel,
    showCode,
    renew,
    leave,
    closeCashback: () => setCashback(null),
    closeRefusal: () => setRefusal(null),
  }
}

export type TopUp = ReturnType<typeof useTopUp>
