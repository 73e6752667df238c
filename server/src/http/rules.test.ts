import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { rules, ruleText } from '@hongyan/contract/rules'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Refusal } from '../kit/refusal.ts'
import { validated } from './validated.ts'

const card = { number: '4242424242424242', exp_month: 6, exp_year: 2030, cvc: '123' }
const aCard = {
  type: 'card',
  card,
  billing_name: 'Ada Lovelace',
  addr_country: 'US',
  addr_line1: '12 St James Square',
  addr_city: 'Seattle',
  addr_state: 'WA',
  addr_zip: '98101',
}
const aCode = { scene: 'verif_bind_phone', phone: '+12065550100', code: '123456' }
const anEmail = { scene: 'verif_bind_email', email: 'mei@example.com', code: '123456' }
const aPhone = { phone: '+12065550100', token: 'x' }
const aProfile = { firstname: 'Mei', lastname: 'Tan', gender: 1 }
const aPassword = { curpassword: 'wild goose', password: 'snow goose' }
const withCard = (part: object) => ({ ...aCard, card: { ...card, ...part } })

interface Row {
  readonly body: z.ZodType
}

/** The texts of specification section 5, as the server returns them for a call without a form. */
test.each<[Row, object, string]>([
  [codes.verify, { ...aCode, phone: '12345' }, 'invalid phone'],
  [codes.verify, { ...aCode, phone: '+1206-555' }, 'invalid phone'],
  [codes.verify, { ...aCode, code: '123' }, 'invalid code'],
  [codes.verify, { ...aCode, code: '1234567' }, 'invalid code'],
  [codes.verify, { ...aCode, code: 'abcd' }, 'invalid code'],
  [codes.verify, { ...aCode, code: undefined }, rules.code_required.en],
  [codes.verify, { ...anEmail, email: 'mei@' }, rules.email.en],
  [profile.changePhone, { ...aPhone, phone: '12345' }, 'invalid phone'],
  [profile.changePhone, { ...aPhone, phone: '' }, rules.phone_required.en],
  [profile.changeEmail, { token: 'x' }, rules.email_required.en],
  [paymentMethods.add, withCard({ number: '42424242424' }), 'invalid card number'],
  [paymentMethods.add, withCard({ number: undefined }), rules.number_required.en],
  [paymentMethods.add, withCard({ exp_month: undefined }), 'Expiration date is required'],
  [paymentMethods.add, withCard({ exp_month: 13 }), 'MM/YY format, eg 06/27'],
  [paymentMethods.add, withCard({ exp_year: 30 }), 'MM/YY format, eg 06/27'],
  [paymentMethods.add, withCard({ cvc: undefined }), 'CVC is required'],
  [paymentMethods.add, withCard({ cvc: '1234' }), 'CVC should be 3 digits'],
  [paymentMethods.add, { ...aCard, billing_name: ' ' }, rules.billing_name_required.en],
  [paymentMethods.add, { ...aCard, addr_country: '' }, rules.country_required.en],
  [paymentMethods.add, { ...aCard, addr_line1: '12 St' }, rules.line1_short.en],
  [paymentMethods.add, { ...aCard, addr_line1: undefined }, rules.line1_required.en],
  [paymentMethods.add, { ...aCard, addr_city: '' }, rules.city_required.en],
  [paymentMethods.add, { ...aCard, addr_state: '' }, rules.state_required.en],
  [paymentMethods.add, { ...aCard, addr_zip: undefined }, rules.zip_required.en],
  [profile.save, { ...aProfile, firstname: '' }, rules.firstname_required.en],
  [profile.save, { ...aProfile, lastname: 'x'.repeat(49) }, rules.lastname_long.en],
  [profile.save, { ...aProfile, gender: 'male' }, rules.gender.en],
  [profile.changePassword, { ...aPassword, password: '12345' }, rules.password_short.en],
  [profile.changePassword, { ...aPassword, curpassword: '' }, rules.curpassword_required.en],
  [credentials.create, {}, rules.mode_required.en],
  [topUp.create, { channel: 'stripe', currency: 'USD' }, rules.amount_required.en],
])('%#: a call that breaks a rule gets the rule’s own text', ({ body }, sent, text) => {
  expect(ruleBroken(body, sent)).toBe(text)
})

test('a field without a rule text gets the general error text', () => {
  expect(ruleBroken(autoRecharge.set.body, { enable: 'yes' })).toBeNull()
  expect(ruleBroken(paymentMethods.add.body, { ...aCard, card: { token: 'tok visa' } })).toBeNull()
})

function ruleBroken(schema: z.ZodType, sent: object): string | null {
  try {
    validated(schema, sent)
  } catch (error) {
    if (error instanceof Refusal) return error.rule === undefined ? null : ruleText(error.rule, 'en')
  }
  throw new Error('nothing was refused')
}
