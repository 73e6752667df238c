import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkCard, fields } from './check-card.ts'

const texts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../messages.en.json'), 'utf8'),
)

const whole = {
  [fields.number]: '4242 4242 4242 4242',
  [fields.expiry]: '06 / 27',
  [fields.cvc]: '123',
  [fields.name]: 'Ada Lin',
  [fields.country]: 'SG',
  [fields.line1]: '1 Raffles Place',
  [fields.line2]: '',
  [fields.city]: 'Singapore',
  [fields.zip]: '048616',
  [fields.state]: 'Singapore',
}

const messagesFor = (changed: Readonly<Record<string, string>>) =>
  Object.values(checkCard({ ...whole, ...changed })).map((id) => texts[id])

test('a complete card is accepted, without a second address line', () => {
  expect(messagesFor({})).toEqual([])
})

test.each([
  [fields.number, '', 'Card number is required'],
  [fields.number, '4242 4242 424', 'invalid card number'],
  [fields.number, '4'.repeat(25), 'invalid card number'],
  [fields.number, '4242 4242 4242 424x', 'invalid card number'],
  [fields.expiry, '', 'Expiration date is required'],
  [fields.expiry, '13 / 27', 'MM/YY format, eg 06/27'],
  [fields.expiry, '06 / ', 'MM/YY format, eg 06/27'],
  [fields.cvc, '', 'CVC is required'],
  [fields.cvc, '12', 'CVC should be 3 digits'],
  [fields.cvc, '1234', 'CVC should be 3 digits'],
  [fields.cvc, '12a', 'CVC should be 3 digits'],
  [fields.name, ' ', 'Cardholder name is required'],
  [fields.country, '', 'Country is required'],
  [fields.line1, '', 'Address line 1 is required'],
  [fields.line1, '1 Way', 'Address line 1 should be at least 6 characters'],
  [fields.city, '', 'City is required'],
  [fields.zip, '', 'Zip is required'],
  [fields.state, '', 'State is required'],
])('the field %s with "%s" gets the message "%s"', (name, value, message) => {
  expect(messagesFor({ [name]: value })).toEqual([message])
})

test('a card number has 12 to 24 digits', () => {
  expect(messagesFor({ [fields.number]: '1'.repeat(12) })).toEqual([])
  expect(messagesFor({ [fields.number]: '1'.repeat(24) })).toEqual([])
})

test('an empty form has a message under each field except the second address line', () => {
  expect(Object.keys(checkCard({}))).toEqual(Object.values(fields).filter((name) => name !== fields.line2))
})
