import type { Decline } from '@hongyan/contract/vocabulary/payment'
import { CARD_GONE } from '../../../providers/payments/attempt.ts'
import type { ChargeRow } from './charge-store.ts'

/** What of a bank's words its customer may hear: none of those that speak of theft or fraud. */
const said: Readonly<Record<string, Decline>> = {
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
const advised: Readonly<Record<string, Decline>> = { confirm_card_data: 'card_data', try_again_later: 'try_later' }

/** Why a card paid nothing, as a class that a customer can do something about; whatever else it was asks for another card. */
export const declineOf = ({ code, advice }: Pick<ChargeRow, 'code' | 'advice'>): Decline =>
  said[code ?? ''] ?? advised[advice ?? ''] ?? 'other_card'
