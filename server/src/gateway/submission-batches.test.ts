import { MessageId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { insertSenders, senderId } from '../../test/new-senders.ts'
import { alone, type Tx } from '../db/tx.ts'
import { createMarks } from './marks.ts'
import { laneOf, queryLater, type MarkedMessage, releaseToWaiting, takeWaiting } from './outbox.ts'
import { beginBatch, forgetCancelled, recoverBuffered } from './submission-batches.ts'

const PROCESS = '0199a000-0000-7000-8000-00000000bbbb'
const account = senderId(1)
const theirs = createMarks()
const ours = createMarks()

let pool: Pool
let db: Tx
beforeAll(async () => {
  const database = await newPooledDatabase(1)
  pool = database.pool
  db = alone(pool)
  await insertSenders(pool, 1, 50)
  return database.close
})
beforeEach(async () => {
  for (const table of ['outbox', 'backlog', 'submission_batch', 'link_owner']) await pool.query(`delete from ${table}`)
  await pool.query('update account set status = 0')
  await own(PROCESS)
})

const own = (process: string) =>
  pool.query(
    `insert into link_owner (upstream, process, until, state) values ('sandbox', $1, now() + interval '1 minute', 'up')
     on conflict (upstream) do update set process = excluded.process`,
    [process],
  )

const buffered = (nr: number, mark: string): MarkedMessage => ({
  account,
  id: MessageId.parse(`0199a000-0000-7000-8000-${String(nr).padStart(12, '0')}`),
  upstream: 'sandbox',
  channel: 'sms',
  scene: MessageScene.Notification,
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 2,
  price: micros(0n),
  payForDelivered: false,
  acceptedAt: new Date(),
  validUntil: new Date(Date.now() + 60_000),
  attempt: 1,
  rate: 0,
  route: null,
  mark,
})

/** Inserts a row by SQL: the statement that accepts messages writes rows with their messages alone. */
const insertRow = (message: MarkedMessage, mark: string | null, bufferedBy: string | null) =>
  pool.query(
    `insert into outbox (account_id, id, lane, upstream, parts, channel, recipient, text, valid_until, mark, price_micros,
       pay_for_delivered, buffered_by, accepted_at)
     values ($1, $2, $3, 'sandbox', $4, 'sms', $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      message.account,
      message.id,
      laneOf(message.scene),
      message.parts,
      message.to,
      message.text,
      message.validUntil,
      mark,
      message.price,
      message.payForDelivered,
      bufferedBy,
      message.acceptedAt,
    ],
  )
const insert = (messages: readonly MarkedMessage[]) =>
  Promise.all(messages.map((message) => insertRow(message, null, message.mark)))
const batchOf = (messages: readonly MarkedMessage[], ended: readonly string[] = []) => ({
  upstream: 'sandbox',
  process: PROCESS,
  id: theirs.next(),
  bufferedBy: messages[0]?.mark ?? '',
  messages,
  ended,
})
const recover = () => recoverBuffered(db, { upstream: 'sandbox', process: PROCESS, own: ours, limit: 100 })
const rows = async () =>
  (await pool.query('select mark, buffered_by as by, text, query_at is not null as queried from outbox order by id'))
    .rows
const batches = async () => (await pool.query('select id from submission_batch')).rowCount

test('recovery of another process’s buffer marks the messages of a batch as doubtful and lets all others wait', async () => {
  const mark = theirs.next()
  const [sent, kept] = [buffered(1, mark), buffered(2, mark)]
  await insert([sent, kept])
  await beginBatch(db, batchOf([sent]))
  expect(await recover()).toBe(2)
  expect(await rows()).toMatchObject([
    { mark, by: null },
    { mark: null, by: null },
  ])
  expect((await pool.query('select parts from backlog')).rows).toEqual([{ parts: 2n }])
  expect(await batches()).toBe(0)
})

test('a process leaves its own buffer alone, and all buffers where it does not own the link', async () => {
  const [own_, other] = [buffered(1, ours.next()), buffered(2, theirs.next())]
  await insert([own_, other])
  await own(ours.next())
  expect(await recover()).toBe(0)
  await own(PROCESS)
  expect(await recover()).toBe(1)
  expect(await rows()).toMatchObject([{ by: own_.mark }, { by: null }])
})

test('a batch begins only where its process owns the link and no account of it is suspended', async () => {
  const messages = [buffered(1, ours.next())]
  await own(theirs.next())
  expect(await beginBatch(db, batchOf(messages))).toEqual({ begun: false, suspended: [], cancelled: [] })
  await own(PROCESS)
  await pool.query('update account set status = $1', [AccountStatus.Suspended])
  expect(await beginBatch(db, batchOf(messages))).toEqual({ begun: false, suspended: [account], cancelled: [] })
  expect(await batches()).toBe(0)
})

test('a batch with a message that was cancelled does not begin, and names it', async () => {
  const mark = ours.next()
  const [gone, kept] = [buffered(1, mark), buffered(2, mark)]
  await insert([gone, kept])
  expect(await takeWaiting(db, [gone])).toEqual(new Map([[gone.id, 0]]))
  expect(await beginBatch(db, batchOf([gone, kept]))).toEqual({ begun: false, suspended: [], cancelled: [gone.id] })
  await forgetCancelled(db, 'sandbox', [gone.id])
  expect(await beginBatch(db, batchOf([gone, kept]))).toMatchObject({ begun: true, cancelled: [] })
})

test('a buffered message that a batch names is not cancelled', async () => {
  const [named, other] = [buffered(1, ours.next()), buffered(2, ours.next())]
  await insert([named, other])
  await beginBatch(db, batchOf([named]))
  expect(await takeWaiting(db, [named])).toEqual(new Map())
  expect(await takeWaiting(db, [other])).toEqual(new Map([[other.id, 0]]))
  expect(await rows()).toMatchObject([{ by: named.mark }])
})

test('a message that waits in the table is cancelled with its parts, and a marked one is not', async () => {
  const [waiting, marked] = [buffered(1, ours.next()), buffered(2, ours.next())]
  await insertRow(waiting, null, null)
  await insertRow(marked, marked.mark, null)
  expect(await takeWaiting(db, [waiting])).toEqual(new Map([[waiting.id, 2]]))
  expect(await takeWaiting(db, [marked])).toEqual(new Map())
})

test('a batch that has ended goes with the next one', async () => {
  const first = batchOf([buffered(1, ours.next())])
  await beginBatch(db, first)
  await beginBatch(db, batchOf([buffered(2, ours.next())], [first.id]))
  expect(await batches()).toBe(1)
})

test('a buffered message that its process releases waits in the table and counts as backlog', async () => {
  const message = buffered(1, ours.next())
  await insert([message])
  await releaseToWaiting(db, [message])
  expect(await rows()).toMatchObject([{ mark: null, by: null, text: 'Hello' }])
  expect((await pool.query('select parts from backlog')).rows).toEqual([{ parts: 2n }])
})

test('a buffered message of unknown outcome is queried for and loses its text', async () => {
  const message = buffered(1, ours.next())
  await insert([message])
  await queryLater(db, [{ ...message, seconds: 12, queried: 0 }])
  expect(await rows()).toEqual([{ mark: message.mark, by: null, text: '', queried: true }])
})
