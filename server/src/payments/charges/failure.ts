import type { Declined } from '../../providers/payments/cards.ts'

/**
 * Why a card charge failed. `unknown`: the provider never returned an outcome, and the charge is not polled any more.
 */
export type ChargeFailure =
  | Pick<Declined, 'kind' | 'code' | 'advice'>
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'authentication_required' | 'unknown' }
