import type { FormValues } from '../../../../../ui/form.tsx'
import { compact, readExpiry } from './card-input.ts'
import { fields } from './check-card.ts'

const valueOf = (values: FormValues, name: string): string => (values[name] ?? '').trim()

/** The billing details of the call, without empty fields. */
export interface Billing {
  readonly billing_name: string
  readonly addr_country: string
  readonly addr_line1: string
  readonly addr_line2?: string
  readonly addr_city: string
  readonly addr_state: string
  readonly addr_zip: string
}

export function billingOf(values: FormValues): Billing {
  const line2 = valueOf(values, fields.line2)
  return {
    billing_name: valueOf(values, fields.name),
    addr_country: valueOf(values, fields.country),
    addr_line1: valueOf(values, fields.line1),
    ...(line2 !== '' && { addr_line2: line2 }),
    addr_city: valueOf(values, fields.city),
    addr_state: valueOf(values, fields.state),
    addr_zip: valueOf(values, fields.zip),
  }
}

/** Converts the form to the body of the call; null where the expiry is invalid. */
export function bodyOf(values: FormValues) {
  const expiry = readExpiry(valueOf(values, fields.expiry))
  if (expiry === null) return null
  const number = compact(valueOf(values, fields.number))
  const cvc = compact(valueOf(values, fields.cvc))
  return { type: 'card' as const, card: { number, ...expiry, cvc }, ...billingOf(values) }
}
