import { createRounds, type Rounds } from '../../kit/rounds.ts'
import {
  type PaymentFailure,
  type PaymentProvider,
  type PaymentRefund,
  referenceOf,
  type RefundState,
} from '../../providers/payments/provider.ts'
import { paymentOrder } from '../channels.ts'
import { settleFact } from '../settlement/settle.ts'
import type { TopUpDeps } from '../deps.ts'
import { type ChargeRow, claimDueRefunds, findOrder, isCharge, type RefundRow, updateRefund } from './store.ts'

const EVERY = 2_000
/** Claimed and asked for together. */
const BATCH = 10
const NEXT_ASKED_AFTER = 10_000

/** Asks the channel to pay a refund out, or what became of it; what it says takes effect. */
export async function askRefund(deps: TopUpDeps, refund: RefundRow, time: 'first' | 'again'): Promise<void> {
  const { db, clock, log, channels } = deps
  const charge = await findOrder(db, refund.account_id, refund.top_up_id)
  if (charge === null || !isCharge(charge)) throw new Error(`refund ${refund.id} is of an order that was never paid`)
  const offered = channels.get(charge.channel)
  if (offered?.test !== charge.test) return
  const asked = paymentRefund(refund, charge)
  const state = await answerOf(await offered.provider(), asked, time)
  const told = factOf(state, asked)
  if (told !== null) await settleFact(deps, charge, told)
  if ('remoteId' in state)
    await updateRefund(db, refund, {
      remote_id: state.remoteId,
      ...(state.kind === 'pending' && { ask_at: new Date(clock.now().getTime() + NEXT_ASKED_AFTER) }),
    })
  if ('reason' in state)
    log.warn({ refund: refund.id, channel: charge.channel, kind: state.kind, reason: state.reason }, 'a refund waits')
}

/** Only a channel that knows of no refund is asked for it anew: an earlier call may have been carried out unheard. */
async function answerOf(
  provider: PaymentProvider,
  asked: PaymentRefund,
  time: 'first' | 'again',
): Promise<RefundState | PaymentFailure> {
  const known = time === 'first' ? ({ kind: 'absent' } as const) : await provider.queryRefund(asked)
  if (known.kind === 'refused') return { ...known, kind: 'unreachable' } // a no to the question says nothing of the refund
  return known.kind === 'absent' ? provider.refund(asked) : known
}

function factOf(state: RefundState | PaymentFailure, { reference: refund }: PaymentRefund) {
  if (state.kind === 'refunded')
    return { id: `polled:refunded:${refund}`, update: { kind: 'refund_done', refund } } as const
  if (state.kind !== 'failed' && state.kind !== 'refused') return null
  return {
    id: `polled:refund_failed:${refund}`,
    update: { kind: 'refund_failed', refund, reason: state.reason },
  } as const
}

const paymentRefund = (refund: RefundRow, charge: ChargeRow): PaymentRefund => ({
  reference: referenceOf(refund.id),
  order: paymentOrder(charge),
  paymentId: charge.payment_id,
  amount: refund.paid_out_micros,
  remoteId: refund.remote_id,
})

/** Asks for every refund that is due; one that fails keeps none of the others from its turn. */
export async function askDueRefunds(deps: TopUpDeps): Promise<void> {
  const due = await claimDueRefunds(deps.db, deps.clock.now(), BATCH)
  await Promise.all(
    due.map((refund) =>
      askRefund(deps, refund, 'again').catch((error: unknown) =>
        deps.log.warn({ err: error, refund: refund.id }, 'a refund could not be asked for'),
      ),
    ),
  )
}

export const refundRounds = (deps: TopUpDeps): Rounds =>
  createRounds(() => askDueRefunds(deps), { every: EVERY, what: 'asking for refunds', log: deps.log })
