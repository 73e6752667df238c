import { HOUR } from '@hongyan/contract/durations'
import { CARD_GONE } from '../../../payments/charges/attempt.ts'
import type { ChargeFailure } from '../../../payments/charges/failure.ts'

/**
 * The follow-up of a failed charge.
 *
 * - `again`: the charge is retried a day later.
 * - `off`: auto-recharge is switched off.
 * - `confirm`: auto-recharge is switched off, and the owner is asked to check the card's data.
 * - `authenticate`: auto-recharge is paused, and the owner is asked to pay in person.
 * - `card_gone`: auto-recharge is switched off, because the provider does not have the card any more.
 */
export type Plan = 'again' | 'off' | 'confirm' | 'authenticate' | 'card_gone'

/** The wait before a retry, and the most retries in a row. */
export const PUT_OFF_FOR = 24 * HOUR
const PUT_OFF_MOST = 3

/** Declines that waiting does not change, whatever the bank advises. */
const final: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'fraudulent',
  'do_not_honor',
  'expired_card',
])

/**
 * Plans the follow-up after `putOff` retries in a row. An unknown reason is retried, and switches auto-recharge off
 * after the last retry.
 */
export function planOf(failed: ChargeFailure, putOff: number): Plan {
  if (failed.kind === 'authentication_required') return 'authenticate'
  if (failed.kind === 'declined') {
    if (final.has(failed.code) || failed.advice === 'do_not_try_again') return 'off'
    if (failed.advice === 'confirm_card_data') return 'confirm'
  }
  if (failed.kind === 'refused' && failed.code === CARD_GONE) return 'card_gone'
  return putOff < PUT_OFF_MOST ? 'again' : 'off'
}
