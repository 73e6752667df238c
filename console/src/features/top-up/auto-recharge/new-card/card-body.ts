import type { FormValues } from '../../../../ui/form.tsx'
import { compact, readExpiry } from './card-input.ts'
import { fields } from './check-card.ts'

/** A whole form as the call wants it; null where the expiry cannot be read. */
export function bodyOf(values: FormValues) {
  const value = (name: string): string => (values[name] ?? '').trim()
  const expiry = readExpiry(value(fields.expiry))
  if (expiry === null) return null
  const line2 = value(fields.line2)
  return {
    type: 'card' as const,
    card: { number: compact(value(fields.number)), ...expiry, cvc: compact(value(fields.cvc)) },
    billing_name: value(fields.name),
    addr_country: value(fields.country),
    addr_line1: value(fields.line1),
    ...(line2 !== '' && { addr_line2: line2 }),
    addr_city: value(fields.city),
    addr_state: value(fields.state),
    addr_zip: value(fields.zip),
  }
}
