import { type Micros, ZERO, micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { ErrorCode } from '@hongyan/contract/errors'
import { orFirstRefusal } from './check.ts'
import type { Checked, CheckedRecipient, Outcome, Priced, PricedRecipient, Refused } from './message.ts'
import type { RoutedPrice } from './planned-route.ts'
import type { PriceBook } from './price-book.ts'

/** Chooses the channel of a recipient by the account's rules, and with it the price of one part. */
export type RoutePlanner = (
  recipient: CheckedRecipient,
  message: Pick<Checked, 'scene' | 'template'>,
) => RoutedPrice | ErrorCode

/**
 * Fixes what a request costs: for each recipient parts × unit price, in the account's currency (semantics D5: quoted is
 * charged). `plan` chooses the channels of an account with rules; null: the product's own carries everything. A country
 * without a price has no route; if no recipient has one, the first one's refusal is the request's.
 */
export function price(
  book: PriceBook,
  currency: Currency,
  checked: Checked,
  plan: RoutePlanner | null = null,
): Priced | Refused {
  const { scene, template, codes, separate, preApproved } = checked
  const recipients = checked.recipients.map((outcome) => {
    if (!('ok' in outcome)) return outcome
    if (plan === null) {
      return priced(outcome.ok, book.unitPrice({ currency, country: outcome.ok.country, product: 'sms', scene }))
    }
    const planned = plan(outcome.ok, checked)
    return typeof planned === 'string'
      ? refused(outcome.ok, planned)
      : priced(outcome.ok, planned.unitPrice, planned.route)
  })
  const refusal = separate ? null : orFirstRefusal(recipients)
  return refusal ?? { scene, template, codes, preApproved, recipients, total: totalOf(recipients) }
}

function priced(
  recipient: CheckedRecipient,
  unitPrice: Micros | null,
  route: PricedRecipient['route'] = null,
): Outcome<PricedRecipient> {
  if (unitPrice === null) return refused(recipient, 'no_route')
  // Field by field: a spread costs several times as much (decision 0177).
  return {
    ok: {
      to: recipient.to,
      country: recipient.country,
      callingCode: recipient.callingCode,
      text: recipient.text,
      sender: recipient.sender,
      signature: recipient.signature,
      shown: recipient.shown,
      unicode: recipient.unicode,
      parts: recipient.parts,
      values: recipient.values,
      period: recipient.period,
      unitPrice,
      price: micros(unitPrice * BigInt(recipient.parts)),
      route,
    },
  }
}

const refused = ({ to, country, callingCode, text }: CheckedRecipient, code: ErrorCode): Outcome<PricedRecipient> => ({
  refused: { to, country, callingCode, code, text },
})

const totalOf = (recipients: readonly Outcome<PricedRecipient>[]): Micros =>
  recipients.reduce((sum, outcome) => ('ok' in outcome ? micros(sum + outcome.ok.price) : sum), ZERO)
