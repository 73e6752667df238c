import { Refusal } from '../kit/refusal.ts'
import { check } from '../pipeline/check.ts'
import type { DestinationSchedule } from '../pipeline/destinations.ts'
import { type Draft, isRefused, type Priced, type Refused, type Rules } from '../pipeline/message.ts'
import { price, type RoutePlanner } from '../pipeline/price.ts'
import type { PriceBook } from '../pipeline/price-book.ts'

/** The only way to a price, for requests and for price inquiries. Throws the Refusal of a whole request. */
export const checkedAndPriced = (
  rules: Rules,
  { destinations, book }: { readonly destinations: DestinationSchedule; readonly book: PriceBook },
  draft: Draft,
  plan: RoutePlanner | null = null,
): Priced => orRefusal(price(book, rules.currency, orRefusal(check(rules, destinations, draft)), plan))

function orRefusal<T extends object>(step: T | Refused): T {
  if (isRefused(step)) {
    const { refused, field, details } = step
    throw new Refusal(refused, { ...(field !== undefined && { field }), ...(details !== undefined && { details }) })
  }
  return step
}
