import { type Micros, ZERO, micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { orFirstRefusal } from './check.ts'
import type { Checked, CheckedRecipient, Outcome, Priced, PricedRecipient, Refused } from './message.ts'
import type { PriceBook } from './price-book.ts'

/**
 * Fixes what a request costs: for each recipient parts × unit price, in the account's currency (semantics D5: quoted is
 * charged). A country without a price has no route; if no recipient has one, the first one's refusal is the request's.
 */
export function price(book: PriceBook, currency: Currency, checked: Checked): Priced | Refused {
  const { scene, template, preApproved } = checked
  const recipients = checked.recipients.map((outcome) =>
    'ok' in outcome
      ? priced(outcome.ok, book.unitPrice({ currency, country: outcome.ok.country, product: 'sms', scene }))
      : outcome,
  )
  return orFirstRefusal(recipients) ?? { scene, template, preApproved, recipients, total: totalOf(recipients) }
}

function priced(recipient: CheckedRecipient, unitPrice: Micros | null): Outcome<PricedRecipient> {
  const { to, country, callingCode, parts, text } = recipient
  if (unitPrice === null) return { refused: { to, country, callingCode, code: 'no_route', text } }
  return { ok: { unitPrice, price: micros(unitPrice * BigInt(parts)), ...recipient } }
}

const totalOf = (recipients: readonly Outcome<PricedRecipient>[]): Micros =>
  recipients.reduce((sum, outcome) => ('ok' in outcome ? micros(sum + outcome.ok.price) : sum), ZERO)
