import { card as limits } from '@hongyan/contract/limits/finance'
import type { TextId } from '../../../../../i18n/ids.ts'
import type { FormValues } from '../../../../../ui/form.tsx'
import { compact, readExpiry } from './card-input.ts'

/** The names of the fields in the call. Errors of the whole card appear under its number. */
export const fields = {
  number: 'card',
  expiry: 'card.exp_year',
  cvc: 'card.cvc',
  name: 'billing_name',
  country: 'addr_country',
  line1: 'addr_line1',
  line2: 'addr_line2',
  city: 'addr_city',
  zip: 'addr_zip',
  state: 'addr_state',
} as const

interface Rule {
  readonly missing: TextId
  readonly wrong?: readonly [TextId, (value: string) => boolean]
}

const fits = (pattern: RegExp) => (value: string) => pattern.test(compact(value))

/** Specification section 5, "Card form": its rules, in the order of the fields. */
const cardRules: Readonly<Record<string, Rule>> = {
  [fields.number]: {
    missing: 'auto-recharge.numberMissing',
    wrong: ['auto-recharge.numberWrong', fits(limits.number)],
  },
  [fields.expiry]: {
    missing: 'auto-recharge.expiryMissing',
    wrong: ['auto-recharge.expiryWrong', (value) => readExpiry(value) !== null],
  },
  [fields.cvc]: { missing: 'auto-recharge.cvcMissing', wrong: ['auto-recharge.cvcWrong', fits(limits.cvc)] },
}

const billingRules: Readonly<Record<string, Rule>> = {
  [fields.name]: { missing: 'auto-recharge.nameMissing' },
  [fields.country]: { missing: 'auto-recharge.countryMissing' },
  [fields.line1]: {
    missing: 'auto-recharge.line1Missing',
    wrong: ['auto-recharge.line1Wrong', (value) => value.length >= limits.addressMin],
  },
  [fields.city]: { missing: 'auto-recharge.cityMissing' },
  [fields.zip]: { missing: 'auto-recharge.zipMissing' },
  [fields.state]: { missing: 'auto-recharge.stateMissing' },
}

function messageFor({ missing, wrong }: Rule, value: string): TextId | null {
  if (value === '') return missing
  return wrong && !wrong[1](value) ? wrong[0] : null
}

const broken =
  (rules: Readonly<Record<string, Rule>>) =>
  (values: FormValues): Readonly<Record<string, TextId>> =>
    Object.fromEntries(
      Object.entries(rules).flatMap(([name, rule]) => {
        const message = messageFor(rule, (values[name] ?? '').trim())
        return message === null ? [] : [[name, message]]
      }),
    )

/** Checks the whole form. A message never repeats a typed value. */
export const checkCard = broken({ ...cardRules, ...billingRules })

/** Checks the billing details alone. */
export const checkBilling = broken(billingRules)
