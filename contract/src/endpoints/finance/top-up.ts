import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { TopUpId } from '../../ids.ts'
import { topUp as limits } from '../../limits.ts'
import { parseCut } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { topUpActions, topUpChannels, TopUpStatus } from '../../vocabulary/payment.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { needed } from '../ruled.ts'

/** An amount to pay, as a decimal string or a number; decimals beyond the cent are cut. Its range is the currency's. */
const Amount = z
  .union([z.string().max(64), z.number()], needed('amount_required'))
  .transform((asked) => parseCut(asked, limits.decimals))
  .refine((amount) => amount !== null)

/** What a top-up would do, as far as the account's last days tell; estimates, from the prices of now. */
const Outlook = z.object({
  /** The country that the newest messages went to most often, and what one part costs there. */
  iso2: z.string(),
  unit_price: Decimal,
  /** What a day of the last 30 cost on average; zero where nothing was sent. */
  daily_cost: Decimal,
})

/** What the top-up page needs beyond the account. */
export const TopUpChoice = z.object({
  /** The channels that would be taken now: those of the currency, without blocked and unconfigured ones. */
  channels: z.array(z.enum(topUpChannels)),
  /** When the cashback campaign ends or ended; null where the account has none to hope for. */
  cashback_until: z.iso.datetime().nullable(),
  /** Null before the first message. */
  outlook: Outlook.nullable(),
  /** What Stripe's own card fields are mounted with where a new card is typed into those; null where it is typed here (ruling 9). */
  card_fields: z.object({ publishable_key: z.string() }).nullable(),
})
export type TopUpChoice = z.infer<typeof TopUpChoice>

/** Specification section 3, "Order check response". With several orders it is paid when all are. */
export const OrderCheck = z.object({
  status: z.enum(TopUpStatus),
  extra: z.object({ cashback: Decimal.optional() }),
})
export type OrderCheck = z.infer<typeof OrderCheck>

/** Specification section 3, "Top-up order response". The payload is an address to open or the value of a QR code. */
export const TopUpOrder = z.object({ id: TopUpId, action: z.enum(topUpActions), payload: z.string() })
export type TopUpOrder = z.infer<typeof TopUpOrder>

const params = z.strictObject({ id: TopUpId })

export const topUp = endpoints(addresses.topUp, {
  get: { reply: TopUpChoice },
  create: {
    idempotent: true,
    body: z.strictObject({ amount: Amount, channel: z.enum(topUpChannels), currency: z.enum(Currency) }),
    reply: TopUpOrder,
  },
  /** Closes the order at its channel. One that was paid before that stays paid, and the reply says so. */
  cancel: { params, reply: OrderCheck },
  /** Whether top-ups are paid; the channel is asked where that is not known yet. `ts` only keeps caches away. */
  check: {
    unaudited: true,
    query: z.strictObject({ ts: z.string().max(32).optional() }),
    body: z.strictObject({ id: z.array(TopUpId).min(1).max(limits.checkedAtOnce), channel: z.enum(topUpChannels) }),
    reply: OrderCheck,
  },
})
