import type { NewCards } from '@hongyan/contract/endpoints/finance/top-up'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { type TopUpChannel, topUpChannels } from '@hongyan/contract/vocabulary/payment'
import type { Config } from '../../config/config.ts'
import { once } from '../../kit/once.ts'
import type { CardProvider, OfferedCards } from './cards.ts'
import type { PaymentProvider } from './provider.ts'
import type { SandboxPayments } from './sandbox/sandbox-payments.ts'
import type { AlipaySettings, StripeSettings, WxpaySettings } from './settings.ts'

/** A channel that this installation offers. */
export interface OfferedChannel {
  /** Loads the provider at its first use. Throws where its keys cannot be read. */
  readonly provider: () => Promise<PaymentProvider>
  /** True for the sandbox's provider: no money moves. */
  readonly test: boolean
}

export type OfferedChannels = ReadonlyMap<TopUpChannel, OfferedChannel>

type PaymentConfig = Pick<Config, 'payments'>

/**
 * The offered channels: each by its configured provider, otherwise by the sandbox. A channel with neither is left out.
 */
export function offeredChannels(
  config: PaymentConfig,
  publicUrl: () => string,
  sandbox: SandboxPayments | null,
): OfferedChannels {
  const real = realProviders(config, publicUrl)
  return new Map(
    topUpChannels.flatMap((channel): [TopUpChannel, OfferedChannel][] => {
      const configured = real[channel]
      if (configured !== null) return [[channel, { provider: once(configured), test: false }]]
      if (sandbox === null) return []
      return [[channel, { provider: once(() => sandboxProvider(sandbox, channel)), test: true }]]
    }),
  )
}

/** The card provider of each partition's accounts: Stripe where it is configured, else the sandbox (ruling 7). */
export function offeredCards(
  { payments: { stripe, cards } }: PaymentConfig,
  publicUrl: () => string,
  sandbox: SandboxPayments | null,
): Readonly<Record<Partition, OfferedCards | null>> {
  const real: OfferedCards | null = stripe && {
    channel: 'stripe',
    test: false,
    takes: cards.raw ? 'numbers' : cards.publishableKey === null ? null : 'tokens',
    provider: once(() => newStripeCards({ ...stripe, publicUrl, apiBase: () => stripe.apiBase })),
  }
  const test: OfferedCards | null = sandbox && {
    channel: 'stripe',
    test: true,
    takes: 'numbers',
    provider: once(async () => newStripeCards((await sandbox.settings()).stripe)),
  }
  return { us: real ?? test, cn: (cards.cn === 'stripe' ? real : null) ?? test }
}

/** The fields that take the new cards of each partition's accounts; null where none can be added (ruling 9). */
export function newCardsOf(
  { payments }: PaymentConfig,
  offered: Readonly<Record<Partition, OfferedCards | null>>,
): Readonly<Record<Partition, NewCards | null>> {
  const key = payments.cards.publishableKey
  const fields = (partition: Partition): NewCards | null => {
    const takes = offered[partition]?.takes ?? null
    if (takes === 'numbers') return { take: takes }
    return takes === null || key === null ? null : { take: takes, publishable_key: key }
  }
  return { us: fields(Partition.Us), cn: fields(Partition.Cn) }
}

function realProviders({ payments: { stripe, alipay, wxpay } }: PaymentConfig, publicUrl: () => string) {
  return {
    stripe: stripe && (() => newStripe({ ...stripe, publicUrl, apiBase: () => stripe.apiBase })),
    alipay: alipay && (() => newAlipay({ ...alipay, publicUrl, gateway: () => alipay.gateway })),
    wxpay: wxpay && (() => newWxpay({ ...wxpay, publicUrl, apiBase: () => wxpay.apiBase })),
  } satisfies Record<TopUpChannel, (() => Promise<PaymentProvider>) | null>
}

/** The adapter of the real provider, with the sandbox's keys and address. */
async function sandboxProvider(sandbox: SandboxPayments, channel: TopUpChannel): Promise<PaymentProvider> {
  const settings = await sandbox.settings()
  if (channel === 'stripe') return newStripe(settings.stripe)
  return channel === 'alipay' ? newAlipay(settings.alipay) : newWxpay(settings.wxpay)
}

/** The official clients take a quarter of a second and 44 MB to load, so they are loaded on first use. */
const newStripe = async (settings: StripeSettings): Promise<PaymentProvider> =>
  (await import('./stripe/stripe.ts')).createStripe(settings)
const newStripeCards = async (settings: StripeSettings): Promise<CardProvider> =>
  (await import('./stripe/cards.ts')).createStripeCards(settings)
const newAlipay = async (settings: AlipaySettings): Promise<PaymentProvider> =>
  (await import('./alipay/alipay.ts')).createAlipay(settings)
const newWxpay = async (settings: WxpaySettings): Promise<PaymentProvider> =>
  (await import('./wxpay/wxpay.ts')).createWxpay(settings)
