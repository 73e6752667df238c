import { uuidv7 } from '../kit/ids.ts'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { insertSenders } from '../../test/new-senders.ts'
import { alone } from '../db/tx.ts'
import { readGatewayState } from './standing.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ACCOUNTS = 1_100

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  await insertSenders(pool, ACCOUNTS, 0)
  return database.close
})

/** Makes a message of each of the first accounts wait since so many seconds. */
async function wait(lane: number, seconds: number, accounts: number): Promise<void> {
  await pool.query(
    `insert into outbox (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until,
       price_micros, pay_for_delivered, accepted_at)
     select ('0199a000-0000-7000-8000-' || lpad(nr::text, 12, '0'))::uuid, $1, $2, 'sandbox', 1, 1, 'sms', '+12065550100', 'Hello',
       now() + interval '1 day', 0, false, now() from generate_series(1, $3::integer) nr`,
    [uuidv7(new Date(NOW.getTime() - seconds * 1_000)), lane, accounts],
  )
}

test('the oldest message of a lane is found behind a thousand accounts of another lane', async () => {
  await wait(0, 5, ACCOUNTS)
  await wait(2, 60, 3)
  const { oldestSeconds } = await readGatewayState(alone(pool), NOW)
  expect(oldestSeconds).toEqual({ codes: 5, notifications: 0, marketing: 60 })
})
