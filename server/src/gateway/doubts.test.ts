import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { insertMessages } from '../../test/message-rows.ts'
import { insertSenders, senderId } from '../../test/new-senders.ts'
import { alone } from '../db/tx.ts'
import { createMarks } from './marks.ts'
import { query } from './queries.ts'

/** More than an upstream is asked about at once. */
const MESSAGES = 1_200

test('when an upstream is back it is queried for every message in doubt, however many there are', async () => {
  const { pool, close } = await newPooledDatabase(1)
  await insertSenders(pool, 1, 50)
  const [account, marks] = [senderId(1), createMarks()]
  const ids = await insertMessages(pool, { account, count: MESSAGES, from: new Date() })
  await pool.query('update message set status = $1', [MessageStatus.Unknown])
  await pool.query(
    `insert into outbox (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until, mark,
       query_at, price_micros, pay_for_delivered, accepted_at)
     select account_id, id, 1, 'sandbox', 1, 1, 'sms', '+12065550100', '', valid_until, $1, now() + interval '12 s', 0,
       false, accepted_at from message`,
    [marks.next()],
  )
  const queried: string[] = []
  const find = async (references: readonly string[]) => {
    queried.push(...references)
    return new Map<string, readonly string[]>()
  }
  const written: unknown[] = []
  const settle = { addAll: async (facts: readonly unknown[]) => void written.push(...facts) }
  const deps = { db: alone(pool), settle, upstream: { code: 'sandbox', find }, marks, now: () => new Date() }
  expect(await query(deps, true)).toBe('answered')
  expect(queried.toSorted()).toEqual(ids.map((id) => id.replaceAll('-', '')).toSorted())
  expect(written).toEqual([])
  await close()
})
