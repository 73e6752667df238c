import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripeCards } from '../src/providers/payments/stripe/cards.ts'
import { createStripe } from '../src/providers/payments/stripe/stripe.ts'
import { anOrder } from './payments.ts'
import { newSandboxMerchant, type SandboxMerchant } from './sandbox-merchant.ts'

let merchant: SandboxMerchant
beforeAll(async () => {
  merchant = await newSandboxMerchant()
})
afterAll(() => merchant.close())

const account = '00000000-0000-0000-0000-00000001a2b3' as AccountId // the example of ruling 24
const card = {
  attempt: 'setup-1',
  card: { number: '4242424242424242', expMonth: 6, expYear: 2030, cvc: '123' },
  billing: { name: 'Ada', country: 'US', line1: '12 St James', line2: '', city: 'Rye', state: 'NY', zip: '10580' },
  returnUrl: 'https://sms.example.com/paymentMethods/result',
}

test('a charge of a saved card can be refunded to it, up to the amount of the charge', async () => {
  const { stripe } = await merchant.sandbox.settings()
  const [cards, provider] = [createStripeCards(stripe), createStripe(stripe)]
  const named = await cards.customer(account, 'ada@example.com')
  const customer = 'customer' in named ? named.customer : ''
  const saved = await cards.save({ ...card, customer })
  if (saved.kind !== 'saved') throw new Error(`the card is ${saved.kind}`)
  const amount = micros(500_500_000n)
  const charge = { attempt: 'charge-1', account, customer, card: saved.card.remoteId, amount, currency: 'USD' } as const
  const charged = await cards.charge(charge)
  if (charged.kind !== 'succeeded') throw new Error(`the charge is ${charged.kind}`)
  const order = anOrder({ currency: 'USD', amount })
  const refund = { order, paymentId: charged.paymentId, remoteId: null, reference: order.reference }
  expect(await provider.refund({ ...refund, amount: micros(500_510_000n) })).toMatchObject({ kind: 'refused' })
  const again = { ...refund, reference: order.reference.replace('0199', '0200'), amount }
  expect(await provider.refund(again)).toMatchObject({ kind: 'refunded' })
  expect(await provider.queryRefund(again)).toMatchObject({ kind: 'refunded' })
})
