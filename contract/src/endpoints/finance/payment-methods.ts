import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { PaymentMethodId } from '../../ids.ts'
import { card as limits } from '../../limits/finance.ts'
import type { RuleId } from '../../rules.ts'
import { cardBrands, PaymentMethodStatus, topUpActions } from '../../vocabulary/payment.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { requiredError, fieldErrors } from '../field-errors.ts'

/** Specification section 3, "Payment method (card)". */
export const PaymentMethod = z.object({
  id: PaymentMethodId,
  card: z.object({
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    /** Null for a brand without a logo. */
    brand: z.enum(cardBrands).nullable(),
  }),
  /** Pending until the cardholder has authenticated. Only an active card can be charged. */
  status: z.enum(PaymentMethodStatus),
  /** The card that is charged when a call names no card. */
  default: z.boolean(),
  expired: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/**
 * A new card. Where the cardholder has to authenticate first, `action` is `open` and `payload` is the address to open;
 * otherwise both are absent.
 */
export const AddedPaymentMethod = PaymentMethod.extend({
  action: z.enum(topUpActions).optional(),
  payload: z.string().optional(),
})
export type AddedPaymentMethod = z.infer<typeof AddedPaymentMethod>

const numberErrors = fieldErrors('number_required', 'number')
const expiryErrors = fieldErrors('expiry_required', 'expiry')
const cvcErrors = fieldErrors('cvc_required', 'cvc')

/** The card number as typed. The server never stores it and never repeats it in an error (ruling 9). */
const RawCard = z.strictObject({
  number: z.string(numberErrors).regex(limits.number, numberErrors),
  exp_month: z.number(expiryErrors).int(expiryErrors).min(1, expiryErrors).max(12, expiryErrors),
  exp_year: z.number(expiryErrors).int(expiryErrors).min(2000, expiryErrors).max(2099, expiryErrors),
  cvc: z.string(cvcErrors).regex(limits.cvc, cvcErrors),
})
/** The token that the provider's own card fields returned. */
const CardToken = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) })

/** One required line of text. `short` is the error of a text with fewer than `min` characters. */
const line = (required: RuleId, { min = 1, short = required }: { min?: number; short?: RuleId } = {}) => {
  const lineErrors = fieldErrors(required, short)
  return z.string(lineErrors).trim().min(min, lineErrors).max(limits.lineMax)
}
const countryErrors = requiredError('country_required')
const params = z.strictObject({ id: PaymentMethodId })

export const paymentMethods = endpoints(addresses.paymentMethods, {
  list: { query: z.strictObject({ type: z.literal('card') }), reply: z.array(PaymentMethod) },
  add: {
    stepUp: true,
    body: z.strictObject({
      type: z.literal('card'),
      card: z.union([CardToken, RawCard]),
      billing_name: line('billing_name_required'),
      addr_country: z.string(countryErrors).regex(/^[A-Z]{2}$/, countryErrors),
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
