import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { TopUpId } from '../../ids.ts'
import { topUp as limits } from '../../limits/finance.ts'
import { parseCut } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { topUpActions, topUpChannels, TopUpStatus } from '../../vocabulary/payment.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { requiredError } from '../field-errors.ts'

/**
 * An amount to pay, as a decimal string or a number. Decimals beyond the cent are cut. The range depends on the
 * currency.
 */
const Amount = z
  .union([z.string().max(64), z.number()], requiredError('amount_required'))
  .transform((amount) => parseCut(amount, limits.decimals))
  .refine((amount) => amount !== null)

/** A forecast for a top-up from the account's recent usage, at current prices. */
const Outlook = z.object({
  /** The most frequent country of the newest messages, and the price of one part there. */
  iso2: z.string(),
  unit_price: Decimal,
  /** Average cost per day over the last 30 days; zero without usage. */
  daily_cost: Decimal,
})

/** Specification section 3, "Top-up order response". The payload is an address to open or the content of a QR code. */
export const TopUpOrder = z.object({ id: TopUpId, action: z.enum(topUpActions), payload: z.string() })
export type TopUpOrder = z.infer<typeof TopUpOrder>

/** The fields that take new cards (ruling 9): the console's own, or Stripe's, which need its key. */
const NewCards = z.discriminatedUnion('take', [
  z.object({ take: z.literal('numbers') }),
  z.object({ take: z.literal('tokens'), publishable_key: z.string() }),
])
export type NewCards = z.infer<typeof NewCards>

/** The data of the top-up page beyond the account. */
export const TopUpChoice = z.object({
  /** The available channels: those of the currency, without blocked and unconfigured ones. */
  channels: z.array(z.enum(topUpChannels)),
  /** The end of the cashback campaign, past or future; null for an account that gets no cashback. */
  cashback_until: z.iso.datetime().nullable(),
  /** The top-ups that can still be paid, newest first. */
  pending: z.array(TopUpOrder.extend({ amount: Decimal, channel: z.enum(topUpChannels), currency: z.enum(Currency) })),
  /** Null before the first message. */
  outlook: Outlook.nullable(),
  /** Null where the account can add no card. */
  cards: NewCards.nullable(),
})
export type TopUpChoice = z.infer<typeof TopUpChoice>

/** Specification section 3, "Order check response". Several orders are paid only when all of them are. */
export const OrderCheck = z.object({
  status: z.enum(TopUpStatus),
  extra: z.object({ cashback: Decimal.optional() }),
})
export type OrderCheck = z.infer<typeof OrderCheck>

const params = z.strictObject({ id: TopUpId })

export const topUp = endpoints(addresses.topUp, {
  get: { reply: TopUpChoice },
  create: {
    idempotent: true,
    body: z.strictObject({ amount: Amount, channel: z.enum(topUpChannels), currency: z.enum(Currency) }),
    reply: TopUpOrder,
  },
  /** Cancels the order at its channel. An order that was paid first stays paid, and the reply says so. */
  cancel: { params, reply: OrderCheck },
  /**
   * Checks whether top-ups are paid. The server polls the channel for an unknown outcome. `ts` only prevents caching.
   */
  check: {
    unaudited: true,
    query: z.strictObject({ ts: z.string().max(32).optional() }),
    body: z.strictObject({ id: z.array(TopUpId).min(1).max(limits.checkedAtOnce), channel: z.enum(topUpChannels) }),
    reply: OrderCheck,
  },
})
