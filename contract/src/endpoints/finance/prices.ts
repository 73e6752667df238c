import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { sendApi } from '../../limits/messaging.ts'
import { Currency } from '../../vocabulary/account.ts'
import { products } from '../../vocabulary/payment.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'

/** The price of one part to a country by scene (1 verification, 2 notification, 3 marketing). Null means no route. */
const Price = z.object({
  iso2: z.string(),
  product: z.enum(products),
  unit_prices: z.object({ 1: Decimal.nullable(), 2: Decimal.nullable(), 3: Decimal.nullable() }),
})
export type Price = z.infer<typeof Price>

/** The price book in force, in the account's currency, sorted by country code. */
export const PriceList = z.object({
  version: z.number().int(),
  /** An example shipped with the product, not an offer. */
  sample: z.boolean(),
  currency: z.enum(Currency),
  effective_from: z.iso.datetime(),
  /** The next version, where one is announced. */
  next: z.object({ version: z.number().int(), effective_from: z.iso.datetime() }).nullable(),
  prices: z.array(Price),
})
export type PriceList = z.infer<typeof PriceList>

/** The price of a recipient, or the reason of its refusal. */
const QuotedRecipient = z.object({
  to: z.string(),
  iso2: z.string().nullable(),
  parts: z.number().int(),
  unit_price: Decimal.nullable(),
  price: Decimal.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** The amount the send API would charge for the same text now. */
export const PriceQuote = z.object({
  version: z.number().int(),
  currency: z.enum(Currency),
  total_amount: Decimal,
  recipients: z.array(QuotedRecipient),
})
export type PriceQuote = z.infer<typeof PriceQuote>

export const prices = endpoints(addresses.prices, {
  get: { reply: PriceList },
  /** The same as a file: iso2,product,scene,currency,unit_price. */
  file: { download: 'text/csv', reply: z.object({ name: z.string(), content: z.string() }) },
  quote: {
    unaudited: true,
    body: z.strictObject({
      to: z.array(z.string().min(1).max(32)).min(1).max(sendApi.recipients),
      text: z.string().min(1).max(sendApi.textMax),
      scene: z.enum(MessageScene).default(MessageScene.Notification),
      signature: z.string().min(1).max(sendApi.senderMax).optional(),
    }),
    reply: PriceQuote,
  },
})
