import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY, HOUR } from '@hongyan/contract/durations'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp, type TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { TransactionId } from '@hongyan/contract/ids'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEffects } from '../src/compose/payments.ts'
import { readArguments } from '../src/kit/command.ts'
import { bookingCommands } from '../src/payments/bookings/commands.ts'
import { patient } from './patience.ts'
import { callBack, findings, newPayer, type Payer } from './payer.ts'
import { eventually } from './sender.ts'
import { newWorld, type World } from './world.ts'

const WEBHOOK_SECRET = 'whsec_disasters'

interface Session {
  readonly id: string
  readonly client_reference_id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: 'paid' | 'unpaid'
  readonly amount_total: number
  readonly currency: 'usd'
  readonly payment_intent: string | null
}

let world: World
let stripe: Server
/** The state of the simulated Stripe: checkout sessions by id, and refunds by our reference. */
const sessions = new Map<string, Session>()
const stripeRefunds = new Map<string, object>()
/** `down`: it refuses calls and does nothing. `hangs`: it carries calls out and sends no responses. */
let mode: 'up' | 'down' | 'hangs' = 'up'
let hanging: ServerResponse[] = []

beforeAll(async () => {
  stripe = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const answer = answerOf(request.method ?? '', request.url ?? '', new URLSearchParams(body))
      if (mode === 'hangs') hanging.push(response)
      else if (mode === 'down' || answer === null) response.writeHead(503).end('{}')
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
  const { port } = stripe.address() as AddressInfo // it listens on a port
  world = await newWorld({
    PUBLIC_URL: 'http://localhost',
    STRIPE_SECRET_KEY: 'sk_test_disasters',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  })
})
afterAll(async () => {
  await world.close()
  stripe.closeAllConnections()
  stripe.close()
})

/** Carries out a call, also one that gets no response. A repeated reference returns the same session or refund. */
function answerOf(method: string, url: string, form: URLSearchParams): object | null {
  if (mode === 'down') return null
  const [, id, verb] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?/.exec(url) ?? []
  const known = id === undefined ? undefined : sessions.get(id)
  if (known !== undefined) {
    if (verb !== undefined && known.status === 'open') sessions.set(known.id, { ...known, status: 'expired' })
    return { object: 'checkout.session', ...sessions.get(known.id) }
  }
  if (method === 'POST' && url.startsWith('/v1/checkout/sessions')) return newSession(form)
  if (method === 'POST' && url.startsWith('/v1/refunds')) {
    const reference = form.get('metadata[refund_id]') ?? ''
    const made = {
      id: `re_${reference}`,
      object: 'refund',
      amount: Number(form.get('amount')),
      status: 'succeeded',
      payment_intent: form.get('payment_intent'),
      metadata: { refund_id: reference },
    }
    if (!stripeRefunds.has(reference)) stripeRefunds.set(reference, made)
    return stripeRefunds.get(reference) ?? made
  }
  return { object: 'list', has_more: false, url: '/v1/refunds', data: [...stripeRefunds.values()] }
}

function newSession(form: URLSearchParams): object {
  const reference = form.get('client_reference_id') ?? ''
  const id = `cs_${reference}`
  const session: Session = {
    id,
    client_reference_id: reference,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: 'usd',
    payment_intent: null,
  }
  if (!sessions.has(id)) sessions.set(id, session)
  return { object: 'checkout.session', url: `https://checkout.example.com/${id}`, ...sessions.get(id) }
}

let events = 0
async function sendEvent(type: string, object: object): Promise<void> {
  const id = `evt_${(events += 1)}`
  const created = Math.floor(world.clock.now().getTime() / 1_000)
  const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: WEBHOOK_SECRET,
    timestamp: created,
  })
  // Stripe repeats events, so each one comes twice.
  for (let times = 0; times < 2; times += 1)
    expect((await callBack(world, 'stripe', { headers: { 'stripe-signature': signature }, body })).status).toBe(200)
}

const referenceOf = ({ id }: TopUpOrder): string => id.replaceAll('-', '')
const intentOf = (order: TopUpOrder): string => `pi_${referenceOf(order)}`

/** Completes the checkout session of an order. `unpaid`: the money is still on its way. */
function payAtStripe(order: TopUpOrder, how: 'paid' | 'unpaid'): Session {
  const session = sessions.get(`cs_${referenceOf(order)}`)
  if (session === undefined) throw new Error(`Stripe does not know ${order.id}`)
  const paid = { ...session, status: 'complete', payment_status: how, payment_intent: intentOf(order) } as const
  sessions.set(session.id, paid)
  return paid
}

async function pay(order: TopUpOrder): Promise<void> {
  await sendEvent('checkout.session.completed', payAtStripe(order, 'paid'))
}

const pollAfter = async (millis: number): Promise<void> => {
  world.clock.advance(millis)
  await world.payments.pollOrders()
  await world.payments.pollRefunds()
}

const statusOf = async ({ id }: TopUpOrder): Promise<TopUpStatus> =>
  (await world.db.selectFrom('top_up').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/**
 * Starts work whose calls Stripe carries out without a response. Returns a function that breaks their connections and
 * waits for the work.
 */
async function startWithoutResponses(work: () => Promise<unknown>): Promise<() => Promise<void>> {
  mode = 'hangs'
  const lost = work()
  await eventually(
    async () => hanging.length,
    (count) => count > 0,
  )
  mode = 'up'
  return async () => {
    for (const response of hanging) response.destroy()
    hanging = []
    await lost
  }
}

/**
 * Starts a call that gets no response from Stripe, ends its lease on the Idempotency-Key, as if its process had died,
 * and repeats it.
 */
async function repeatAfterCrash<T>({ id }: Payer, call: () => Promise<T>): Promise<T> {
  const endDying = await startWithoutResponses(call)
  await world.pool.query('update console_answer set runs_until = now() where account_id = $1', [id])
  const repeated = await call()
  await endDying()
  return repeated
}

/** By status of a dispute: the dollars that the account keeps of a charge of 20. */
const keptByDisputeStatus = {
  warning_needs_response: 20,
  warning_under_review: 20,
  warning_closed: 20,
  needs_response: 0,
  under_review: 0,
  appeal_needs_response: 0,
  appeal_under_review: 0,
  prevented: 20,
  won: 20,
  lost: 0,
} as const satisfies Partial<Record<Stripe.Dispute.Status, number>>

test(
  'refunds, disputes, lost responses and a day without Stripe leave the exact balance and both ledger proofs clean',
  async () => {
    const payer = await newPayer(world, 'stripe')
    // A refund needs real-name verification.
    await world.pool.query('update account set realname_auth = true where id = $1', [payer.id])
    const refunded = await payer.begin('100')
    const disputed: [string, TopUpOrder][] = []
    for (const status of Object.keys(keptByDisputeStatus)) disputed.push([status, await payer.begin('20')])
    const [delayed, unreported] = [await payer.begin('30'), await payer.begin('40')]
    const abandoned = await payer.begin('60')
    const once = { headers: { 'idempotency-key': 'once' } }
    const opened = await repeatAfterCrash(payer, () =>
      payer.ask(topUp.create, { body: { amount: '50', channel: 'stripe', currency: 'USD' }, ...once }),
    )
    const killed = topUp.create.reply.parse(opened.body)

    // Staff refund 10 dollars of a charge in Stripe's dashboard.
    await pay(refunded)
    const dashboard = { id: 're_dashboard', amount: 1_000, status: 'succeeded', payment_intent: intentOf(refunded) }
    await sendEvent('refund.created', dashboard)

    // Banks dispute a charge each; every status occurs once.
    for (const [, order] of disputed) await pay(order)
    for (const [status, order] of disputed) {
      const dispute = { id: `dp_${status}`, amount: 2_000, currency: 'usd', payment_intent: intentOf(order), status }
      await sendEvent('charge.dispute.updated', dispute)
    }

    // The customer requests a refund of 5 dollars, and the process dies before Stripe responds.
    await pay(killed)
    const params = { id: TransactionId.parse(killed.id) }
    const body = { amount: '5', reason: 'We paid too much' }
    const refund = await repeatAfterCrash(payer, () => payer.ask(refunds.create, { params, body, ...once }))
    expect(refund).toMatchObject({ status: 200, body: { amount: '5.000000' } })

    // The payer pays by a bank transfer, whose money takes days.
    await sendEvent('checkout.session.completed', payAtStripe(delayed, 'unpaid'))

    // Stripe is down for 26 hours. The payer has just paid an order, and its webhook is lost. At first, Stripe carries
    // calls out without a response: the process dies while it queries paid orders and closes expired ones.
    payAtStripe(unreported, 'paid')
    const endDying = await startWithoutResponses(() => pollAfter(HOUR))
    mode = 'down'
    for (const hours of [5, 10, 10]) await pollAfter(hours * HOUR)
    await endDying()
    expect(await statusOf(unreported)).toBe(TopUpStatus.Expired)
    mode = 'up'
    await pollAfter(DAY)
    await sendEvent('checkout.session.async_payment_succeeded', payAtStripe(delayed, 'paid'))
    await pollAfter(DAY)

    // Staff book one bank transfer twice.
    const credit = bookingCommands.find(({ name }) => name === 'ledger credit')
    if (credit === undefined) throw new Error('staff cannot book a transfer')
    const typed = [payer.email, '25', '--reference', 'SWIFT 7', '--reason', 'Bank transfer', '--by', 'Ada']
    const deps = { db: world.db, clock: world.clock, accounts: accountEffects }
    for (let times = 0; times < 2; times += 1) await credit.run(deps, readArguments(credit, typed))

    expect([await statusOf(unreported), await statusOf(abandoned)]).toEqual([TopUpStatus.Paid, TopUpStatus.Expired])
    const kept = Object.values(keptByDisputeStatus).reduce((sum: number, each) => sum + each, 0)
    expect(await payer.balance()).toBe(`${100 - 10 + kept + 50 - 5 + 30 + 40 + 25}.000000`)
    // The refund that was repeated after the crash is one refund at Stripe.
    expect([...stripeRefunds.keys()]).toHaveLength(1)
    expect(await findings(world)).toEqual([])
  },
  patient(120_000),
)
