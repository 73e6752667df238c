import { upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { UpstreamId, wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_MILLIS } from '../src/gateway/link-owner.ts'
import type { Finding } from '../src/kit/check.ts'
import { once } from '../src/kit/once.ts'
import { awakePrefix } from './awake-numbers.ts'
import { type Crew, newCrew } from './crew.ts'
import { type HouseServer, until, untilEnded } from './house.ts'
import { bulkOf, expectUndisturbed, figuresOf, measureCodes, post, request } from './measured-codes.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveLedger, proveNoneLostNoneDoubled, proveTopUps } from './proof.ts'
import { randomFrom } from './random.ts'
import { signInTo } from './remote-owner.ts'
import { activate, channel, ruleOver } from './routed.ts'
import { startSending } from './retrying-clients.ts'
import { newRetryingPayer } from './retrying-payers.ts'

const FULL = process.env['SCALE'] === 'full'
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const MINUTES = 60_000
/** The timeout of a test that a full run sends most of its messages in. */
const LONG = patient((FULL ? 5 : 1) * MINUTES)
const MILLIS = FULL ? 20_000 : 1_000
/** Messages of marketing that wait at the rate of their account, in parts a second. */
const QUEUE = FULL ? 100_000 : 2_000
const RATE = FULL ? 1_000 : 200
const BLAST = FULL ? 20_000 : 3_000
/** Recipients of one request. */
const EACH = 50
/** The sink answers so late while the blast waits that most of it does wait. */
const SLOW = 1_000
const SENT = FULL ? 5_000 : 300
const OVER = FULL ? 20_000 : 1_500
/** Messages of a request to a channel, more than open its breaker. */
const PROBED = 25
/** The sandbox sends no webhook of this payment. */
const NO_WEBHOOK = '20.03'
const TAKEN_WITHIN = 15_000

let crew: Crew
let api: HouseServer
/** Every message that was accepted so far. */
const accepted: string[] = []

beforeAll(async () => {
  buildServerOnce()
  crew = await newCrew('1000000', [0, 0, 0, RATE], { BREAKER_SECONDS: '2' })
  api = await crew.start('api')
})
afterAll(() => crew.close())

const keyOf = (account: number): string => crew.accounts[account]?.key ?? ''

/** The process that has the link, as it names itself. */
const owner = async (): Promise<string | undefined> => {
  const [link] = await crew.rows<{ process: string }>(
    `select process from link_owner where upstream = 'sandbox' and until > now()`,
  )
  return link?.process
}

const count = async (which: string, account = 0): Promise<number> => {
  const values = [crew.accounts[account]?.account]
  const [found] = await crew.rows<{ count: bigint }>(
    `select count(*) from message where account_id = $1 and ${which}`,
    values,
  )
  return Number(found?.count)
}

const statusOf = async (method: string, url: string): Promise<number> => (await fetch(url, { method })).status

interface Workers {
  readonly pair: readonly [HouseServer, HouseServer]
  /** The name by which the first of them has the link. */
  readonly first: string | undefined
}

/** Starts both workers, once. The first has the link before the other one is there. */
const workers = once(async (): Promise<Workers> => {
  const one = await crew.start('worker')
  await until(async () => (await owner()) !== undefined)
  return { first: await owner(), pair: [one, await crew.start('worker')] }
})

const hello = async (): Promise<void> => {
  accepted.push(...(await post(api.address(), request(keyOf(0), { to: '+12065550101', text: 'Hello' }))))
}

/** Sends so many messages of marketing as an account, some recipients at a time. */
async function queue(account: number, messages: number): Promise<void> {
  const series = bulkOf([keyOf(account)], EACH)
  for (let sent = 0; sent < messages; sent += series.length * EACH) {
    for (const ids of await Promise.all(series.map((one) => post(api.address(), one)))) accepted.push(...ids)
  }
}

/** A response of http/health.ts. A process that makes no partitions reports none as missing. */
interface Ready {
  readonly status: string
  readonly partitionsMissing: number | null
  readonly checks: readonly Finding[]
}

test('an api process without a worker accepts messages, stays ready, and reports that no worker runs', async () => {
  await hello()
  const wrong = async () => {
    const reply = await fetch(`${api.address()}/readyz?verbose`)
    const { status, partitionsMissing, checks } = (await reply.json()) as Ready
    return [
      reply.status,
      status,
      partitionsMissing,
      ...checks.filter(({ ok }) => !ok).map(({ name, text }) => `${name}: ${text}`),
    ]
  }
  const finding = expect.stringMatching(/^server: running: \S+ \(api\); no worker runs$/)
  await expect.poll(wrong, { timeout: patient(10_000) }).toEqual([200, 'ready', null, finding])
  expect([await owner(), await count('status = 0')]).toEqual([undefined, accepted.length])
})

test('a worker hands over and settles what api processes accepted, and serves nothing but its probes', async () => {
  await hello()
  const [worker] = (await workers()).pair
  await until(async () => (await count(`status = ${MessageStatus.Delivered}`)) === accepted.length)

  const at = worker.address()
  const probes = ['/healthz', '/readyz', '/metrics'].map((probe) => statusOf('GET', at + probe))
  expect(await Promise.all(probes)).toEqual([200, 200, 200])
  const send = `/?action=sms.message.send&accessKeyId=${keyOf(0)}`
  const others = [
    ['GET', '/'],
    ['GET', '/login'],
    ['GET', '/api/session'],
    ['POST', '/api/session'],
    ['POST', send],
    ['POST', '/v1'],
    ['GET', '/sandbox/inbox'],
    ['GET', '/files/a'],
  ] as const
  expect(await Promise.all(others.map(([method, path]) => statusOf(method, at + path)))).toEqual(others.map(() => 404))
  // The loops of the sandbox’s payment services call their own process.
  expect(await statusOf('POST', `${at}/callbacks/stripe`)).toBe(400)
  expect(await (await fetch(`${api.address()}/metrics`)).text()).not.toContain('loop="webhooks"')
  expect(await (await fetch(`${at}/metrics`)).text()).toContain('loop="webhooks"')
})

test('payments of orders at an api process are credited by a worker, with a webhook and without one', async () => {
  await workers()
  const owner = { identifier: 'sender-0@example.com', password: 'wild goose' }
  const payer = await newRetryingPayer({ address: api.address, ...owner })
  for (const amount of ['20.00', NO_WEBHOOK]) await payer.pay({ channel: 'stripe', amount })
  await crew.rows('update top_up set poll_at = now() where amount_micros = 20030000')
  const open = `select from top_up where status <> ${TopUpStatus.Paid}`
  await until(async () => (await crew.rows(open)).length === 0)
  await proveTopUps(crew)
})

test(
  'codes leave within 2 s while a queue of marketing drains at its rate, with an api process and two workers',
  async () => {
    await workers()
    await queue(3, QUEUE)
    const measured = await measureCodes(crew, keyOf(0), api.address(), MILLIS)
    accepted.push(...measured.played.ids)
    process.stdout.write(`a queue at its rate, three processes: ${figuresOf(measured)}\n`)
    expectUndisturbed(measured)
    const codes = new Set(measured.played.ids)
    const left = crew.sink.parts().map(({ reference }) => codes.has(reference))
    expect(left.slice(left.indexOf(true), left.lastIndexOf(true))).toContain(false)
  },
  LONG,
)

test(
  'a blast of one account leaves the messages of another their turn, with an api process and two workers',
  async () => {
    await workers()
    await crew.sink.fail({ mode: 'slow', delay: SLOW }, 10 * MINUTES)
    await queue(1, BLAST)
    const to = Array.from({ length: EACH }, (_, nr) => `${awakePrefix()}${String(nr).padStart(4, '0')}`)
    accepted.push(...(await post(api.address(), request(keyOf(2), { to, text: 'A quiet offer.', scene: 3 }))))
    await until(async () => (await count('status = 0', 2)) === 0)
    const waiting = await count('status = 0', 1)
    await crew.sink.resume()
    expect(waiting).toBeGreaterThan(0)
  },
  LONG,
)

test(
  'a channel that fails is degraded, gets one message alone as its probe, and carries all again once that one is accepted',
  async () => {
    await workers()
    const visitor = await signInTo(api.address(), 'sender-2@example.com', 'wild goose')
    const { id } = await channel(visitor, { tps: 1_000 })
    const code = wireId(UpstreamId.parse(id))
    await activate(visitor, ruleOver([id]))
    const isNow = async (state: string) =>
      (await visitor.call(upstreams.list)).some((shown) => shown.id === id && shown.state === state)
    const send = async (nr: number): Promise<void> => {
      const to = Array.from({ length: PROBED }, (_, at) => `+6591${nr}${String(at).padStart(5, '0')}`)
      accepted.push(...(await post(api.address(), request(keyOf(2), { to, text: 'Hello' }))))
    }
    const over = () => crew.sink.parts().filter(({ upstream }) => upstream === code)
    // The rules are in force once a message takes the channel.
    await until(async () => {
      const to = '+6591999999'
      accepted.push(...(await post(api.address(), request(keyOf(2), { to, text: 'Hello' }))))
      return over().length > 0
    })
    await crew.sink.fail({ mode: 'status', status: 429 }, 10 * MINUTES, code)
    await until(async () => {
      if (!(await isNow('degraded'))) await send(1)
      return isNow('degraded')
    })
    // These wait at the channel: no other one is in the rule.
    await send(2)
    const before = over().length
    await crew.sink.fail({ mode: 'slow', delay: SLOW }, 10 * MINUTES, code)
    await until(async () => over().length >= before + PROBED)
    await until(() => isNow('active'))
    await crew.sink.resume()
    const [probe, next] = over()
      .slice(before)
      .map(({ at }) => Date.parse(at))
    expect((next ?? 0) - (probe ?? 0)).toBeGreaterThanOrEqual(SLOW - 5)
  },
  LONG,
)

test(
  `kill -9 of the worker with the link gives it to the other within 15 s, and nothing is lost or doubled (KILL_SEED=${seed})`,
  async () => {
    const { pair, first } = await workers()
    const random = randomFrom(seed)
    const credentials = [crew.accounts[0] ?? { key: '', secret: '', mode: 0 }]
    const sending = startSending({ messages: SENT, over: OVER, address: api.address, credentials, random })
    const moment = random() * 0.9 * SENT
    await until(async () => sending.ids.length >= moment)
    const before = await owner()
    const victim = pair[before === first ? 0 : 1]
    const [killed] = await crew.rows<{ at: Date }>('select clock_timestamp() as at')
    process.kill(victim.pid(), 'SIGKILL')
    await until(async () => ![before, undefined].includes(await owner()))
    const [taken] = await crew.rows<{ until: Date }>(`select until from link_owner where upstream = 'sandbox'`)
    const millis = (taken?.until.getTime() ?? Infinity) - LEASE_MILLIS - (killed?.at.getTime() ?? 0)
    process.stdout.write(`the other worker had the link after ${millis} ms\n`)
    expect(millis).toBeLessThan(patient(TAKEN_WITHIN))

    await sending.done
    accepted.push(...sending.ids)
    await untilEnded(crew, FULL ? 300 : 90)
    await proveNoneLostNoneDoubled(crew, accepted)
    await proveLedger(crew)
  },
  patient((FULL ? 10 : 3) * MINUTES),
)
