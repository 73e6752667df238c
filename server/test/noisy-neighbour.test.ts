import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { systemClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { orderExport } from './exports.ts'
import { signInTo } from './house-owner.ts'
import { type House, startHouse, until } from './house.ts'
import { type LoadPlan, play, type Played, quantile } from './load.ts'
import { bulkOf, expectUndisturbed, figuresOf, type Measured, measureCodes as measure, post } from './measured-codes.ts'
import { insertMessages } from './message-rows.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { broadcastTo } from './running-broadcasts.ts'
import { memoryOf, SLOW_HEAD, withheldBody, withhold, type Withholders } from './withholders.ts'

const FULL = process.env['SCALE'] === 'full'
/** Milliseconds for which codes are sent beside each kind of noise. */
const MILLIS = FULL ? 20_000 : 1_000
/** The noise meets a client that sends already. */
const NOISE_AFTER = 400
/** The timeout of a test after whose noise the sink has to take all that was accepted. */
const LONG = patient((FULL ? 5 : 1) * 60_000)
/** Messages that wait at their accounts' rates, and the most of a single account. */
const BACKLOG = FULL ? 100_000 : 4_000
const BACKLOG_EACH = FULL ? 5_000 : 4_000
const SLOW_UPSTREAM = 300
/** Parts per second of the accounts that wait with a backlog. */
const RATE = 50
const NOISY = 20
const RECIPIENTS = FULL ? 100 : 50
/** Requests with a known key whose body never ends; twice as many have an unknown one. */
const WITHHELD = FULL ? 1_000 : 100
const SLOW_HEADS = FULL ? 5_000 : 500
/** Messages of an account that exports them in three formats at once. */
const EXPORTED = FULL ? 300_000 : 15_000
const EXPORTS = [{ format: 'csv', gzip: true }, { format: 'jsonl' }, { format: 'xlsx' }] as const
/** Recipients of a broadcast, which are not all sent to while codes are measured. */
const BROADCAST = FULL ? 100_000 : 10_000
const MEGABYTE = 1024 * 1024

let house: House
/** The key of the account that sends codes. */
let codes: string
/** Messages that the server has accepted from all accounts without a rate. */
let accepted = 0
let quiet: Measured

beforeAll(async () => {
  buildServerOnce()
  const accounts = [...Array.from({ length: NOISY }, () => 0), ...Array.from({ length: NOISY }, () => RATE)]
  house = await startHouse({ balance: '1000000', sinkDelay: 0, accounts })
  codes = house.credentials[0]?.key ?? ''
  await measureCodes(house.address(), MILLIS / 4)
  quiet = await measureCodes(house.address(), MILLIS)
  tell('in quiet', quiet)
})
afterAll(() => house.close())

/** Sends codes at a steady rate and follows each to the sink. */
async function measureCodes(address: string, millis: number): Promise<Measured> {
  const measured = await measure(house, codes, address, millis)
  accepted += measured.played.messages
  return measured
}

type Noise = Pick<LoadPlan, 'connections' | 'requests'>

interface Way {
  readonly noise: (keys: readonly string[]) => Noise
  readonly upstreamDelay?: number
}

const ways = {
  'bulk requests': { noise: (keys) => ({ connections: 300, requests: bulkOf(keys, RECIPIENTS) }) },
  'one request under one Idempotency-Key': {
    noise: (keys) => ({
      connections: 250,
      requests: bulkOf(keys, RECIPIENTS)
        .slice(0, keys.length)
        .map((one) => ({ ...one, idempotencyKey: `again-${keys.length}` })),
    }),
  },
  'bulk requests to a slow upstream': {
    noise: (keys) => ({ connections: 50, requests: bulkOf(keys, RECIPIENTS) }),
    upstreamDelay: SLOW_UPSTREAM,
  },
} satisfies Record<string, Way>

const unlimited = (count: number): readonly string[] => house.accounts.slice(0, count).map(({ key }) => key)

async function makeNoise(noise: Noise): Promise<Played> {
  await sleep(NOISE_AFTER)
  const played = await play({ address: house.address(), millis: MILLIS, ...noise })
  accepted += played.messages
  return played
}

/** Prints the figures of the codes, beside those in quiet where there are some. */
function tell(title: string, measured: Measured, noise?: Played): void {
  const [own, ofQuiet] = [measured, quiet].map((each) => quantile(each.played.latencies, 0.99))
  const figures = [
    figuresOf(measured),
    ...(noise ? [`p99 ${((own ?? 0) / (ofQuiet ?? 1)).toFixed(1)} times quiet`] : []),
    ...(noise ? [`noise ${JSON.stringify(noise.statuses)}, ${noise.messages} messages`] : []),
  ]
  process.stdout.write(`${title}: ${figures.join('; ')}\n`)
}

/** Waits until the sink has all that was accepted, so that no noise lasts into the next test. */
const untilQuiet = (): Promise<void> => until(async () => (await house.sink.count()) >= accepted, 60)

const crowds = [
  ['one account', 1],
  ['twenty accounts', NOISY],
] as const

test.each(Object.entries<Way>(ways).flatMap(([name, way]) => crowds.map((crowd) => [name, ...crowd, way] as const)))(
  'codes are accepted and leave within 2 s beside %s of %s',
  async (name, crowd, count, { noise, upstreamDelay }) => {
    if (upstreamDelay !== undefined) await house.sink.fail({ mode: 'slow', delay: upstreamDelay }, 2 * MILLIS)
    const [noisy, measured] = await Promise.all([
      makeNoise(noise(unlimited(count))),
      measureCodes(house.address(), NOISE_AFTER + MILLIS),
    ])
    await house.sink.resume()
    tell(`${name} of ${crowd}`, measured, noisy)
    await untilQuiet()
    expectUndisturbed(measured)
  },
  LONG,
)

test('codes accepted by one process leave within 2 s beside bulk requests to the process with the link', async () => {
  const another = (await house.startAnother()).address()
  const [noisy, measured] = await Promise.all([
    makeNoise({ connections: 300, requests: bulkOf(unlimited(1), RECIPIENTS) }),
    measureCodes(another, NOISE_AFTER + MILLIS),
  ])
  tell('bulk requests at the process with the link', measured, noisy)
  await untilQuiet()
  expectUndisturbed(measured)
})

test.each(crowds)(
  'codes are accepted and leave within 2 s beside a backlog of %s at its rate',
  async (crowd, count) => {
    const keys = house.accounts.slice(NOISY, NOISY + count).map(({ key }) => key)
    const each = Math.min(BACKLOG / count, BACKLOG_EACH)
    for (let turn = 0; turn < each / RECIPIENTS; turn += 1) {
      await Promise.all(
        bulkOf(keys, RECIPIENTS)
          .slice(0, count)
          .map((one) => post(house.address(), one)),
      )
    }
    const measured = await measureCodes(house.address(), MILLIS)
    tell(`a backlog of ${crowd} at its rate`, measured)
    expectUndisturbed(measured)
  },
)

test('codes are accepted and leave within 2 s beside three exports of another account', async () => {
  const { account } = house.accounts[0] ?? {}
  if (account === undefined) throw new Error('there is no other account')
  const query = async (sql: string, values: readonly unknown[]) => ({ rows: await house.rows(sql, values) })
  const from = new Date(Date.now() - EXPORTED)
  await insertMessages({ query } as never, { account, count: EXPORTED, from })
  const owner = await signInTo(house, 'sender-0@example.com')
  const ids = await Promise.all(EXPORTS.map((choice) => orderExport(owner, choice)))
  const written = async (): Promise<number> => {
    const rows = await house.rows<{ rows: bigint }>('select rows from export where id = any($1::uuid[])', [ids])
    return rows.reduce((sum, each) => sum + Number(each.rows), 0)
  }
  await until(async () => (await written()) > 0)
  const before = await written()
  const measured = await measureCodes(house.address(), MILLIS)
  tell(`three exports, ${(await written()) - before} rows meanwhile`, measured)
  expectUndisturbed(measured)
})

test('codes are accepted and leave within 2 s beside a broadcast of another account', async () => {
  const { account } = house.accounts[1] ?? {}
  if (account === undefined) throw new Error('there is no other account')
  const pool = openPool(house.databaseUrl, 1, newLogger('silent'))
  const members = Array.from({ length: BROADCAST }, (_, nr) => ({
    to: `+1206${2_000_000 + nr * 10 + 8}`,
    country: 'US',
  }))
  const id = await broadcastTo({ pool, clock: systemClock }, account, members)
  const sent = async (): Promise<number> => {
    const [found] = await house.rows<{ count: bigint }>('select count(*) from broadcast_send where broadcast_id = $1', [
      id,
    ])
    return Number(found?.count)
  }
  await until(async () => (await sent()) > 0)
  const before = await sent()
  const measured = await measureCodes(house.address(), MILLIS)
  tell(`a broadcast, ${(await sent()) - before} recipients meanwhile`, measured)
  await house.rows(
    `update broadcast set status = 3, phase = 'ended', reason = 'stopped', due_at = null where id = $1`,
    [id],
  )
  accepted += await sent()
  await untilQuiet()
  await pool.end()
  expectUndisturbed(measured)
})

test('requests that never end cost no memory and hold up no codes', async () => {
  const pid = house.server.pid()
  const before = memoryOf(pid)
  const plans = [
    { count: WITHHELD * 2, ...withheldBody('nobody') },
    { count: WITHHELD, ...withheldBody(unlimited(1)[0] ?? '') },
    { count: SLOW_HEADS, ...SLOW_HEAD },
  ]
  const withholders: Withholders[] = []
  for (const plan of plans) withholders.push(await withhold(house.address(), plan))
  const measured = await measureCodes(house.address(), MILLIS)
  const grown = memoryOf(pid) - before
  tell('requests that never end', measured)
  process.stdout.write(`requests that never end: ${(grown / MEGABYTE).toFixed(0)} MB more memory\n`)
  expect(grown).toBeLessThan(100 * MEGABYTE)
  expectUndisturbed(measured)
  const open = () => withholders.reduce((sum, { open: ofPlan }) => sum + ofPlan(), 0)
  if (FULL) await until(async () => open() === 0, 30)
  for (const { close } of withholders) close()
})
