import { Partition } from '@hongyan/contract/vocabulary/account'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { Config } from '../config/config.ts'
import { heardOfSetup } from '../features/finance/payment-methods/look.ts'
import type { CardFields } from '../payments/deps.ts'
import type { PaymentMethodDeps } from '../features/finance/payment-methods/deps.ts'
import { once } from '../kit/once.ts'
import type { CardEvent, CardProvider, OfferedCards } from '../providers/payments/cards.ts'
import type { Webhook, WebhookResponse } from '../providers/payments/provider.ts'
import type { SandboxPayments } from '../providers/payments/sandbox/sandbox-payments.ts'
import type { StripeSettings } from '../providers/payments/settings.ts'

/** Who keeps the cards of each partition's accounts: Stripe where it is configured, else the sandbox (ruling 7). */
export function offeredCards(
  { payments }: Config,
  publicUrl: () => string,
  sandbox: SandboxPayments | null,
): Readonly<Record<Partition, OfferedCards | null>> {
  const { stripe, cards } = payments
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

/** The key of Stripe's own fields for each partition whose cards are typed into those and reach us as tokens (ruling 9). */
export function cardFieldsOf(
  { payments }: Pick<Config, 'payments'>,
  offered: Readonly<Record<Partition, OfferedCards | null>>,
): Readonly<Record<Partition, CardFields | null>> {
  const key = payments.cards.publishableKey
  const fields = (partition: Partition): CardFields | null =>
    key !== null && offered[partition]?.takes === 'tokens' ? { publishable_key: key } : null
  return { us: fields(Partition.Us), cn: fields(Partition.Cn) }
}

/** As with the channels, the official client is loaded when it is needed. */
const newStripeCards = async (settings: StripeSettings): Promise<CardProvider> =>
  (await import('../providers/payments/stripe/cards.ts')).createStripeCards(settings)

export interface Hearing {
  readonly methods: PaymentMethodDeps
  readonly heardOfCharge: (event: Extract<CardEvent, { readonly kind: 'charge' }>) => Promise<string>
  /** Counts what came of a webhook. */
  readonly received: (channel: TopUpChannel, came: string) => void
}

/**
 * Carries out what a webhook tells of cards and answers in the provider's words; null where it tells of something else, or
 * is not genuine to those who keep cards.
 */
export async function hearOfCards(hearing: Hearing, name: string, webhook: Webhook): Promise<WebhookResponse | null> {
  const { methods, received } = hearing
  const keepers = new Set(Object.values(methods.cards).filter((cards) => cards?.channel === name))
  for (const keeper of keepers) {
    if (keeper === null) continue
    const told = (await keeper.provider()).receive(webhook, methods.clock.now())
    if (told.kind === 'forged' || told.events.length === 0) continue
    try {
      for (const event of told.events) received(keeper.channel, await carryOut(hearing, keeper, event))
      return answer(200, 'heard')
    } catch (error) {
      methods.log.error({ err: error, channel: keeper.channel }, 'a webhook about a card could not be carried out')
      received(keeper.channel, 'later')
      return answer(503, 'later')
    }
  }
  return null
}

/** A genuine word about what is not ours will not become ours by being repeated: it counts as heard. */
async function carryOut(
  { methods, heardOfCharge }: Hearing,
  { provider }: OfferedCards,
  event: CardEvent,
): Promise<string> {
  if (event.kind === 'charge') return heardOfCharge(event)
  return (await heardOfSetup(methods, provider, event.setupId)) ? 'setup' : 'unknown_setup'
}

const answer = (status: number, body: string): WebhookResponse => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
