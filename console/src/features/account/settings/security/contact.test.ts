import { expect, test } from 'vitest'
import { brokenRule, type Contacts, parseContact, sceneFor, verifiableContacts } from './contact.ts'

const both: Contacts = { phone: '+12065550100', email: 'Mei@lumenparcel.com', partition: 'us' }
const byEmail: Contacts = { ...both, phone: null }

test.each([
  ['', 'phone_required'],
  ['  ', 'phone_required'],
  ['12345', 'phone'],
  ['+1 206 call me', 'phone'],
  ['+1 (206) 555-0100', 'same_phone'],
  ['206 555 0100', 'same_phone'],
  ['１２０６５５５０１００', 'same_phone'],
  ['+65 9123 4567', null],
  ['123456', null],
] as const)('the phone %j breaks the rule %s', (typed, rule) => {
  expect(brokenRule('phone', typed, both)).toBe(rule)
})

test.each([
  ['', 'email_required'],
  ['mei', 'email'],
  ['mei@lumen', 'email'],
  [' MEI@LumenParcel.com ', 'same_email'],
  ['tan@lumenparcel.com', null],
] as const)('the email address %j breaks the rule %s', (typed, rule) => {
  expect(brokenRule('email', typed, both)).toBe(rule)
})

test('a number without plus gets the calling code of the account’s partition', () => {
  expect(parseContact('phone', '138 0013 8000', 'cn')).toBe('+8613800138000')
  expect(parseContact('phone', '86 138-0013-8000', 'cn')).toBe('+8613800138000')
  expect(parseContact('phone', '(206) 555.0100', 'us')).toBe('+12065550100')
})

test('the scene of a missing contact is bind, of an existing one change', () => {
  expect([sceneFor('phone', byEmail), sceneFor('email', byEmail)]).toEqual(['verif_bind_phone', 'verif_change_email'])
})

test('an owner can verify by each contact the account has', () => {
  expect([
    verifiableContacts(both),
    verifiableContacts(byEmail),
    verifiableContacts({ ...byEmail, email: null }),
  ]).toEqual([['phone', 'email'], ['email'], []])
})
