import type { TextId } from '../../../../../../i18n/ids.ts'
import type { FieldErrors } from '../../../../../../ui/form.tsx'
import { fields } from '../check-card.ts'
import type { FieldType } from './stripe-js.ts'
import type { Changes } from './use-stripe-fields.ts'

interface Rule {
  readonly type: FieldType
  readonly name: string
  readonly label: TextId
  readonly missing: TextId
  readonly wrong: TextId
}

/** The fields in Stripe's frames, with our labels and messages. */
export const stripeFields: readonly [number: Rule, expiry: Rule, cvc: Rule] = [
  {
    type: 'cardNumber',
    name: fields.number,
    label: 'auto-recharge.number',
    missing: 'auto-recharge.numberMissing',
    wrong: 'auto-recharge.numberWrong',
  },
  {
    type: 'cardExpiry',
    name: fields.expiry,
    label: 'auto-recharge.expiry',
    missing: 'auto-recharge.expiryMissing',
    wrong: 'auto-recharge.expiryWrong',
  },
  {
    type: 'cardCvc',
    name: fields.cvc,
    label: 'auto-recharge.cvc',
    missing: 'auto-recharge.cvcMissing',
    wrong: 'auto-recharge.cvcWrong',
  },
]

/** Checks Stripe's fields, by their names in the call. Stripe's own messages take precedence. */
export function checkFields(changes: Changes, messageOf: (message: TextId) => string): FieldErrors {
  return Object.fromEntries(
    stripeFields.flatMap(({ type, name, missing, wrong }) => {
      const change = changes[type]
      if (change?.complete === true) return []
      return [[name, change?.error?.message ?? messageOf(change === undefined || change.empty ? missing : wrong)]]
    }),
  )
}
