import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCard, cardsOf, numbers } from '../../../../test/cards.ts'
import { callBack, sandboxOf } from '../../../../test/payer.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { signedEvent } from '../../../providers/payments/sandbox/stripe-signing.ts'

const { Active, Pending } = PaymentMethodStatus

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

interface Waiting {
  readonly owner: SignedIn
  readonly setup: string
}

/** A card whose holder has yet to authenticate. */
async function newPendingCard(): Promise<Waiting> {
  const owner = await world.account()
  const { payload } = await addCard(owner, numbers.authenticatedOnce)
  return { owner, setup: new URL(payload ?? '').pathname.split('/').at(-1) ?? '' }
}

const statusOf = async ({ owner }: Waiting): Promise<readonly unknown[]> => {
  const sql = 'select status from payment_method where account_id = $1 and removed_at is null'
  return (await world.pool.query<{ status: number }>(sql, [owner.id])).rows.map(({ status }) => status)
}

/** Posts a webhook about a set-up, signed by the service unless another secret is given. */
async function sendWebhook(
  setup: string,
  { secret, type = 'setup_intent.succeeded' }: { secret?: string; type?: string } = {},
) {
  const { stripe } = await sandboxOf(world).settings()
  const event = {
    id: `evt_${setup}`,
    type,
    data: { object: { id: setup, object: 'setup_intent', status: 'succeeded' } },
  }
  const key = secret ?? stripe.webhookSecrets[0] ?? ''
  return callBack(world, 'stripe', signedEvent(event, key, world.clock.now()))
}

test('a forged webhook changes nothing', async () => {
  const card = await newPendingCard()
  await sandboxOf(world).cards.authenticate(card.setup, true)
  expect((await sendWebhook(card.setup, { secret: 'whsec_other' })).status).toBe(400)
  expect(await statusOf(card)).toEqual([Pending])
  expect((await sendWebhook(card.setup)).status).toBe(200)
  expect(await statusOf(card)).toEqual([Active])
})

test('a genuine webhook that arrives too early changes nothing, because the provider is queried', async () => {
  const card = await newPendingCard()
  expect((await sendWebhook(card.setup)).status).toBe(200)
  expect((await sendWebhook(card.setup, { type: 'setup_intent.setup_failed' })).status).toBe(200)
  expect(await statusOf(card)).toEqual([Pending])
})

test('a webhook of success is not trusted when the set-up failed', async () => {
  const card = await newPendingCard()
  await sandboxOf(world).cards.authenticate(card.setup, false)
  expect((await sendWebhook(card.setup)).status).toBe(200)
  expect(await statusOf(card)).toEqual([])
})

test('a webhook about an unknown card is received', async () => {
  expect((await sendWebhook('seti_unknown')).status).toBe(200)
})

test('twenty concurrent webhooks and polls make one card', async () => {
  const card = await newPendingCard()
  await sandboxOf(world).cards.authenticate(card.setup, true)
  const webhooks = Array.from({ length: 10 }, () => sendWebhook(card.setup))
  const polls = Array.from({ length: 10 }, () => cardsOf(card.owner))
  const answers = await Promise.all(webhooks)
  await Promise.all(polls)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await cardsOf(card.owner)).toMatchObject([{ status: Active, default: true }])
})

test('a saved card stays one card when it is authenticated again', async () => {
  const card = await newPendingCard()
  await sandboxOf(world).cards.authenticate(card.setup, true)
  await sendWebhook(card.setup)
  const [kept] = await cardsOf(card.owner)
  const again = await addCard(card.owner, numbers.authenticatedOnce)
  expect(again).toMatchObject({ status: Pending, action: 'open' })
  const setup = new URL(again.payload ?? '').pathname.split('/').at(-1) ?? ''
  await sandboxOf(world).cards.authenticate(setup, true)
  await sendWebhook(setup)
  expect(await cardsOf(card.owner)).toEqual([kept])
  await world.payments.keepCardsUp()
  const sql = 'select 1 from sandbox_card c join payment_customer p on p.remote_id = c.customer where p.account_id = $1'
  expect((await world.pool.query(sql, [card.owner.id])).rows).toHaveLength(1)
})
