import { createHash } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { uuidv7 } from '../src/kit/ids.ts'

export interface MessageRows {
  readonly account: AccountId
  readonly count: number
  /** The moment of the first message; each further one is a millisecond later. */
  readonly from: Date
  /** Texts in turn. */
  readonly texts?: readonly string[]
  /** Recipients in turn. */
  readonly recipients?: readonly string[]
}

const INSERT = `with row as (
    insert into message (account_id, id, request_id, client_ref, accepted_at, valid_until, country, to_hash, to_last4,
      sender, scene, unicode, parts, unit_price_micros, price_micros, status, error_code, retention_days, sent_at, done_at, hold_entry)
    select $1, id, 'request', 'ref ' || nr, at, at + interval '1 day', 'US', hash, right(recipient, 4), 'Lumen', 2, false, 1, 8500,
      8500, status, case when status = ${MessageStatus.Undelivered} then 'undelivered' end, 90, at, at, id
      from unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::bytea[], $6::text[], $8::smallint[]) as
        m (id, nr, at, hash, recipient, status)
    returning 1
  )
  insert into message_body (account_id, id, retention_days, recipient, text)
  select $1, id, 90, recipient, text from unnest($2::uuid[], $6::text[], $7::text[]) as b (id, recipient, text)`

const AT_ONCE = 10_000

/** Writes messages as the gateway leaves them, two of three delivered. Returns their ids, oldest first. */
export async function insertMessages(
  pool: Pick<Pool, 'query'>,
  { account, count, from, texts = ['Hello'], recipients = ['+12065550100'] }: MessageRows,
): Promise<readonly string[]> {
  const all = Array.from({ length: count }, (_, nr) => {
    const recipient = recipients[nr % recipients.length] ?? ''
    const at = new Date(from.getTime() + nr)
    const status = nr % 3 === 2 ? MessageStatus.Undelivered : MessageStatus.Delivered
    const hash = createHash('md5').update(recipient).digest()
    return { id: uuidv7(at), nr, at, hash, recipient, text: texts[nr % texts.length] ?? '', status }
  })
  for (let first = 0; first < count; first += AT_ONCE) {
    const rows = all.slice(first, first + AT_ONCE)
    const column = <T>(pick: (row: (typeof rows)[number]) => T): T[] => rows.map(pick)
    await pool.query(INSERT, [
      account,
      column(({ id }) => id),
      column(({ nr }) => nr),
      column(({ at }) => at),
      column(({ hash }) => hash),
      column(({ recipient }) => recipient),
      column(({ text }) => text),
      column(({ status }) => status),
    ])
  }
  return all.map(({ id }) => id)
}
