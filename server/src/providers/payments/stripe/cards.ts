import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { bounded, limitOf } from '../calls.ts'
import type { BillingAddress, CardCharge, CardProvider, ChargeResult, NewCard, SaveCardResult } from '../cards.ts'
import type { PaymentFailure } from '../provider.ts'
import type { StripeSettings } from '../settings.ts'
import { Card, chargedBy, declined, keptCard, offSession, savedBy } from './card-answers.ts'
import { stripeCardReceiver } from './card-webhook.ts'
import { failureOf, stripeClient } from './calls.ts'
import { centsOf } from '../terms.ts'

/** Saves and charges cards at Stripe. A card number is sent to Stripe and never comes back. */
export function createStripeCards(settings: StripeSettings): CardProvider {
  const limited = bounded(limitOf(settings), failureOf)
  const client = stripeClient(settings)
  return {
    channel: 'stripe',
    customer: (account, email) =>
      limited(async () => {
        const idempotencyKey = `customer:${account}:${shortHash(email ?? '')}`
        const params = { metadata: { account_id: account }, ...(email !== null && { email }) }
        return { customer: (await client().customers.create(params, { idempotencyKey })).id }
      }),
    save: (card) => limited(() => orDeclined(() => save(client(), card))),
    querySetup: (setupId) =>
      limited(async () => {
        const setup = await client().setupIntents.retrieve(setupId, { expand: ['payment_method'] })
        return savedBy(setup, null)
      }),
    forget: (card) => limited(() => forget(client(), card)),
    charge: (charge) =>
      limited(() => orDeclined(() => chargeCard(client(), charge)))
        .then(offSession)
        .then(orUnreachable),
    queryCharge: (paymentId) => limited(async () => chargedBy(await client().paymentIntents.retrieve(paymentId))),
    receive: stripeCardReceiver(settings),
  }
}

/** Returns a declined card as a result instead of throwing. */
async function orDeclined<T>(call: () => Promise<T>): Promise<T | ReturnType<typeof declined>> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return declined(error)
    throw error
  }
}

async function save(stripe: Stripe, { attempt, customer, card, billing, returnUrl }: NewCard): Promise<SaveCardResult> {
  const known = 'token' in card && card.token.startsWith('pm_') ? card.token : null
  const made = known === null ? Card.parse(await stripe.paymentMethods.create(methodOf(card, billing))) : null
  const setup = await stripe.setupIntents.create(
    {
      customer,
      payment_method: made?.id ?? known ?? '',
      usage: 'off_session',
      confirm: true,
      allowed_payment_method_types: ['card'],
      return_url: returnUrl,
      expand: ['payment_method'],
      metadata: { attempt },
    },
    { idempotencyKey: `card:${attempt}` },
  )
  return savedBy(setup, made && keptCard(made))
}

const methodOf = (card: NewCard['card'], billing: BillingAddress): Stripe.PaymentMethodCreateParams => ({
  type: 'card',
  card:
    'token' in card
      ? { token: card.token }
      : { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
  billing_details: {
    name: billing.name,
    address: {
      country: billing.country,
      line1: billing.line1,
      ...(billing.line2 !== null && { line2: billing.line2 }),
      city: billing.city,
      state: billing.state,
      postal_code: billing.zip,
    },
  },
})

async function forget(stripe: Stripe, card: string): Promise<PaymentFailure | null> {
  try {
    await stripe.paymentMethods.detach(card)
    return null
  } catch (error) {
    // Stripe does not have the card, or has not attached it to a customer: it needs no deletion.
    return error instanceof Stripe.errors.StripeInvalidRequestError ? null : failureOf(error)
  }
}

/** A retry must send the same parameters: Stripe refuses an idempotency key with different ones. */
async function chargeCard(stripe: Stripe, charge: CardCharge): Promise<ChargeResult> {
  const payment = await stripe.paymentIntents.create(
    {
      amount: centsOf(charge.amount),
      currency: charge.currency.toLowerCase(),
      customer: charge.customer,
      payment_method: charge.card,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      metadata: { attempt: charge.attempt, account_id: charge.account },
    },
    { idempotencyKey: `auto:${charge.attempt}` },
  )
  return chargedBy(payment)
}

/**
 * Turns two kinds of refusal into `unreachable`. Where an idempotency key was used with other parameters, the first
 * charge may have succeeded. Where our API key was refused, the card was not tried.
 */
const orUnreachable = (charged: ChargeResult): ChargeResult =>
  charged.kind === 'refused' && /idempotency|authentication|permission|api_key/i.test(charged.reason)
    ? { ...charged, kind: 'unreachable' }
    : charged

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
