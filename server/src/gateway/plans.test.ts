import { MessageId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { insertSenders, senderId } from '../../test/new-senders.ts'
import { keepPartitions } from '../db/keep-partitions.ts'
import { inLastFlight, inOneFlight, statement, type Tx } from '../db/tx.ts'
import { settableClock } from '../kit/clock.ts'
import { momentOf } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { countAccepted } from './daily.ts'
import { lockMessages } from './messages.ts'
import {
  BEFORE_ALL_DOUBTS,
  claimExpired,
  claimWaiting,
  defer,
  doubtful,
  dueMessages,
  removeFromOutbox,
  waitingAccounts,
} from './outbox.ts'

const SIZES = process.env['SCALE'] === 'full' ? [0, 20_000, 300_000] : [0, 20_000]
const PROCESS = '0199a000-0000-7000-8000-00000000ffff'
const ACCOUNTS = 40

let pool: Pool
beforeAll(async () => {
  // One connection, so that the plans of the first statements stay.
  const database = await newPooledDatabase(1)
  pool = database.pool
  await insertSenders(pool, ACCOUNTS, 50)
  await pool.query(
    `insert into link_owner (upstream, process, until) values ('sandbox', $1, now() + interval '1 hour')`,
    [PROCESS],
  )
  return database.close
})

const FILL = (table: string, more: string, values: string) => `
  insert into ${table} (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until,
    price_micros, pay_for_delivered, accepted_at ${more})
  select ('0199a000-0000-7000-8000-' || lpad((1 + n % ${ACCOUNTS})::text, 12, '0'))::uuid, gen_random_uuid(), 2, 'sandbox', 1, 1,
    'sms', '+12065550100', 'Hello', now() + interval '1 day', 0, false, now() ${values} from generate_series(1, $1::integer) n`

const READ = statement(
  'test.rows_read',
  `select coalesce(sum(seq_tup_read), 0)::bigint as sequential, coalesce(sum(idx_tup_fetch), 0)::bigint as "byIndex"
   from pg_stat_xact_user_tables where relname = $1`,
)

/** Runs a statement as the gateway does, and returns the rows that it read of a table. */
const rowsRead = async (table: string, work: (tx: Tx) => Promise<unknown>) => {
  // The view also counts what earlier transactions have not reported yet.
  await pool.query('select pg_stat_force_next_flush()')
  return inLastFlight(
    pool,
    { lockTimeout: 1_000 },
    async (tx) => {
      await work(tx)
      return tx.run<{ sequential: bigint; byIndex: bigint }>(READ, [table])
    },
    (_, [row]) => ({ written: Promise.resolve(), result: row }),
  )
}

const turns = Array.from({ length: 20 }, (_, nr) => ({ lane: 2, account: senderId(nr + 1), rate: 50, most: 5 }))
const some = Array.from({ length: 100 }, (_, nr) => ({
  account: senderId(1 + (nr % ACCOUNTS)),
  id: MessageId.parse(`0199f000-0000-7000-8000-${String(nr).padStart(12, '0')}`),
}))

const statements: readonly [string, string, (tx: Tx) => Promise<unknown>, number][] = [
  ['a claim', 'outbox', (tx) => claimWaiting(tx, { upstream: 'sandbox', process: PROCESS, mark: PROCESS }, turns), 400],
  ['a look for accounts', 'outbox', (tx) => waitingAccounts(tx, 'sandbox', 2, some[0]?.account ?? '', 200), 100],
  [
    'a look for messages in doubt',
    'outbox',
    (tx) =>
      doubtful(tx, 'sandbox', { first: PROCESS, last: PROCESS }, { early: true, after: BEFORE_ALL_DOUBTS, limit: 500 }),
    100,
  ],
  [
    'a look for messages whose validity has ended',
    'outbox',
    (tx) => claimExpired(tx, { upstream: 'sandbox', mark: PROCESS }, new Date(), 500),
    100,
  ],
  ['the removal of a hundred rows', 'outbox', (tx) => removeFromOutbox(tx, some), 200],
  [
    'the deferral of a hundred rows',
    'outbox',
    (tx) =>
      defer(
        tx,
        some.map((one) => ({ ...one, seconds: 1, route: null })),
      ),
    200,
  ],
  ['a look for due messages', 'deferred', (tx) => dueMessages(tx, 'sandbox', 500), 10],
]

describe.each(SIZES)('with %i messages that wait and as many deferred', (size) => {
  beforeAll(async () => {
    await pool.query('truncate outbox, deferred, backlog')
    await pool.query('set plan_cache_mode = force_generic_plan')
    await pool.query('analyze outbox, deferred')
    for (const [, table, work] of statements) await rowsRead(table, work)
    await pool.query(FILL('outbox', '', ''), [size])
    await pool.query(FILL('deferred', ', due_at', `, now() + interval '1 day'`), [size])
  })

  test.each(statements)('%s reads no table whole', async (_, table, work, most) => {
    const read = await rowsRead(table, work)
    expect(read?.sequential).toBe(0n)
    expect(Number(read?.byIndex)).toBeLessThanOrEqual(most)
  })
})

/** The scans of indexes of messages: of the primary keys, and of all others. */
async function scans(): Promise<{ readonly byKey: bigint; readonly byOthers: bigint }> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ byKey: bigint; byOthers: bigint }>(
    `select coalesce(sum(s.idx_scan) filter (where x.indisprimary), 0)::bigint as "byKey",
       coalesce(sum(s.idx_scan) filter (where not x.indisprimary), 0)::bigint as "byOthers"
     from pg_stat_user_indexes s join pg_index x using (indexrelid)
     where s.relid in (select inhrelid from pg_inherits where inhparent = 'message'::regclass)`,
  )
  return rows[0] ?? { byKey: 0n, byOthers: 0n }
}

const HELD = '0199f000-0000-7000-8000-00000000eeee'

describe.each([
  ['is new', 1, '', 0],
  // Of these sizes, the index of recipients is a level higher than the primary key.
  ['has many accounts', 5_000, 'analyze message', 95],
])('where the table of messages %s', (_, accounts, prepare, fresh) => {
  beforeAll(async () => {
    await pool.query('truncate message, daily cascade')
    await keepPartitions({ pool, clock: settableClock(momentOf(HELD)), log: newLogger('silent') }).first()
    await pool.query(
      `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
         parts, unit_price_micros, price_micros, status, retention_days, hold_entry)
       select ('0199a000-0000-7000-8000-' || lpad((1 + n % $1::integer)::text, 12, '0'))::uuid,
         ('0199f000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '', $2, now(), 'US', int8send(n), '0100', 2, false,
         1, 0, 0, 3, 7, $3
       from generate_series(1, 28000) n`,
      [accounts, momentOf(HELD), HELD],
    )
    await pool.query(prepare)
    // Statements plan anew, as on a connection that is new too.
    await pool.query('discard plans')
  })

  test('messages are found by their primary key', async () => {
    const keys = some.map(({ id }, nr) => ({ account: senderId(1 + (nr % accounts)), id }))
    const before = await scans()
    const found = await inOneFlight(pool, { lockTimeout: 1_000 }, (tx) => lockMessages(tx, keys))
    expect(found).toHaveLength(keys.length - 1)
    expect((await scans()).byOthers).toBe(before.byOthers)
  })

  test('earlier messages to the recipients of a day are found by the recipient, once each', async () => {
    const { rows } = await pool.query<{ hash: Buffer }>(
      'select int8send(n * $1::integer) as hash from generate_series(1, 100) n',
      [accounts],
    )
    const messages = rows.map(({ hash }) => ({
      account: senderId(1),
      to: '+12065550100',
      toHash: hash,
      holdEntry: PROCESS,
    }))
    const before = await scans()
    await inOneFlight(pool, { lockTimeout: 1_000 }, (tx) => countAccepted(tx, messages, momentOf(HELD)))
    const after = await scans()
    expect(after.byKey).toBe(before.byKey)
    expect(after.byOthers - before.byOthers).toBe(BigInt(messages.length))
    const { rows: days } = await pool.query<{ fresh: number }>('select to_cnt::integer as fresh from daily')
    expect(days).toEqual([{ fresh }])
  })
})
