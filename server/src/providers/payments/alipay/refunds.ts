import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { ask, Failure, reply } from './calls.ts'
import { type Bounded, refused, unreachable } from '../calls.ts'
import type { PaymentProvider, PaymentRefund, RefundState } from '../provider.ts'
import { ofUnits, refundSubjectOf, unitsOf } from '../terms.ts'

const Refund = z.object({ fundChange: z.string().optional() })
const Query = z.object({
  outRequestNo: z.string().optional(),
  refundAmount: z.string().optional(),
  refundStatus: z.string().optional(),
})

/** Refunds go by our own number, under which the same one may be asked for again and again. */
export function alipayRefunds(sdk: () => AlipaySdk, limited: Bounded): Pick<PaymentProvider, 'refund' | 'queryRefund'> {
  const query = async (refund: PaymentRefund): Promise<RefundState> => {
    const said = await ask(sdk(), 'alipay.trade.fastpay.refund.query', namesOf(refund))
    return reply(said, (answer) => stateOf(Query.parse(answer), refund)) ?? { kind: 'absent' }
  }
  return {
    queryRefund: (refund) => limited(() => query(refund)),
    refund: (refund) =>
      limited(async () => {
        const said = await ask(sdk(), 'alipay.trade.refund', {
          ...namesOf(refund),
          refund_amount: unitsOf(refund.amount),
          refund_reason: refundSubjectOf(refund.order),
        })
        const answer = reply(said, (one) => Refund.parse(one))
        if (answer === null) throw new Failure(refused('ACQ.TRADE_NOT_EXIST'))
        // Money moved by this very call; else it moved by an earlier one, or has yet to move.
        if (answer.fundChange === 'Y') return { kind: 'refunded', remoteId: null }
        const state = await query(refund)
        return state.kind === 'absent' ? { kind: 'pending', remoteId: null } : state
      }),
  }
}

const namesOf = ({ order, reference }: PaymentRefund) => ({
  out_trade_no: order.reference,
  out_request_no: reference,
})

/** Alipay says nothing of a refund that it has not heard of, and nothing of one that has not come through. */
function stateOf(said: z.infer<typeof Query>, { reference, amount }: PaymentRefund): RefundState {
  if (said.refundStatus !== 'REFUND_SUCCESS') return { kind: 'absent' }
  if (said.outRequestNo !== reference || ofUnits(said.refundAmount ?? '') !== amount)
    throw new Failure(unreachable('another_refund'))
  return { kind: 'refunded', remoteId: null }
}
