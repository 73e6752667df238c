import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { WebhookEvent } from '@hongyan/contract/public-api/webhook-event'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signInTo } from './house-owner.ts'
import { type House, type HouseServer, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { below, type Random, randomFrom } from './random.ts'
import { startSending } from './retrying-clients.ts'
import { endpointForm } from './webhook-receiver.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const FULL = process.env['SCALE'] === 'full'
const MESSAGES = FULL ? 5_000 : 400
const KILLS = FULL ? 12 : 3
/** A receiver that answers late has requests in flight whenever a process is killed. */
const ANSWERS_WITHIN = 40
const BATCH = 20
/** The rate of an endpoint, and the seconds of it that its events take. */
const RATE = 5
const SECONDS = 4

interface Received {
  readonly at: number
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

interface SlowReceiver {
  readonly url: string
  readonly received: readonly Received[]
  readonly close: () => void
}

async function startSlowReceiver(random: Random): Promise<SlowReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({
        at: performance.now(),
        id: headers['webhook-id'] ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
        headers,
      })
      setTimeout(() => response.writeHead(204).end(), below(random, ANSWERS_WITHIN))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const random = randomFrom(seed)
let house: House
let another: HouseServer
let receivers: readonly SlowReceiver[]
let secrets: readonly string[]

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: '1000', sinkDelay: 5, accounts: [0] })
  another = await house.startAnother()
  receivers = [await startSlowReceiver(random), await startSlowReceiver(random)]
  const owner = await signInTo(house, 'sender@example.com')
  const endpoints = receivers.map(({ url }, nr) => endpointForm({ url, name: url, batch: nr === 0 ? 1 : BATCH }))
  const saved = await owner.call('POST', '/plugins/sms-dlr', { body: { version: 0, endpoints } })
  const settings = (await saved.json()) as { readonly endpoints: readonly { readonly id: string }[] }
  secrets = await Promise.all(
    settings.endpoints.map(async ({ id }) => {
      const reply = await owner.call('POST', `/plugins/sms-dlr/${id}/secret`, { body: {} })
      return ((await reply.json()) as { readonly secret: string }).secret
    }),
  )
})
afterAll(async () => {
  await house.close()
  for (const { close } of receivers) close()
})

const countOf = async (table: string): Promise<number> => {
  const [found] = await house.rows<{ count: bigint }>(`select count(*) from ${table}`)
  return Number(found?.count)
}

/** Kills one of the servers whenever the receivers have so many requests more. */
async function killNow(servers: readonly HouseServer[]): Promise<void> {
  const moments = Array.from({ length: KILLS }, () => below(random, MESSAGES)).toSorted((a, b) => a - b)
  for (const moment of moments) {
    await until(() => Promise.resolve((receivers[0]?.received.length ?? 0) >= moment), 60)
    await sleep(below(random, ANSWERS_WITHIN))
    await servers[below(random, servers.length)]?.kill()
  }
}

/** A claim lasts a minute; once all others have ended, the claims of the dead are made to end. */
async function allDelivered(): Promise<void> {
  await untilEnded(house)
  await until(async () => (await countOf('webhook_due')) === 0, 60)
  await until(async () => {
    await house.rows(
      `update webhook_delivery set next_at = now() where next_at > now() and sending_at < now() - interval '5 s'`,
    )
    return (await countOf('webhook_delivery where state <> 1')) === 0
  }, 60)
}

test(
  `every event reaches every endpoint and every try is logged, though processes are killed with requests in flight (KILL_SEED=${seed})`,
  async () => {
    const { address, credentials } = house
    const sending = startSending({ messages: MESSAGES, address, credentials, random })
    await Promise.all([sending.done, killNow([house.server, another])])
    await allDelivered()

    const messages = await house.rows<{ id: string; status: number }>('select id, status from message')
    const wanted = messages.map(({ id, status }) => `${id.replaceAll('-', '')} ${status}`).toSorted()
    expect(wanted.length).toBeGreaterThanOrEqual(MESSAGES)
    const tries = await house.rows<{ id: string; count: bigint }>(
      'select delivery_id as id, count(*) as count from webhook_try group by delivery_id',
    )
    const logged = new Map(tries.map(({ id, count }) => [`msg_${id.replaceAll('-', '')}`, Number(count)]))
    for (const [nr, { received }] of receivers.entries()) {
      const verifier = new Webhook(secrets[nr] ?? '')
      const events = received.flatMap(({ body, headers }) => {
        const content = verifier.verify(body, headers)
        return (Array.isArray(content) ? content : [content]) as WebhookEvent[]
      })
      const told = new Set(events.map(({ data }) => `${String(data['id'])} ${String(data['statusCode'])}`))
      expect(wanted.filter((fact) => !told.has(fact))).toEqual([])
      for (const id of new Set(received.map((request) => request.id))) {
        const requests = received.filter((request) => request.id === id)
        expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
        expect(logged.get(id) ?? 0).toBeGreaterThanOrEqual(requests.length)
      }
    }
  },
  patient(4 * MINUTE),
)

test('an endpoint has its rate once for all processes', async () => {
  const { url, received, close } = await startSlowReceiver(random)
  onTestFinished(close)
  const owner = await signInTo(house, 'sender-0@example.com')
  const endpoints = [endpointForm({ url, rate: RATE, groups: ['balance'] })]
  await owner.call('POST', '/plugins/sms-dlr', { body: { version: 0, endpoints } })
  await house.rows(
    `insert into webhook_due (account_id, endpoint_id, id, type, at, data)
     select account_id, id, uuidv7(), 'balance.low', now(), '{"below":"20.000000","balance":"19.000000","currency":"USD"}'
     from webhook_endpoint, generate_series(1, $2) where url = $1`,
    [url, RATE * SECONDS],
  )
  const sent = () => received.filter(({ id }) => id !== '')
  await until(() => Promise.resolve(sent().length === RATE * SECONDS))
  const [first, last] = [sent()[0]?.at ?? 0, sent().at(-1)?.at ?? 0]
  expect(last - first).toBeGreaterThan((SECONDS - 2) * SECOND)
})
