import { t as textNow } from '../../../../../../i18n/text.ts'
import type { FormValues } from '../../../../../../ui/form.tsx'
import { type Billing, billingOf } from '../card-body.ts'
import { CardForm, fieldMessages, type NewCardProps } from '../card-form.tsx'
import { checkBilling } from '../check-card.ts'
import { checkFields } from './check-fields.ts'
import type { BillingDetails } from './stripe-js.ts'
import { StripeFields } from './stripe-fields.tsx'
import { useStripeFields } from './use-stripe-fields.ts'

const detailsOf = (billing: Billing): BillingDetails => ({
  name: billing.billing_name,
  address: {
    country: billing.addr_country,
    line1: billing.addr_line1,
    ...(billing.addr_line2 !== undefined && { line2: billing.addr_line2 }),
    city: billing.addr_city,
    state: billing.addr_state,
    postal_code: billing.addr_zip,
  },
})

/** The card form with Stripe's own fields. The console sends only Stripe's token (ruling 9). */
export function StripeCardForm({ publishableKey, ...rest }: NewCardProps & { publishableKey: string }) {
  const fields = useStripeFields(publishableKey)

  async function bodyOf(values: FormValues) {
    const billing = billingOf(values)
    if (fields.mounted === null) return textNow('auto-recharge.fieldsBlocked')
    const made = await fields.mounted.stripe.createPaymentMethod({
      type: 'card',
      card: fields.mounted.fields.cardNumber,
      billing_details: detailsOf(billing),
    })
    if (!made.paymentMethod) return made.error?.message ?? textNow('auto-recharge.notTaken')
    return { type: 'card' as const, card: { token: made.paymentMethod.id }, ...billing }
  }

  return (
    <CardForm
      {...rest}
      check={(values) => ({ ...checkFields(fields.changes, textNow), ...fieldMessages(checkBilling(values)) })}
      bodyOf={bodyOf}
      disabled={fields.mounted === null}
    >
      <StripeFields of={fields} />
    </CardForm>
  )
}
