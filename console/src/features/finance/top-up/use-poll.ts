import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { useEffect, useEffectEvent, useState } from 'react'
import { checkOrder, type PendingTopUp } from './orders.ts'
import { pollStep } from './settlement.ts'

/** Polls a QR code every five seconds. Returns true once it can no longer be paid (specification section 4). */
export function usePoll(pending: PendingTopUp, onPaid: (reply: OrderCheck) => void): boolean {
  const [over, setOver] = useState<PendingTopUp | null>(null)
  const paid = useEffectEvent(onPaid)
  useEffect(() => {
    const from = Date.now()
    let [asking, left] = [false, false]
    async function check() {
      asking = true
      return checkOrder(pending).finally(() => (asking = false))
    }
    async function ask() {
      // A request that is still pending counts as unanswered, so that a stalled network does not keep an expired code
      // open.
      const reply = asking ? null : await check()
      if (left) return // a late reply belongs to another code
      const step = pollStep(Date.now() - from, reply?.status ?? null)
      if (step !== 'wait') clearInterval(timer)
      if (step === 'over') setOver(pending)
      if (step === 'paid' && reply) paid(reply)
    }
    const timer = setInterval(() => void ask(), limits.wechatPoll)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [pending])
  return over === pending
}
