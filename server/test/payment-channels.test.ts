import { generateKeyPairSync } from 'node:crypto'
import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, describe } from 'vitest'
import { createAlipay } from '../src/providers/payments/alipay/alipay.ts'
import type { OpenedPayment, PaymentProvider } from '../src/providers/payments/provider.ts'
import type { SandboxPaymentSettings } from '../src/providers/payments/sandbox/sandbox-payments.ts'
import { createStripe } from '../src/providers/payments/stripe/stripe.ts'
import { refundSuite } from '../src/providers/payments/refund-suite.ts'
import { paymentSuite, type PaymentUnderTest } from '../src/providers/payments/suite.ts'
import { createWxpay } from '../src/providers/payments/wxpay/wxpay.ts'
import { newSandboxMerchant, type SandboxMerchant } from './sandbox-merchant.ts'

type Adapters = Pick<PaymentUnderTest, 'provider' | 'denied' | 'stranger' | 'withBase'>

/** Keys that the sandbox does not have. */
const pem = { type: 'spki', format: 'pem' } as const
const other = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: pem,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const adaptersOf: Readonly<Record<TopUpChannel, (settings: SandboxPaymentSettings) => Adapters>> = {
  stripe: ({ stripe }) => ({
    provider: createStripe(stripe),
    denied: createStripe({ ...stripe, apiKey: 'sk_test_other' }),
    stranger: createStripe({ ...stripe, webhookSecrets: ['whsec_other'] }),
    withBase: (base, timeLimit) => createStripe({ ...stripe, apiBase: () => base, timeLimit }),
  }),
  alipay: ({ alipay }) => ({
    provider: createAlipay(alipay),
    denied: createAlipay({ ...alipay, privateKey: other.privateKey }),
    stranger: createAlipay({ ...alipay, alipayPublicKey: other.publicKey }),
    withBase: (base, timeLimit) => createAlipay({ ...alipay, gateway: () => `${base}/gateway.do`, timeLimit }),
  }),
  wxpay: ({ wxpay }) => ({
    provider: createWxpay(wxpay),
    denied: createWxpay({ ...wxpay, privateKey: other.privateKey }),
    stranger: createWxpay({
      ...wxpay,
      platformKeys: [{ serial: wxpay.platformKeys[0].serial, publicKey: other.publicKey }],
    }),
    withBase: (base, timeLimit) => createWxpay({ ...wxpay, apiBase: () => base, timeLimit }),
  }),
}

describe.each(topUpChannels)('%s adapter with the sandbox’s service', (channel) => {
  let merchant: SandboxMerchant
  let under: PaymentUnderTest

  beforeAll(async () => {
    merchant = await newSandboxMerchant()
    under = { ...adaptersOf[channel](await merchant.sandbox.settings()), ...payerAt(merchant, channel) }
  })

  afterAll(() => merchant.close())

  paymentSuite(() => under)
  refundSuite(() => under)
})

type Payer = Omit<PaymentUnderTest, keyof Adapters>

function payerAt(merchant: SandboxMerchant, channel: PaymentProvider['channel']): Payer {
  const arrive = async ({ payload }: OpenedPayment): Promise<{ readonly page: string; readonly shown: string }> => {
    const page = await fetch(payload)
    return { page: page.url, shown: await page.text() }
  }
  return {
    arrive: async (opened) => void (await arrive(opened)),
    async pay(opened) {
      const { page, shown } = await arrive(opened)
      await merchant.press(page, 'pay')
      return shown.includes(`${new URL(page).pathname}/pay`) && (await arrive(opened)).shown.includes('>Paid<')
    },
    async decline(opened) {
      const { page } = await arrive(opened)
      await merchant.press(page, 'fail')
    },
    async webhooks() {
      merchant.clock.advance(1_500)
      while ((await merchant.sandbox.round()) > 0) continue
      return merchant.webhooks.filter(({ path }) => path === `/callbacks/${channel}`).map(({ webhook }) => webhook)
    },
    now: merchant.clock.now,
  }
}
