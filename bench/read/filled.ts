import { createSecretKey } from 'node:crypto'
import { DAY } from '@hongyan/contract/durations'
import { openPool } from '../../server/src/db/connect.ts'
import { keepPartitions } from '../../server/src/db/keep-partitions.ts'
import { lastFour } from '../../server/src/gateway/of-recipient.ts'
import { recipientHash } from '../../server/src/gateway/recipient-hash.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import { newLogger } from '../../server/src/kit/logger.ts'
import type { House } from '../../server/test/house.ts'
import { DAYS, fillBodies, fillMessages } from './fill.ts'

/** The number that one message in 5,000 went to, the template of one in 50, and the broadcast of one in 1,000. */
export const NUMBER = '+12065550177'
export const TEMPLATE = '019ab000-0000-7000-8000-000000000001'
export const BROADCAST = '019ab000-0000-7000-8000-000000000002'

export interface Account {
  readonly id: string
  readonly key: Buffer
  readonly credentials: readonly string[]
  /** A ledger entry that settled a message. */
  readonly post: string
}

/** The account that sends, and its credentials. It must have sent. */
export async function readAccount(house: House): Promise<Account> {
  const [row] = await house.rows<{ id: string; key: Buffer; credentials: string[]; post: string }>(
    `select a.id, a.hash_key as key, array(select c.id from credential c where c.account_id = a.id) as credentials,
       (select e.id from ledger_entry e where e.account_id = a.id and e.kind = 'post' limit 1) as post
     from account a where a.email = 'sender@example.com'`,
  )
  if (row === undefined) throw new Error('the sending account is gone')
  return row
}

/** Writes messages of an account, and as many of all the other accounts of a house together. */
export async function fill(house: House, { id, key, credentials, post }: Account, messages: number): Promise<void> {
  const log = newLogger('silent')
  const pool = openPool(house.databaseUrl, 1, log)
  const from = new Date(Date.now() - DAYS * DAY)
  await keepPartitions({ pool, clock: systemClock, log }).since(from, ['message', 'message_body_30'])
  const toHash = recipientHash(createSecretKey(key), NUMBER)
  const marks = {
    account: id,
    toHash,
    toLast4: lastFour(NUMBER),
    credentials,
    template: TEMPLATE,
    broadcast: BROADCAST,
  }
  await fillMessages(house, marks, messages, post)
  await fillBodies(house, id)
  for (const { account } of house.accounts) {
    await fillMessages(house, { ...marks, account }, Math.ceil(messages / house.accounts.length), post)
  }
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum (analyze) message')
  await client.query('vacuum (analyze) message_body')
  await client.query('checkpoint')
  client.release()
  await pool.end()
}
