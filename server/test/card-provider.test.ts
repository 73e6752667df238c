import { afterAll, beforeAll } from 'vitest'
import { cardSuite, type CardsUnderTest } from '../src/providers/payments/card-suite.ts'
import { createStripeCards } from '../src/providers/payments/stripe/cards.ts'
import { newTill, type Till } from './till.ts'

let till: Till
let under: CardsUnderTest

beforeAll(async () => {
  till = await newTill()
  const { stripe } = await till.sandbox.settings()
  under = {
    provider: createStripeCards(stripe),
    denied: createStripeCards({ ...stripe, apiKey: 'sk_test_other' }),
    stranger: createStripeCards({ ...stripe, webhookSecrets: ['whsec_other'] }),
    elsewhere: (base, timeLimit) => createStripeCards({ ...stripe, apiBase: () => base, timeLimit }),
    authenticate: async (url, well) => void (await till.press(url, well ? 'confirm' : 'fail')),
    later: (millis) => till.clock.advance(millis),
    async webhooks() {
      till.clock.advance(2_000)
      while ((await till.sandbox.round()) > 0) continue
      return till.told.map(({ webhook }) => webhook)
    },
    now: till.clock.now,
  }
})

afterAll(() => till.close())

cardSuite(() => under)
