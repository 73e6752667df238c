import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { RefundId, TransactionId } from '../../ids.ts'
import { refund as limits } from '../../limits/finance.ts'
import { parseMicros } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { refundRefusals, refundStatuses, topUpChannels } from '../../vocabulary/payment.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { oneLine } from '../one-line.ts'

/** Exact, as a decimal string or a number: the server never rounds a refund. */
const Amount = z
  .union([z.string().max(32), z.number()])
  .transform((amount) => parseMicros(String(amount)))
  .refine((amount) => amount !== null)

/** The terms of refunding a charge now (semantics D5). */
export const RefundOffer = z.object({
  currency: z.enum(Currency),
  /** The channel that receives the money. */
  channel: z.enum(topUpChannels),
  /** The largest refundable amount, in whole cents. */
  refundable: Decimal,
  /** Percent of `refunded_late` and the amount together, cut to the cent, less `fees_taken`; 0 until `fee_from`. */
  fee_percent: z.number().int(),
  /** The charge's earlier refunds with a fee, and their fees. */
  refunded_late: Decimal,
  fees_taken: Decimal,
  fee_from: z.iso.datetime(),
  /**
   * The charge's cashback: the part taken out of its fund, and the part withheld from the amount because that fund no
   * longer holds it.
   */
  clawback: Decimal,
  withheld: Decimal,
  /** Why the charge cannot be refunded now; null where it can. */
  refusal: z.enum(refundRefusals).nullable(),
})
export type RefundOffer = z.infer<typeof RefundOffer>

/** A refund. Fee, withheld and paid_out sum to its amount. */
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
  /** Computes the terms of a refund. */
  offer: { params, reply: RefundOffer },
  /** Pays part of a charge back through its channel. A refund is pending until the channel confirms it. */
  create: {
    idempotent: true,
    params,
    body: z.strictObject({ amount: Amount, reason: oneLine(limits.reason.min, limits.reason.max) }),
    reply: Refund,
  },
})
