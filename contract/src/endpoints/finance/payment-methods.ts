import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { PaymentMethodId } from '../../ids.ts'
import { card as limits } from '../../limits.ts'
import type { RuleId } from '../../rules.ts'
import { cardBrands, PaymentMethodStatus, topUpActions } from '../../vocabulary/payment.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { needed, ruled } from '../ruled.ts'

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

const number = ruled('number_required', 'number')
const expiry = ruled('expiry_required', 'expiry')
const cvc = ruled('cvc_required', 'cvc')

/** The number as it stands on the card: kept nowhere, named in no error (ruling 9). */
const RawCard = z.strictObject({
  number: z.string(number).regex(limits.number, number),
  exp_month: z.number(expiry).int(expiry).min(1, expiry).max(12, expiry),
  exp_year: z.number(expiry).int(expiry).min(2000, expiry).max(2099, expiry),
  cvc: z.string(cvc).regex(limits.cvc, cvc),
})
/** What the provider's own fields made of a card. */
const CardToken = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) })

const line = (required: RuleId, { min = 1, short = required }: { min?: number; short?: RuleId } = {}) => {
  const rule = ruled(required, short)
  return z.string(rule).trim().min(min, rule).max(limits.lineMax)
}
const country = needed('country_required')
const params = z.strictObject({ id: PaymentMethodId })

export const paymentMethods = endpoints(addresses.paymentMethods, {
  list: { query: z.strictObject({ type: z.literal('card') }), reply: z.array(PaymentMethod) },
  add: {
    stepUp: true,
    body: z.strictObject({
      type: z.literal('card'),
      card: z.union([CardToken, RawCard]),
      billing_name: line('billing_name_required'),
      addr_country: z.string(country).regex(/^[A-Z]{2}$/, country),
      addr_line1: line('line1_required', { min: limits.addressMin, short: 'line1_short' }),
      addr_line2: z.string().trim().max(limits.lineMax).optional(),
      addr_city: line('city_required'),
      addr_state: line('state_required'),
      addr_zip: line('zip_required'),
    }),
    reply: AddedPaymentMethod,
  },
  makeDefault: { stepUp: true, params, reply: PaymentMethod },
  remove: { stepUp: true, params, reply: Nothing },
})
