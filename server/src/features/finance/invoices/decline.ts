import type { Decline } from '@hongyan/contract/vocabulary/payment'
import { CARD_GONE } from '../../../payments/charges/attempt.ts'
import type { ChargeRow } from '../../../payments/charges/store.ts'

/** The decline codes that a customer may see: none that hints at theft or fraud. */
const byCode: Readonly<Record<string, Decline>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired',
  [CARD_GONE]: 'card_gone',
  incorrect_cvc: 'card_data',
  invalid_cvc: 'card_data',
  incorrect_number: 'card_data',
  incorrect_zip: 'card_data',
  processing_error: 'try_later',
  try_again_later: 'try_later',
}
const byAdvice: Readonly<Record<string, Decline>> = { confirm_card_data: 'card_data', try_again_later: 'try_later' }

/** Classifies a decline by the customer's next step; any other reason asks for another card. */
export const declineOf = ({ code, advice }: Pick<ChargeRow, 'code' | 'advice'>): Decline =>
  byCode[code ?? ''] ?? byAdvice[advice ?? ''] ?? 'other_card'
