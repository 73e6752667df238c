import { afterAll, beforeAll } from 'vitest'
import { cardSuite, type CardsUnderTest } from '../src/providers/payments/card-suite.ts'
import { createStripeCards } from '../src/providers/payments/stripe/cards.ts'
import { newSandboxMerchant, type SandboxMerchant } from './sandbox-merchant.ts'

let merchant: SandboxMerchant
let under: CardsUnderTest

beforeAll(async () => {
  merchant = await newSandboxMerchant()
  const { stripe } = await merchant.sandbox.settings()
  under = {
    provider: createStripeCards(stripe),
    denied: createStripeCards({ ...stripe, apiKey: 'sk_test_other' }),
    stranger: createStripeCards({ ...stripe, webhookSecrets: ['whsec_other'] }),
    withBase: (base, timeLimit) => createStripeCards({ ...stripe, apiBase: () => base, timeLimit }),
    authenticate: async (url, succeeds) => void (await merchant.press(url, succeeds ? 'confirm' : 'fail')),
    later: (millis) => merchant.clock.advance(millis),
    async webhooks() {
      merchant.clock.advance(2_000)
      while ((await merchant.sandbox.round()) > 0) continue
      return merchant.webhooks.map(({ webhook }) => webhook)
    },
    now: merchant.clock.now,
  }
})

afterAll(() => merchant.close())

cardSuite(() => under)
