import type { RouteRuleId } from '@hongyan/contract/ids'

/** The first digit of the group that names the variant (RFC 9562). */
const VARIANT = ['8', '9', 'a', 'b'] as const

/** Makes the id of a new rule, a UUIDv7. `crypto.randomUUID` needs a secure context and makes version 4. */
export function newRuleId(now: number = Date.now()): RouteRuleId {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = VARIANT[(bytes[9] ?? 0) % VARIANT.length]
  const groups = [time.slice(0, 8), time.slice(8), `7${digits.slice(0, 3)}`, `${variant}${digits.slice(3, 6)}`]
  return [...groups, digits.slice(6, 18)].join('-') as RouteRuleId // the digits of a UUIDv7
}
