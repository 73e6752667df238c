import { SECOND } from '@hongyan/contract/durations'
import type { Loop } from '../../jobs/loop.ts'
import {
  type PaymentFailure,
  type PaymentProvider,
  type PaymentRefund,
  referenceOf,
  type RefundState,
} from '../../providers/payments/provider.ts'
import { paymentOrder } from '../channels.ts'
import { settleUpdate } from '../settlement/settle.ts'
import type { PaymentDeps } from '../deps.ts'
import {
  type PaidOrder,
  claimDueRefunds,
  countDueRefunds,
  dueRefunds,
  findOrder,
  isPaid,
  type RefundRow,
  updateRefund,
} from './store.ts'

const EVERY = 2 * SECOND
const NEXT_POLL_AFTER = 10 * SECOND

/** Sends a refund to its channel, or polls it after the first time, and settles the answer. */
export async function sendRefund(deps: PaymentDeps, refund: RefundRow, call: 'first' | 'again'): Promise<void> {
  const { db, clock, log, channels } = deps
  const charge = await findOrder(db, refund.account_id, refund.top_up_id)
  if (charge === null || !isPaid(charge)) throw new Error(`refund ${refund.id} is of an order that was never paid`)
  const offered = channels.get(charge.channel)
  if (offered?.test !== charge.test) return
  const wanted = paymentRefund(refund, charge)
  const state = await answerOf(await offered.provider(), wanted, call)
  const update = updateOf(state, wanted)
  if (update !== null) await settleUpdate(deps, charge, update)
  if ('remoteId' in state)
    await updateRefund(db, refund, {
      remote_id: state.remoteId,
      ...(state.kind === 'pending' && { poll_at: new Date(clock.now().getTime() + NEXT_POLL_AFTER) }),
    })
  if ('reason' in state)
    log.warn({ refund: refund.id, channel: charge.channel, kind: state.kind, reason: state.reason }, 'a refund waits')
}

/** Sends a refund again only where the channel does not know it: an earlier call may have succeeded without an answer. */
async function answerOf(
  provider: PaymentProvider,
  refund: PaymentRefund,
  call: 'first' | 'again',
): Promise<RefundState | PaymentFailure> {
  const known = call === 'first' ? ({ kind: 'absent' } as const) : await provider.queryRefund(refund)
  if (known.kind === 'refused') return { ...known, kind: 'unreachable' } // a refused query says nothing of the refund
  return known.kind === 'absent' ? provider.refund(refund) : known
}

function updateOf(state: RefundState | PaymentFailure, { reference: refund }: PaymentRefund) {
  if (state.kind === 'refunded')
    return { id: `polled:refunded:${refund}`, update: { kind: 'refund_done', refund } } as const
  if (state.kind !== 'failed' && state.kind !== 'refused') return null
  return {
    id: `polled:refund_failed:${refund}`,
    update: { kind: 'refund_failed', refund, reason: state.reason },
  } as const
}

const paymentRefund = (refund: RefundRow, charge: PaidOrder): PaymentRefund => ({
  reference: referenceOf(refund.id),
  order: paymentOrder(charge),
  paymentId: charge.payment_id,
  amount: refund.paid_out_micros,
  remoteId: refund.remote_id,
})

/** Polls every refund that is due. A failure is logged; the claim has already set the refund's next poll. */
export async function pollDueRefunds(deps: PaymentDeps): Promise<void> {
  const due = await claimDueRefunds(deps.db, deps.clock.now())
  await Promise.all(
    due.map((refund) =>
      sendRefund(deps, refund, 'again').catch((error: unknown) =>
        deps.log.warn({ err: error, refund: refund.id }, 'a refund could not be polled'),
      ),
    ),
  )
}

export const refundLoop = (deps: PaymentDeps): Loop => ({
  name: 'refunds',
  every: EVERY,
  isDue: dueRefunds.isDue,
  run: () => pollDueRefunds(deps),
  backlog: () => countDueRefunds(deps.db, deps.clock.now()),
})
