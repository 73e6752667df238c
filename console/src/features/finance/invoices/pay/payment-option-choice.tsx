import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { InvoiceChannel } from '@hongyan/contract/vocabulary/payment'
import type { TextId } from '../../../../i18n/ids.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { RadioCards } from '../../../../ui/choice.tsx'
import { payableText } from '../money.ts'
import { channelLabels } from '../labels.ts'
import type { PaymentOption } from './payment-options.ts'

const explained: Readonly<Record<InvoiceChannel, TextId>> = {
  balance: 'invoices.balanceText',
  alipay: 'invoices.alipayText',
  wxpay: 'invoices.wxpayText',
  stripe: 'invoices.stripeText',
  cash: 'invoices.cashText',
}

const cardName = ({ card: { brand, last4 } }: PaymentMethod): string =>
  textNow('invoices.cardName', { brand: textNow('invoices.brand', { brand: brand ?? 'other' }), last4 })

interface PaymentOptionChoiceProps {
  detail: InvoiceDetail
  options: readonly PaymentOption[]
  value: string
  onChange: (value: string) => void
}

/** The available payment methods, each with its effect. */
export function PaymentOptionChoice({ detail, options, value, onChange }: PaymentOptionChoiceProps) {
  const t = useText()
  const amount = payableText(detail)
  const choices = options.map(({ value: way, channel, card }) => ({
    value: way,
    title: card ? cardName(card) : t(channelLabels[channel]),
    text: card ? t('invoices.cardText') : t(explained[channel], { amount }),
  }))
  // Differs from the call's field names, so that card errors appear above the form.
  return <RadioCards legend={t('invoices.way')} name="way" choices={choices} value={value} onChange={onChange} />
}
