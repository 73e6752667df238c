import type { RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import { capKinds, rateScopes, rateWindows } from '@hongyan/contract/vocabulary/rate-limiting'
import { z } from 'zod'

/** The refusals whose details are kept: those name a limit of the owner, and never a number, a code or a text. */
const limitCodes: readonly string[] = ['recipient_rate_limited', 'day_cap_reached', 'country_cap_reached']

const Limit = z.object({
  scope: z.enum([...rateScopes, ...capKinds]),
  window: z.enum(rateWindows),
  limit: z.number().int(),
  resetAt: z.iso.datetime(),
})

/** Picks what the log keeps of a refusal beside its code, as JSON of at most 200 characters. */
export function detailOf(code: string, details: unknown): string | null {
  if (!limitCodes.includes(code)) return null
  const limit = Limit.safeParse(details)
  return limit.success ? JSON.stringify(limit.data) : null
}

/** Reads the limit of a stored detail. */
export function limitOf(detail: string | null): RefusedRequest['limit'] {
  if (detail === null) return null
  const { resetAt, ...limit } = Limit.parse(JSON.parse(detail))
  return { ...limit, reset_at: resetAt }
}
