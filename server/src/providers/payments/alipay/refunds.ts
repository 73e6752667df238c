import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import { callGateway, Failure, readReply } from './calls.ts'
import { type Bounded, refused, unreachable } from '../calls.ts'
import type { PaymentProvider, PaymentRefund, RefundState } from '../provider.ts'
import { ofUnits, refundSubjectOf, unitsOf } from '../terms.ts'

const Refund = z.object({ fundChange: z.string().optional() })
const Query = z.object({
  outRequestNo: z.string().optional(),
  refundAmount: z.string().optional(),
  refundStatus: z.string().optional(),
})

/** Alipay identifies a refund by our number, so a repeated request is the same refund. */
export function alipayRefunds(sdk: () => AlipaySdk, limited: Bounded): Pick<PaymentProvider, 'refund' | 'queryRefund'> {
  const query = async (refund: PaymentRefund): Promise<RefundState> => {
    const response = await callGateway(sdk(), 'alipay.trade.fastpay.refund.query', namesOf(refund))
    return readReply(response, (answer) => stateOf(Query.parse(answer), refund)) ?? { kind: 'absent' }
  }
  return {
    queryRefund: (refund) => limited(() => query(refund)),
    refund: (refund) =>
      limited(async () => {
        const response = await callGateway(sdk(), 'alipay.trade.refund', {
          ...namesOf(refund),
          refund_amount: unitsOf(refund.amount),
          refund_reason: refundSubjectOf(refund.order),
        })
        const answer = readReply(response, (one) => Refund.parse(one))
        if (answer === null) throw new Failure(refused('ACQ.TRADE_NOT_EXIST'))
        // `Y`: this call moved the money. Otherwise an earlier call did, or it has yet to move.
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

/** Alipay's response is empty for an unknown refund and for one that has not been paid out yet. */
function stateOf(response: z.infer<typeof Query>, { reference, amount }: PaymentRefund): RefundState {
  if (response.refundStatus !== 'REFUND_SUCCESS') return { kind: 'absent' }
  if (response.outRequestNo !== reference || ofUnits(response.refundAmount ?? '') !== amount)
    throw new Failure(unreachable('another_refund'))
  return { kind: 'refunded', remoteId: null }
}
