import { Refusal } from '../kit/refusal.ts'
import { check } from '../pipeline/check.ts'
import { type Draft, isRefused, type Priced, type Refused, type Rules } from '../pipeline/message.ts'
import { price } from '../pipeline/price.ts'
import type { PriceBook } from '../pipeline/price-book.ts'

/** The only way to a price, for requests and for price inquiries. Throws the Refusal of a whole request. */
export const checkedAndPriced = (rules: Rules, book: PriceBook, draft: Draft): Priced =>
  orRefusal(price(book, rules.currency, orRefusal(check(rules, draft))))

function orRefusal<T extends object>(step: T | Refused): T {
  if (isRefused(step)) throw new Refusal(step.refused, step.field === undefined ? {} : { field: step.field })
  return step
}
