import { SECOND } from '@hongyan/contract/durations'

/** The bank's decline of a card. */
export interface Decline {
  readonly code: string
  readonly declineCode?: string
  readonly advice?: 'do_not_try_again' | 'try_again_later' | 'confirm_card_data'
}

/** The behaviour of a test card: when it is saved, when it is charged while the holder is absent, and afterwards. */
interface Outcome {
  readonly setUp?: 'authenticate' | Decline
  readonly charge?: Decline
  /** The result of the set-up after authentication. */
  readonly afterwards?: Decline
  readonly disputed?: true
}

const bank = (declineCode: string, advice?: Decline['advice']): Decline => ({
  code: 'card_declined',
  declineCode,
  ...(advice !== undefined && { advice }),
})
const AUTHENTICATE: Decline = { code: 'authentication_required', declineCode: 'authentication_required' }

/** The behaviours by name. The sandbox stores the name instead of the card number. */
export const outcomes = {
  accepted: {},
  declined: { setUp: bank('generic_decline') },
  insufficient_funds: { setUp: bank('insufficient_funds', 'try_again_later') },
  lost: { setUp: bank('lost_card', 'do_not_try_again') },
  stolen: { setUp: bank('stolen_card', 'do_not_try_again') },
  expired: { setUp: { code: 'expired_card', advice: 'confirm_card_data' } },
  wrong_cvc: { setUp: { code: 'incorrect_cvc', advice: 'confirm_card_data' } },
  processing_error: { setUp: { code: 'processing_error', advice: 'try_again_later' } },
  declined_later: { charge: bank('generic_decline') },
  authenticated_once: { setUp: 'authenticate' },
  authenticated_always: { setUp: 'authenticate', charge: AUTHENTICATE },
  authenticated_then_declined: { setUp: 'authenticate', afterwards: bank('generic_decline') },
  disputed: { disputed: true },
  not_a_test_card: { setUp: bank('test_mode_live_card', 'do_not_try_again') },
} as const satisfies Readonly<Record<string, Outcome>>
export type OutcomeName = keyof typeof outcomes
export const outcomeOf = (name: OutcomeName): Outcome => outcomes[name]

/** The card numbers of Stripe's test mode (docs.stripe.com/testing). */
const table: Readonly<Record<string, OutcomeName>> = {
  '4242424242424242': 'accepted',
  '4000056655665556': 'accepted',
  '5555555555554444': 'accepted',
  '2223003122003222': 'accepted',
  '378282246310005': 'accepted',
  '6011111111111117': 'accepted',
  '3056930009020004': 'accepted',
  '30569309025904': 'accepted',
  '3566002020360505': 'accepted',
  '6200000000000005': 'accepted',
  '4000000000000077': 'accepted',
  '4000000000005126': 'accepted',
  '4000000000007726': 'accepted',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost',
  '4000000000009979': 'stolen',
  '4000000000000069': 'expired',
  '4000000000000127': 'wrong_cvc',
  '4000000000000119': 'processing_error',
  '4000000000000341': 'declined_later',
  '4000002500003155': 'authenticated_once',
  '4000002760003184': 'authenticated_always',
  '4000008400001629': 'authenticated_then_declined',
  '4000000000000259': 'disputed',
}

/** The course of a charge. The last two digits of its amount in cents choose it, for every card. */
export interface ChargePlan {
  readonly decline?: Decline
  /** Milliseconds in the processing state. */
  readonly processing?: number
  /** When its webhooks are sent, in milliseconds after success. */
  readonly webhooks: readonly number[]
  /** The amount in the webhook. */
  readonly claimed: bigint
}

const SOON = SECOND
const plans: Readonly<Record<string, Partial<ChargePlan>>> = {
  '02': { decline: bank('generic_decline') },
  '03': { processing: 3_000, webhooks: [] },
  '04': { webhooks: [SOON, SOON] },
  '05': { processing: 60_000, webhooks: [60_000] },
  '07': { decline: bank('insufficient_funds', 'try_again_later') },
  '08': { decline: bank('lost_card', 'do_not_try_again') },
  '09': { decline: AUTHENTICATE },
}

export function planForCharge(amount: bigint): ChargePlan {
  const digits = (amount % 100n).toString().padStart(2, '0')
  return { webhooks: [SOON], claimed: digits === '06' ? amount + 100n : amount, ...plans[digits] }
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'amex'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^35/, 'jcb'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^62/, 'unionpay'],
  [/^4/, 'visa'],
]

/**
 * Reads brand and behaviour of a card number; null for an impossible number. A number outside of the table is declined
 * as `not_a_test_card`.
 */
export function readNumber(number: string): { readonly brand: string; readonly outcome: OutcomeName } | null {
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) return null
  const brand = brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
  return { brand, outcome: table[number] ?? 'not_a_test_card' }
}

function isLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Tokens and payment methods that stand for a card number, as in Stripe's test mode: `tok_visa`, `pm_card_visa`. */
const named: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  chargeDeclined: '4000000000000002',
  chargeCustomerFail: '4000000000000341',
  authenticationRequired: '4000002760003184',
}

export function numberNamed(token: string): string | null {
  const name = /^(?:tok_|pm_card_)(\w{1,40})$/.exec(token)?.[1] ?? ''
  return Object.hasOwn(named, name) ? (named[name] ?? null) : null
}
