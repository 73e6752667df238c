import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AccountId, TopUpId } from '@hongyan/contract/ids'
import { topUp } from '@hongyan/contract/limits/finance'
import { micros } from '@hongyan/contract/money'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../kit/ids.ts'
import { checkCredentials } from './credentials.ts'
import {
  type Webhook,
  type OpenedPayment,
  type OrderEvent,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentState,
  referenceOf,
} from './provider.ts'

/**
 * A provider, its payment service (which works like the real one), and a payer. The service signs responses with the
 * machine's current time, as an official client may compare with it, and webhooks with `now()`.
 */
export interface PaymentUnderTest {
  readonly provider: PaymentProvider
  /** The same merchant with a key that the service does not know. */
  readonly denied: PaymentProvider
  /** The same merchant with other keys for the service: it takes the webhooks for forged. */
  readonly stranger: PaymentProvider
  /** The same provider at another base address (without a path), with that time limit in milliseconds. */
  readonly withBase: (base: string, timeLimit: number) => PaymentProvider
  /** The payer opens the address or scans the code, without paying yet. */
  readonly arrive: (opened: OpenedPayment) => Promise<void>
  /** The payer pays. Returns whether the service took the money. */
  readonly pay: (opened: OpenedPayment) => Promise<boolean>
  /** The payer's payment is declined. */
  readonly decline: (opened: OpenedPayment) => Promise<void>
  /** All webhooks that the service has sent, oldest first, once the due ones are sent. */
  readonly webhooks: () => Promise<readonly Webhook[]>
  readonly now: () => Date
}

interface Opened {
  readonly order: PaymentOrder
  readonly opened: OpenedPayment
}

/** The behaviour that every payment provider must have. */
export function paymentSuite(under: () => PaymentUnderTest): void {
  const newOrder = (change: Partial<PaymentOrder> = {}): PaymentOrder => ({
    reference: referenceOf(TopUpId.parse(uuidv7(under().now()))),
    account: '00000000-0000-0000-0000-00000001a2b3' as AccountId, // the example of ruling 24
    amount: micros(88_500_000n),
    currency: under().provider.channel === 'stripe' ? 'USD' : 'CNY',
    createdAt: under().now(),
    expiresAt: new Date(under().now().getTime() + topUp.payableFor),
    locale: 'en',
    invoice: null,
    excluded: [],
    remoteId: null,
    ...change,
  })

  const open = async (order = newOrder()): Promise<Opened> => {
    const opened = await under().provider.open(order)
    if (opened.kind !== 'opened') throw new Error(`the order was not opened: ${opened.reason}`)
    return { order: { ...order, remoteId: opened.remoteId }, opened }
  }

  const paid = async (order = newOrder()): Promise<Opened> => {
    const one = await open(order)
    await under().arrive(one.opened)
    expect(await under().pay(one.opened)).toBe(true)
    return one
  }

  const received = (webhook: Webhook, provider = under().provider) => provider.receive(webhook, under().now())

  /** The webhooks about an order, each with its event. */
  const webhooksOf = async ({ order }: Opened): Promise<(readonly [Webhook, OrderEvent])[]> =>
    (await under().webhooks()).flatMap((webhook) => {
      const result = received(webhook)
      const events = result.kind === 'genuine' ? result.events : []
      return events
        .filter(({ about }) => 'reference' in about && about.reference === order.reference)
        .map((event) => [webhook, event] as const)
    })

  const paidOnce = async (one: Opened): Promise<Extract<PaymentState, { kind: 'paid' }>> => {
    const state = await under().provider.query(one.order)
    if (state.kind !== 'paid') throw new Error(`the order is ${state.kind}`)
    return state
  }

  test('an unpaid order is pending, or absent until the payer opens the page', async () => {
    const { order, opened } = await open()
    expect(['pending', 'absent']).toContain((await under().provider.query(order)).kind)
    await under().arrive(opened)
    expect(await under().provider.query(order)).toEqual({ kind: 'pending' })
  })

  test('a check of the credentials says whether they are ready, denied or not answered', async () => {
    const { provider, denied, withBase } = under()
    const check = (checked: PaymentProvider) => checkCredentials(checked, under().now())
    expect(await check(provider)).toEqual({ kind: 'ready' })
    expect(await check(denied)).toMatchObject({ kind: 'denied' })
    expect(await check(withBase('http://127.0.0.1:1', 2_000))).toMatchObject({ kind: 'unreachable' })
  })

  test('an order that was never opened is absent', async () => {
    expect(await under().provider.query(newOrder())).toEqual({ kind: 'absent' })
  })

  test.each([1_000_000n, 88_500_000n, 1_234_560_000n, 19_999_990_000n])(
    'a payment of %d micros is reported to the cent by a genuine webhook and by a query',
    async (amount) => {
      const one = await paid(newOrder({ amount: micros(amount) }))
      const state = await paidOnce(one)
      expect(state).toMatchObject({ amount, currency: one.order.currency })
      expect(state.paymentId).not.toBe('')
      const webhooks = await webhooksOf(one)
      expect(webhooks.map(([, { update }]) => update)).toEqual(webhooks.map(() => state))
      expect(webhooks.length).toBeGreaterThan(0)
    },
  )

  test('a declined payment pays nothing', async () => {
    const one = await open()
    await under().arrive(one.opened)
    await under().decline(one.opened)
    expect((await under().provider.query(one.order)).kind).not.toBe('paid')
    expect((await webhooksOf(one)).filter(([, { update }]) => update.kind === 'paid')).toEqual([])
  })

  test('a repeated reference is one payment', async () => {
    const order = newOrder()
    const first = await paid(order)
    const again = await under().provider.open(order)
    if (again.kind === 'opened') expect(await under().pay(again)).toBe(false)
    const state = await paidOnce(first)
    expect(state.amount).toBe(order.amount)
    for (const [, { update }] of await webhooksOf(first)) expect(update).toEqual(state)
  })

  test('an order opened twice before it is paid has one id at the provider', async () => {
    const order = newOrder()
    const [first, second] = [await open(order), await open(order)]
    expect(second.order.remoteId).toBe(first.order.remoteId)
    await under().arrive(first.opened)
    await under().arrive(second.opened)
    expect(await under().pay(second.opened)).toBe(true)
    expect(await under().pay(first.opened)).toBe(false)
    await paidOnce(first)
  })

  test('a closed order cannot be paid', async () => {
    const one = await open()
    await under().arrive(one.opened)
    expect(await under().provider.close(one.order)).toEqual({ kind: 'closed' })
    expect(await under().pay(one.opened)).toBe(false)
    expect(await under().provider.query(one.order)).toEqual({ kind: 'closed' })
  })

  test('an order can be closed twice', async () => {
    const one = await open()
    await under().arrive(one.opened)
    await under().provider.close(one.order)
    expect(await under().provider.close(one.order)).toEqual({ kind: 'closed' })
  })

  test('closing a paid order returns that it is paid', async () => {
    const one = await paid()
    expect(await under().provider.close(one.order)).toEqual(await paidOnce(one))
  })

  test('an altered webhook is forged or reports the same events', async () => {
    const one = await paid()
    for (const [webhook] of await webhooksOf(one)) {
      const genuine = received(webhook)
      for (const altered of alterationsOf(webhook)) {
        const result = received(altered)
        if (result.kind === 'genuine') expect(result).toEqual(genuine)
      }
    }
  })

  test('a webhook without its body or with another amount is forged', async () => {
    const [first] = await webhooksOf(await paid())
    const { headers = {}, body = Buffer.alloc(0) } = first?.[0] ?? {}
    expect(received({ headers, body: Buffer.alloc(0) }).kind).toBe('forged')
    expect(received({ headers, body: body.subarray(0, -1) }).kind).toBe('forged')
    const dearer = Buffer.from(body.toString().replaceAll(/88\.?50/g, (amount) => amount.replace('88', '99')))
    if (!dearer.equals(body)) expect(received({ headers, body: dearer }).kind).toBe('forged')
  })

  test('a webhook signed with another key is forged', async () => {
    for (const [webhook] of await webhooksOf(await paid())) {
      expect(received(webhook, under().stranger).kind).toBe('forged')
    }
  })

  test('a service that does not know our key refuses every call', async () => {
    const { order, opened } = await open()
    await under().arrive(opened)
    expect(await under().denied.query(order)).toMatchObject({ kind: 'refused' })
    expect(await under().denied.close(order)).toMatchObject({ kind: 'refused' })
    expect(await under().provider.query(order)).toEqual({ kind: 'pending' })
  })

  test.each(['gone', 'silent', 'nonsense', 'broken'] as const)(
    'a service that is %s is reported as unreachable within the time limit',
    async (behaviour) => {
      const { order } = await open()
      const { base, end } = await startOddService(behaviour)
      const provider = under().withBase(base, 300)
      const since = performance.now()
      expect(await provider.query(order)).toMatchObject({ kind: 'unreachable' })
      expect(await provider.close(order)).toMatchObject({ kind: 'unreachable' })
      const opened = await provider.open(newOrder())
      if (opened.kind !== 'opened') expect(opened.kind).toBe('unreachable')
      expect(performance.now() - since).toBeLessThan(3 * 300 + 1_500)
      await end()
    },
  )

  test('webhook responses differ for received, forged and retry later', () => {
    const { received, forged, retryLater } = under().provider.responses
    expect(received.status).toBe(200)
    for (const answer of [forged, retryLater]) expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(new Set([received.status, forged.status, retryLater.status]).size).toBe(3)
  })
}

/** Removes and changes each header, and changes bytes all over the body. */
function* alterationsOf({ headers, body }: Webhook): Generator<Webhook> {
  for (const name of Object.keys(headers)) {
    yield { headers: { ...headers, [name]: undefined }, body }
    yield { headers: { ...headers, [name]: `${String(headers[name])}0` }, body }
  }
  for (let at = 0; at < body.length; at += Math.ceil(body.length / 97)) {
    const altered = Buffer.from(body)
    altered[at] = (altered[at] ?? 0) ^ 1
    yield { headers, body: altered }
  }
}

type Behaviour = 'gone' | 'silent' | 'nonsense' | 'broken'

async function startOddService(behaviour: Behaviour): Promise<{ base: string; end: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    if (behaviour === 'nonsense') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
    if (behaviour === 'broken') response.writeHead(502).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  if (behaviour === 'gone') await waitForEnd(server)
  return {
    base: `http://127.0.0.1:${port}`,
    end: () => (behaviour === 'gone' ? Promise.resolve() : waitForEnd(server)),
  }
}

function waitForEnd(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}
