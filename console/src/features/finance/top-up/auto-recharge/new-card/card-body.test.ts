import { expect, test } from 'vitest'
import { bodyOf } from './card-body.ts'
import { fields } from './check-card.ts'

const typed = {
  [fields.number]: ' 4242 4242 4242 4242 ',
  [fields.expiry]: '06 / 27',
  [fields.cvc]: '１２３',
  [fields.name]: ' Ada Lin ',
  [fields.country]: 'SG',
  [fields.line1]: '1 Raffles Place',
  [fields.line2]: ' ',
  [fields.city]: 'Singapore',
  [fields.zip]: '048616',
  [fields.state]: 'Singapore',
}

test('the call carries the card as digits, month and year as numbers, and no empty field', () => {
  expect(bodyOf(typed)).toEqual({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 6, exp_year: 2027, cvc: '123' },
    billing_name: 'Ada Lin',
    addr_country: 'SG',
    addr_line1: '1 Raffles Place',
    addr_city: 'Singapore',
    addr_zip: '048616',
    addr_state: 'Singapore',
  })
  expect(bodyOf({ ...typed, [fields.line2]: 'Level 3' })).toMatchObject({ addr_line2: 'Level 3' })
})

test('the call has no body without a valid expiry', () => {
  expect(bodyOf({ ...typed, [fields.expiry]: '13 / 27' })).toBeNull()
})
