import type { Declined } from '../../providers/payments/cards.ts'

/** `unknown`: the provider never said what became of the charge, and is not asked any more. */
export type ChargeFailure =
  | Pick<Declined, 'kind' | 'code' | 'advice'>
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'authentication_required' | 'unknown' }
