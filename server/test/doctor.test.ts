import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '../src/compose/checks.ts'
import type { Config } from '../src/config/config.ts'
import type { Finding } from '../src/kit/check.ts'
import { newOrderEvents } from './order-events.ts'
import { eventually, newSender } from './sender.ts'
import { newWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const wrongOf = async (config: Config = world.config): Promise<readonly Finding[]> =>
  (await examine({ ...world, config })).filter(({ ok }) => !ok)

/** The findings that the statements make wrong. */
async function madeWrong(cause: string, undo: string): Promise<readonly string[]> {
  const before = new Set((await wrongOf()).map(({ text }) => text))
  await world.pool.query(cause)
  try {
    return (await wrongOf()).filter(({ text }) => !before.has(text)).map(({ name, text }) => `${name}: ${text}`)
  } finally {
    await world.pool.query(undo)
  }
}

// The clock of a world stands at this moment; leases and reports go by the database's.
const NOW = `'2026-11-20T09:00:00Z'::timestamptz`
const SOMEBODY = `'00000000-0000-0000-0000-00000000000a'`
const loop = (values: string): string =>
  `insert into loop_run (process, name, failures_in_a_row, last_error, last_error_at, overdue, reported_at) values (${values})`
const noLoop = `delete from loop_run where process = 'elsewhere:1'`
const link = (state: string, until = 'now()'): string =>
  `insert into link_owner (upstream, process, until, state, changed_at)
   values ('elsewhere', gen_random_uuid(), ${until}, '${state}', ${NOW} - interval '5 minutes')`
const noLink = `delete from link_owner where upstream = 'elsewhere'`
const alarm = (kind: string, amount: string): string =>
  `insert into payment_alarm (channel, kind, about, event_id, amount_micros, currency, at)
   values ('stripe', '${kind}', 'order', '', ${amount}, 'USD', ${NOW} - interval '3 days')`
const noAlarm = 'delete from payment_alarm'
const proof = (age: string, holds: boolean): string =>
  `insert into ledger_verification (day, at, entries, proof1, proof2)
   values ('2026-11-19', ${NOW} - interval '${age}', 1, ${holds}, true)`
const noProof = 'delete from ledger_verification'
const sealed = (key: string): string => `insert into sandbox_key (name, sealed) values ('a', '${key}.AAAA')`

const lines: readonly (readonly [line: string, cause: string, undo: string, wrong: RegExp])[] = [
  [
    'a loop that stands still',
    loop(`'elsewhere:1', 'refunds', 0, null, null, true, now()`),
    noLoop,
    /^loop refunds: stands still in elsewhere:1: no run has succeeded yet$/,
  ],
  [
    'a loop that fails',
    loop(`'elsewhere:1', 'refunds', 3, 'no network', ${NOW}, false, now()`),
    noLoop,
    /^loop refunds: 3 failures in a row in elsewhere:1: .*no network$/,
  ],
  [
    'a server that does not report',
    `delete from loop_run; ${loop(`'elsewhere:1', 'refunds', 0, null, null, false, now() - interval '50 seconds'`)}`,
    noLoop,
    /^server: elsewhere:1 has not reported for/,
  ],
  [
    'servers of which none does the work',
    `delete from loop_run; ${loop(`'elsewhere:1', 'new-prices', 0, null, null, false, now()`)};
     update loop_run set role = 'api'`,
    noLoop,
    /^server: running: elsewhere:1 \(api\); no worker runs$/,
  ],
  ['a link that is down', link('down'), noLink, /^gateway: link elsewhere down for 5 min$/],
  ['a link that fails', link('failing'), noLink, /^gateway: link elsewhere failing for 5 min$/],
  [
    'a link that no process has',
    link('up', `now() - interval '5 minutes'`),
    noLink,
    /^gateway: link elsewhere has had no process for 5 min$/,
  ],
  [
    'a code that waits',
    `insert into outbox (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until,
       price_micros, pay_for_delivered, accepted_at)
     values (${SOMEBODY}, '019aa000-0000-7000-8000-000000000001', 0, 'elsewhere', 1, 1, 'sms', '+12065550100', 'Hello',
       ${NOW}, 0, false, ${NOW})`,
    `delete from outbox where upstream = 'elsewhere'`,
    /^gateway: oldest waiting message: codes \d+ (?:d|h|min)/,
  ],
  [
    'a message that is set aside',
    `insert into set_aside (account_id, message_id, upstream, reason, facts, at)
     values (${SOMEBODY}, gen_random_uuid(), 'elsewhere', 'no reason', '[]', ${NOW})`,
    'delete from set_aside',
    /^gateway: messages set aside: 1$/,
  ],
  ['an open alarm', alarm('refund_unknown', 'null'), noAlarm, /^payments: 1 × refund_unknown$/],
  [
    'a payment without an account',
    alarm('second_payment', '10000000'),
    noAlarm,
    /^payments: payments without an account: 1, the oldest by stripe of 10\.000000 USD, 3 d ago$/m,
  ],
  [
    'a value of a key without a check value',
    sealed('lost'),
    'delete from sandbox_key',
    /^keys: sandbox_key\.sealed: 1 by lost, 7 by test; without a check value: lost$/,
  ],
  [
    'a value that its key does not open',
    sealed('test'),
    'delete from sandbox_key',
    /^keys: sandbox_key\.sealed: 1 by test; 1 of a key do not open$/,
  ],
  [
    'a rotation that was interrupted',
    `insert into secret_key (id, sealed_check, seals_since) values ('old', 'old.AAAA', now())`,
    `delete from secret_key where id = 'old'`,
    /^keys: the key test seals; not retired yet: old$/,
  ],
  [
    'a needed key that is not there',
    `insert into secret_key (id, sealed_check, seals_since) values ('old', 'old.AAAA', now())`,
    `delete from secret_key where id = 'old'`,
    /^keys: The database needs the key old, which SECRET_KEYS lacks/,
  ],
  [
    'a server that seals with an old key',
    `insert into secret_key_holder (process, seals_with, knows) values ('elsewhere:1', 'old', '{old}')`,
    `delete from secret_key_holder where process = 'elsewhere:1'`,
    /^keys: the key test seals; elsewhere:1 seals with old$/,
  ],
  [
    'a partition that is missing',
    `do $$ begin execute (select 'alter table handover detach partition ' || inhrelid::regclass from pg_inherits
       where inhparent = 'handover'::regclass and inhrelid::regclass::text like '%2026%11%20'); end $$`,
    `do $$ begin execute (select 'alter table handover attach partition ' || oid::regclass
       || ' for values from (''2026-11-20 00:00:00+00'') to (''2026-11-21 00:00:00+00'')'
       from pg_class where relname like 'handover%2026%11%20' and relkind = 'r'); end $$`,
    /^partitions: handover: partitions missing: 1$/,
  ],
  [
    'a row outside every partition',
    `insert into handover (upstream, remote_id, part, account_id, message_id, to_last4, at)
     values ('elsewhere', 'x', 1, ${SOMEBODY}, gen_random_uuid(), '0100', '2031-01-01')`,
    `delete from handover where upstream = 'elsewhere'`,
    /^partitions: handover: rows outside every partition: 1$/,
  ],
  [
    'a proof older than a day',
    proof('27 hours', true),
    noProof,
    /^ledger: verified 1 d ago, and it should be once a day$/,
  ],
  ['a proof that failed', proof('1 hour', false), noProof, /^ledger: verified 1 h ago: wrong$/],
  [
    'a budget of codes that is spent',
    `insert into code_spending (day, currency, spent_micros, budget_micros, refused)
     values ('2026-11-20', 'USD', 5000000, 5000000, 7)`,
    'delete from code_spending',
    /^codes: USD 5\.000000 of 5\.000000 spent today, 7 refused$/,
  ],
  [
    'figures of a day that differ from its messages',
    `insert into analytics_day (account_id, day, counted_at, due_at, msg_cnt)
     values (${SOMEBODY}, '2026-11-18', ${NOW}, 'infinity', 3)`,
    `delete from analytics_day where account_id = ${SOMEBODY}`,
    /^analytics: figures of 1 closed day differ from the messages that were accepted$/,
  ],
  [
    'a schema of another version',
    `insert into schema_migration (name, hash) values ('9999-later', 'x')`,
    `delete from schema_migration where name = '9999-later'`,
    /^database: reachable, but its schema is not /,
  ],
]

test.each(lines)('the doctor names %s', async (_line, cause, undo, wrong) => {
  const found = await madeWrong(cause, undo)
  expect(found).toContainEqual(expect.stringMatching(wrong))
})

test('the doctor names the ledger of a database of days ago that was never verified', async () => {
  const owner = await world.account()
  expect((await wrongOf()).filter(({ name }) => name === 'ledger')).toEqual([])
  await world.pool.query(`update ledger_entry set at = at - interval '2 days' where account_id = $1`, [owner.id])
  expect((await wrongOf()).filter(({ name }) => name === 'ledger')).toEqual([])
  await world.pool.query(`update schema_migration set ran_at = ran_at - interval '1 year'`)
  expect((await wrongOf()).filter(({ name }) => name === 'ledger')).toMatchObject([{ text: 'never verified' }])
  await world.pool.query(`update ledger_entry set at = at + interval '2 days' where account_id = $1`, [owner.id])
})

test('the doctor names sandbox money on a live server alone', async () => {
  const owner = await world.account({ balance: '0' })
  await newOrderEvents(world).paid(owner.id, 'stripe', '20')
  const money = async (config?: Config) => (await wrongOf(config)).filter(({ text }) => text.includes('sandbox money'))
  expect(await money()).toEqual([])
  const live = { ...world.config, production: true, publicUrl: 'https://console.example.com' }
  expect(await money(live)).toMatchObject([{ text: 'sandbox money on a live server: 20.000000 USD' }])
})

test('the same findings are at /readyz?verbose, for this machine alone', async () => {
  const ready = async (headers = {}) =>
    (await world.app.inject({ url: '/readyz?verbose', headers })).json<{
      status: string
      checks?: readonly Finding[]
    }>()
  const { status, checks = [] } = await ready()
  expect(status).toBe('ready')
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'keys', 'ledger', 'payments']))
  expect(await ready({ 'x-forwarded-for': '203.0.113.7' })).not.toHaveProperty('checks')
  expect(await ready({ host: 'console.example.com' })).not.toHaveProperty('checks')
  expect((await world.app.inject({ url: '/readyz' })).json()).not.toHaveProperty('checks')
})

test('/readyz names the partitions that are missing, and the seconds since this server settled a message', async () => {
  const ready = async () =>
    (await world.app.inject({ url: '/readyz' })).json<{ settledSeconds: number | null; partitionsMissing: number }>()
  const { send } = await newSender(world, await world.account())
  await send({ to: '+12065550100', text: 'Hello' })
  const { partitionsMissing } = await eventually(ready, ({ settledSeconds }) => settledSeconds === 0)
  expect(partitionsMissing).toBe(0)
})
