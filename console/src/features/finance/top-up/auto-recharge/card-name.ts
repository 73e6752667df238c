import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { t } from '../../../../i18n/text.ts'

/** Brand and last digits of a card: `Visa •••• 4242`. */
export const cardName = ({ card: { brand, last4 } }: Pick<PaymentMethod, 'card'>): string =>
  t('auto-recharge.cardName', { brand: t('auto-recharge.brand', { brand: brand ?? 'other' }), last4 })
