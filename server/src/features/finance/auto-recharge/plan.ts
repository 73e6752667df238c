import { CARD_GONE } from '../../../providers/payments/attempt.ts'
import type { Declined } from '../../../providers/payments/cards.ts'

/**
 * What follows from a charge that failed. `again`: it is tried again a day later; `off`: auto-recharge is switched off;
 * `confirm`: the same, and the owner is asked to look at the card's data; `authenticate`: it is paused, and the owner is
 * asked to pay in person; `card_gone`: its provider does not have the card any more.
 */
export type Plan = 'again' | 'off' | 'confirm' | 'authenticate' | 'card_gone'

/** How a try ended that brought no money. */
export type Failed =
  | Pick<Declined, 'kind' | 'code' | 'advice'>
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'authentication_required' | 'unknown' }

const HOUR = 3_600_000
/** A try that was put off comes again after so long, and so often in a row. */
export const PUT_OFF_FOR = 24 * HOUR
const PUT_OFF_MOST = 3

/** A card that the bank will not open again by waiting, whatever it advises. */
const final: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'fraudulent',
  'do_not_honor',
  'expired_card',
])

/** Whether the owner is to look at the card's data, or nothing helps; whatever is not known is tried again. */
export function planOf(failed: Failed, putOff: number): Plan {
  if (failed.kind === 'authentication_required') return 'authenticate'
  if (failed.kind === 'declined') {
    if (final.has(failed.code) || failed.advice === 'do_not_try_again') return 'off'
    if (failed.advice === 'confirm_card_data') return 'confirm'
  }
  if (failed.kind === 'refused' && failed.code === CARD_GONE) return 'card_gone'
  return putOff < PUT_OFF_MOST ? 'again' : 'off'
}
