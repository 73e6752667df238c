import { PaymentMethodId } from '@hongyan/contract/ids'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { authenticated, cardToUse, expiryText, isUsable, stateOf } from './expiry.ts'

const ids = ['01994c7e-5d1a-7f33-8a00-000000000001', '01994c7e-5d1a-7f33-8a00-000000000002'].map((id) =>
  PaymentMethodId.parse(id),
)
const newCard = (at: number, changed: object = {}) => ({
  id: PaymentMethodId.parse(ids[at]),
  card: { last4: '4242', exp_month: 9, exp_year: 2028, brand: 'visa' as const },
  status: PaymentMethodStatus.Active,
  default: at === 0,
  expired: false,
  ...changed,
})
const pending = { status: PaymentMethodStatus.Pending }
const cardExpiring = (exp_month: number, exp_year: number) => ({ card: { ...newCard(0).card, exp_month, exp_year } })

test('a card expires soon in its last two months', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const cards = [cardExpiring(11, 2026), cardExpiring(12, 2026), cardExpiring(1, 2027), cardExpiring(11, 2027)]
  expect(cards.map((card) => stateOf(newCard(0, card), now))).toEqual(['soon', 'soon', 'good', 'good'])
  expect([stateOf(newCard(0, { expired: true }), now), stateOf(newCard(0, pending), now)]).toEqual([
    'expired',
    'pending',
  ])
})

test('the expiry has the form of the card', () => {
  expect([expiryText(newCard(0).card), expiryText(cardExpiring(12, 2030).card)]).toEqual(['09/28', '12/30'])
})

test('only an active card that has not expired can be chosen', () => {
  expect([newCard(0), newCard(0, pending), newCard(0, { expired: true })].map(isUsable)).toEqual([true, false, false])
})

test('the chosen card is used while it is saved, otherwise the default card', () => {
  const [first, second] = [newCard(0), newCard(1)]
  expect(cardToUse([first, second], second.id)?.id).toBe(second.id)
  expect(cardToUse([first, second], null)?.id).toBe(first.id)
  expect(cardToUse([first, newCard(1, { expired: true })], second.id)?.id).toBe(first.id)
  expect(cardToUse([newCard(0, pending), second], null)).toBeNull()
})

test('a card is waiting during authentication, and saved or removed afterwards', () => {
  const waiting = newCard(0, pending)
  expect(authenticated(waiting, [waiting])).toBe('waiting')
  expect(authenticated(waiting, [newCard(0)])).toBe('kept')
  expect(authenticated(waiting, [newCard(1)])).toBe('kept')
  expect(authenticated(waiting, [newCard(1, cardExpiring(1, 2031))])).toBe('gone')
  expect(authenticated(waiting, [])).toBe('gone')
})
