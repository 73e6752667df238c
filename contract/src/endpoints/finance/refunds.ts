import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { RefundId, TransactionId } from '../../ids.ts'
import { refund as limits } from '../../limits.ts'
import { parseMicros } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { refundRefusals, refundStatuses, topUpChannels } from '../../vocabulary/payment.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { oneLine } from '../one-line.ts'

/** As a decimal string or a number, exact: nobody is paid out another sum than was asked for. */
const Amount = z
  .union([z.string().max(32), z.number()])
  .transform((asked) => parseMicros(String(asked)))
  .refine((amount) => amount !== null)

/** On which terms a charge would be refunded now (semantics D5). */
export const RefundOffer = z.object({
  currency: z.enum(Currency),
  /** Where the money goes back to. */
  channel: z.enum(topUpChannels),
  /** Up to how much, in whole cents. */
  refundable: Decimal,
  /** Of the amount, cut to the cent; 0 until `fee_from`. */
  fee_percent: z.number().int(),
  fee_from: z.iso.datetime(),
  /** The charge's cashback: what is taken out of its fund, and what is kept back of the amount since that fund has it no more. */
  clawback: Decimal,
  withheld: Decimal,
  /** Why none can be asked for now; null where one can. */
  refusal: z.enum(refundRefusals).nullable(),
})
export type RefundOffer = z.infer<typeof RefundOffer>

/** A refund; fee, withheld and paid_out sum to its amount. */
export const Refund = z.object({
  id: RefundId,
  status: z.enum(refundStatuses),
  amount: Decimal,
  fee: Decimal,
  withheld: Decimal,
  paid_out: Decimal,
  clawback: Decimal,
})
export type Refund = z.infer<typeof Refund>

const params = z.strictObject({ id: TransactionId })

export const refunds = endpoints(addresses.refunds, {
  /** What a refund of the charge would give. */
  offer: { params, reply: RefundOffer },
  /** Pays a part of a charge back by the channel it came by. Pending: the channel has not said yet that it is done. */
  create: {
    idempotent: true,
    params,
    body: z.strictObject({ amount: Amount, reason: oneLine(limits.reason.min, limits.reason.max) }),
    reply: Refund,
  },
})
