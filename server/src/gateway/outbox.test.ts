import { MessageId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { insertSenders, senderId } from '../../test/new-senders.ts'
import { alone } from '../db/tx.ts'
import { queryLater, releaseToWaiting, undoClaim } from './outbox.ts'

const MARK = '0199a000-0000-7000-8000-00000000aaaa'
const message = {
  account: senderId(1),
  id: MessageId.parse('0199a000-0000-7000-8000-0000000000ff'),
  mark: MARK,
}

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  await insertSenders(pool, 1, 50)
  return database.close
})
beforeEach(async () => {
  await pool.query('delete from outbox')
  await pool.query(
    `insert into outbox (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until, mark,
       price_micros, pay_for_delivered, accepted_at)
     values ($1, $2, 1, 'sandbox', 1, 1, 'sms', '+12065550100', 'Hello', now() + interval '1 day', $3, 0, false, now())`,
    [message.account, message.id, MARK],
  )
})

const row = async () => (await pool.query('select mark, text, query_at is not null as queried from outbox')).rows
const query = () => queryLater(alone(pool), [{ ...message, seconds: 12, queried: 0 }])

test.each([
  ['releases', () => releaseToWaiting(alone(pool), [message])],
  ['undoes the claim of', () => undoClaim(alone(pool), { upstream: 'sandbox', mark: MARK })],
])('a process that stood still and %s a message leaves it to the process that queries for it', async (_, comeBack) => {
  await query()
  await comeBack()
  expect(await row()).toEqual([{ mark: MARK, text: '', queried: true }])
})

test('a message that its process releases while another queries for it keeps its text and waits', async () => {
  await releaseToWaiting(alone(pool), [message])
  await query()
  expect(await row()).toEqual([{ mark: null, text: 'Hello', queried: false }])
})
