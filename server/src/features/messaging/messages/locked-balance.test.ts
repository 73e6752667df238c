import { setTimeout as sleep } from 'node:timers/promises'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { eventually, newSender, type SendAnswer, type Sender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/**
 * Milliseconds within which the locked account is refused. Its requests wait 250 ms for the lock in the batch of all
 * accounts, and then two seconds in a batch of their own.
 */
const REFUSED_WITHIN = 6_000
/** Milliseconds within which each request of another account is accepted. */
const ACCEPTED_WITHIN = 1_000
/** Milliseconds between two requests, or two cancellations. */
const PAUSE = 50
const hello = { to: '+12065550100', text: 'Hello' }

/** Locks the account's balance in a transaction that stays open. Returns the connection that holds the lock. */
async function lockBalance({ id }: SignedIn): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from balance where account_id = $1 for update', [id])
  onTestFinished(() => client.end())
  return client
}

async function timed(send: Sender['send']): Promise<{ readonly status: number; readonly millis: number }> {
  const started = performance.now()
  const { status } = await send(hello)
  return { status, millis: performance.now() - started }
}

/**
 * Sends one message after another until `over` resolves. The first joins the batch of the requests that the caller has
 * just sent, so it also waits for their lock.
 */
async function sendUntil(send: Sender['send'], over: Promise<unknown>) {
  let running = true
  void over.then(() => (running = false))
  const answers = []
  while (running) {
    answers.push(await timed(send))
    await sleep(PAUSE)
  }
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    slowest: Math.max(...answers.map((a) => a.millis)),
  }
}

const messagesOf = async ({ id }: SignedIn) =>
  (await world.pool.query('select from message where account_id = $1', [id])).rowCount

const refusal = ({ status, headers, body }: SendAnswer) => ({
  status,
  retriesLater: Number(headers['retry-after']) > 0,
  bodyFields: Object.keys(body).toSorted(),
})
const UNAVAILABLE = { status: 503, retriesLater: true, bodyFields: ['code', 'details', 'message'] }

test('while an account’s balance is locked, its requests are refused with 503 and those of others are accepted at once', async () => {
  const [owner, neighbour] = [await world.account(), await world.account()]
  const [locked, free] = [await newSender(world, owner), await newSender(world, neighbour)]
  await Promise.all([locked, free].map(({ send }) => send(hello)))
  const lock = await lockBalance(owner)

  const started = performance.now()
  const refused = Promise.all(Array.from({ length: 30 }, () => locked.send(hello)))
  const { statuses, slowest } = await sendUntil(free.send, refused)

  for (const answer of await refused) expect(refusal(answer)).toEqual(UNAVAILABLE)
  expect(performance.now() - started).toBeLessThan(patient(REFUSED_WITHIN))
  expect(statuses).toEqual([200])
  expect(slowest).toBeLessThan(patient(ACCEPTED_WITHIN))
  expect(await messagesOf(owner)).toBe(1)

  await lock.query('rollback')
  expect((await locked.send(hello)).status).toBe(200)
})

test('a request whose statement is cancelled is refused with 503, and those of others are accepted at once', async () => {
  const [owner, neighbour] = [await world.account(), await world.account()]
  const [locked, free] = [await newSender(world, owner), await newSender(world, neighbour)]
  await Promise.all([locked, free].map(({ send }) => send(hello)))
  const lock = await lockBalance(owner)

  const refused = locked.send(hello)
  const sending = sendUntil(free.send, refused)
  const cancelling = cancelUntil(lock, refused)

  expect(refusal(await refused)).toEqual(UNAVAILABLE)
  expect(await sending).toMatchObject({ statuses: [200] })
  await cancelling
})

test('a code is accepted while a batch of other messages is at work', async () => {
  const [owner, neighbour] = [await world.account(), await world.account()]
  const [busy, free] = [await newSender(world, owner), await newSender(world, neighbour)]
  await Promise.all([busy, free].map(({ send }) => send(hello)))
  await world.pool.query(`create table held as select 1 as held`)
  await world.pool.query(
    `create function hold_batch() returns trigger language plpgsql as $$ begin
       while new.account_id = '${owner.id}' and exists (select from held) loop perform pg_sleep(0.01); end loop;
       return new;
     end $$`,
  )
  await world.pool.query('create trigger held before insert on daily for each row execute function hold_batch()')
  /** The transactions of batches that are held, by their beginnings. */
  const held = async () =>
    (
      await world.pool.query(
        `select xact_start from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).rows
  const others = busy.send(hello)
  const before = await eventually(held, ({ length }) => length === 1)

  expect((await free.send({ ...hello, scene: MessageScene.Verification })).status).toBe(200)
  expect(await eventually(held, ({ length }) => length === 1)).toEqual(before)
  await world.pool.query('delete from held')
  expect((await others).status).toBe(200)
})

/** Requests whose statements wait for a lock. */
const waiting = async (): Promise<number | null> =>
  (
    await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

/** Sends a text and a code to one number while the balance is locked, and unlocks it once both wait for it. */
async function sendBoth(owner: SignedIn): Promise<readonly number[]> {
  const { send } = await newSender(world, owner)
  const lock = await lockBalance(owner)
  const both = Promise.all([send(hello), send({ ...hello, scene: MessageScene.Verification })])
  await Promise.race([both, eventually(waiting, (count) => count === 2)])
  await lock.query('rollback')
  return (await both).map(({ status }) => status)
}

test('a number counts once where a text and a code to it wait for one balance', async () => {
  let owner = await world.account()
  // A slow machine refuses what waits too long.
  while ((await sendBoth(owner)).some((status) => status !== 200)) owner = await world.account()
  const today = (await owner.call(statistics.summary, { query: { period: '7d' } })).at(-1)
  expect(today).toMatchObject({ msg_cnt: 2, to_cnt: 1 })
})

/** Cancels statements that wait for the lock until `over` resolves: a cancelled request waits for it once more. */
async function cancelUntil(lock: pg.Client, over: Promise<unknown>): Promise<void> {
  let running = true
  void over.then(() => (running = false))
  while (running) {
    await lock.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`,
    )
    await sleep(PAUSE)
  }
}
