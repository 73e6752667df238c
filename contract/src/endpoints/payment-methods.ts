import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { PaymentMethodId } from '../ids.ts'
import { card as limits } from '../limits.ts'
import { cardBrands, PaymentMethodStatus, topUpActions } from '../vocabulary/payment.ts'
import { addresses } from './addresses.ts'
import { Nothing } from './nothing.ts'

/** Specification section 3, "Payment method (card)". */
export const PaymentMethod = z.object({
  id: PaymentMethodId,
  card: z.object({
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    /** Null for a brand that has no logo. */
    brand: z.enum(cardBrands).nullable(),
  }),
  /** Pending until the cardholder has authenticated; only an active one can be charged. */
  status: z.enum(PaymentMethodStatus),
  /** The one that is chosen when nobody says otherwise. */
  default: z.boolean(),
  expired: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A new card; where its holder has to authenticate first, the address to open for that. */
export const AddedPaymentMethod = PaymentMethod.extend({
  action: z.enum(topUpActions).optional(),
  payload: z.string().optional(),
})
export type AddedPaymentMethod = z.infer<typeof AddedPaymentMethod>

/** The number as it stands on the card: kept nowhere, named in no error (ruling 9). */
const RawCard = z.strictObject({
  number: z.string().regex(limits.number),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000).max(2099),
  cvc: z.string().regex(limits.cvc),
})
/** What the provider's own fields made of a card. */
const CardToken = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) })

const Line = z.string().trim().min(1).max(limits.lineMax)
const params = z.strictObject({ id: PaymentMethodId })

export const paymentMethods = endpoints(addresses.paymentMethods, {
  list: { query: z.strictObject({ type: z.literal('card') }), reply: z.array(PaymentMethod) },
  add: {
    body: z.strictObject({
      type: z.literal('card'),
      card: z.union([CardToken, RawCard]),
      billing_name: Line,
      addr_country: z.string().regex(/^[A-Z]{2}$/),
      addr_line1: Line.min(limits.addressMin),
      addr_line2: z.string().trim().max(limits.lineMax).optional(),
      addr_city: Line,
      addr_state: Line,
      addr_zip: Line,
    }),
    reply: AddedPaymentMethod,
  },
  makeDefault: { params, reply: PaymentMethod },
  remove: { params, reply: Nothing },
})
