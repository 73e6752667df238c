import { type RuleId, rules } from '@hongyan/contract/rules'
import { expect, test } from 'vitest'
import english from '../messages.en.json' with { type: 'json' }
import chinese from '../messages.zh-CN.json' with { type: 'json' }

/** The card form's own messages; the settings use those of the contract. */
const ofCards = {
  numberMissing: 'number_required',
  numberWrong: 'number',
  expiryMissing: 'expiry_required',
  expiryWrong: 'expiry',
  cvcMissing: 'cvc_required',
  cvcWrong: 'cvc',
  nameMissing: 'billing_name_required',
  countryMissing: 'country_required',
  line1Missing: 'line1_required',
  line1Wrong: 'line1_short',
  cityMissing: 'city_required',
  zipMissing: 'zip_required',
  stateMissing: 'state_required',
} as const satisfies Record<string, RuleId>

test.each(Object.entries(ofCards))(
  'the card form and the contract have the same message for the rule %s',
  (text, rule) => {
    const id = `auto-recharge.${text}`
    expect({ en: Reflect.get(english, id), zh: Reflect.get(chinese, id) }).toEqual(rules[rule])
  },
)
