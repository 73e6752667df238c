import type { OrderCheck } from '@hongyan/contract/endpoints/finance/top-up'
import { topUp as limits } from '@hongyan/contract/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { checkOrder, type Pending } from './orders.ts'
import { pollStep } from './settled.ts'

/** Asks every five seconds whether a code was paid; true once nobody needs to ask any more (specification section 4). */
export function usePoll(pending: Pending, onPaid: (reply: OrderCheck) => void): boolean {
  const [over, setOver] = useState<Pending | null>(null)
  const paid = useEffectEvent(onPaid)
  useEffect(() => {
    const from = Date.now()
    let [asking, left] = [false, false]
    async function check() {
      asking = true
      return checkOrder(pending).finally(() => (asking = false))
    }
    async function ask() {
      // While an answer is waited for only the time counts: a network that hangs does not keep a code alive.
      const reply = asking ? null : await check()
      if (left) return // the answer that came too late speaks of another code
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
