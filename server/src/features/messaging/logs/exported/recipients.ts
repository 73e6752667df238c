import type { MessageId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { exportColumns } from '@hongyan/contract/vocabulary/export'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../../../db/schema.ts'
import type { Place, Reader, Source, Value } from '../../../../exports/source.ts'
import { CURRENT_STATUS, type LogScope, UNDELIVERED } from '../filter.ts'
import { HIDDEN, maskedNumber } from '../../../../kit/masked-number.ts'
import { all } from '../store.ts'
import { bodiesOf } from '../../../../gateway/bodies.ts'
import { messageLabels } from './labels.ts'
import { scannedScope } from './scanned.ts'

/** Messages that one statement counts, or reads. */
const AT_ONCE = 10_000

/** A recipient with its messages so far. Amounts and moments are numbers that JSON keeps exactly. */
const Recipient = z.object({
  hash: z.string(),
  last4: z.string(),
  country: z.string(),
  messages: z.number(),
  delivered: z.number(),
  undelivered: z.number(),
  parts: z.number(),
  micros: z.string(),
  first_at: z.number(),
  last_at: z.number(),
  last_id: z.string(),
  last_status: z.number(),
})
type Recipient = z.infer<typeof Recipient>

/** The message at which a step ended, and the recipient whose further messages may follow. */
const Stop = z.object({ last4: z.string(), hash: z.string(), id: z.string(), open: Recipient.nullable() })
type Stop = z.infer<typeof Stop>

const stopOf = (place: Place): Stop | null => (place === null ? null : Stop.parse(JSON.parse(place)))

interface Row {
  readonly id: MessageId
  readonly hash: string
  readonly last4: string
  readonly country: string
  readonly status: MessageStatus
  readonly parts: number
  readonly micros: Micros
  readonly at: Date
}

const keyOf = ({ last4, hash, id }: Key) => sql`(${last4}, ${Buffer.from(hash, 'hex')}, ${id}::uuid)`

/** The messages `m` of a scope by recipient, behind a message, up to another one. The index needs a condition on digits. */
const between = ({ account, from, to, keys }: LogScope, after: Stop | null, last: Key | null) =>
  sql`m.account_id = ${account} and m.id >= ${from} and m.id < ${to} and m.to_last4 >= '' and ${all(keys)}
    and ${after === null ? sql`true` : sql`(m.to_last4, m.to_hash, m.id) > ${keyOf(after)}`}
    and ${last === null ? sql`true` : sql`(m.to_last4, m.to_hash, m.id) <= ${keyOf(last)}`}`

interface Key {
  readonly last4: string
  readonly hash: string
  readonly id: string
}

/** The message at which a step ends; null where fewer are left. */
async function lastOf(db: Kysely<Schema>, scope: LogScope, after: Stop | null): Promise<Key | null> {
  const { rows } = await sql<Key>`select m.to_last4 as last4, encode(m.to_hash, 'hex') as hash, m.id from message m
    where ${between(scope, after, null)} order by m.to_last4, m.to_hash, m.id offset ${AT_ONCE - 1} limit 1`.execute(db)
  return rows[0] ?? null
}

/** Counts the messages: how many recipients they have is known once they are read. */
const countMessages =
  (db: Kysely<Schema>, scope: LogScope): Reader['count'] =>
  async (place) => {
    const after = stopOf(place)
    const last = await lastOf(db, scope, after)
    const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from message m
      where ${between(scope, after, last)} and ${all(scope.filters)}`.execute(db)
    const stop: Stop | null = last === null ? null : { ...last, open: null }
    return { rows: rows[0]?.rows ?? 0, place: JSON.stringify(stop), isEnd: last === null }
  }

function begun({ hash, last4, country, id, at, status }: Row): Recipient {
  const none = { messages: 0, delivered: 0, undelivered: 0, parts: 0, micros: '0' }
  return { hash, last4, country, ...none, first_at: at.getTime(), last_at: 0, last_id: id, last_status: status }
}

const ARRIVED: readonly MessageStatus[] = [MessageStatus.Delivered, MessageStatus.Read]

const withMessage = (recipient: Recipient, { id, status, parts, micros, at, country }: Row): Recipient => ({
  ...recipient,
  country,
  messages: recipient.messages + 1,
  delivered: recipient.delivered + (ARRIVED.includes(status) ? 1 : 0),
  undelivered: recipient.undelivered + (UNDELIVERED.includes(status) ? 1 : 0),
  parts: recipient.parts + parts,
  micros: String(BigInt(recipient.micros) + micros),
  last_at: at.getTime(),
  last_id: id,
  last_status: status,
})

/** Sums messages that come recipient by recipient. The last recipient stays open. */
function grouped(open: Recipient | null, rows: readonly Row[]): { ended: Recipient[]; open: Recipient | null } {
  const ended: Recipient[] = []
  let current = open
  for (const row of rows) {
    if (current !== null && current.hash !== row.hash) ended.push(current)
    current = withMessage(current?.hash === row.hash ? current : begun(row), row)
  }
  return { ended, open: current }
}

type Column = (recipient: Recipient, to: string, currency: string) => Value

const columns: Readonly<Record<keyof typeof exportColumns.recipients, Column>> = {
  to: (_, to) => to,
  country: ({ country }) => country,
  messages: ({ messages }) => messages,
  delivered: ({ delivered }) => delivered,
  undelivered: ({ undelivered }) => undelivered,
  parts: ({ parts }) => parts,
  price: ({ micros }) => decimalOf(BigInt(micros) as Micros), // a sum of micros
  currency: (_recipient, _to, currency) => currency,
  first_at: ({ first_at: at }) => at,
  last_at: ({ last_at: at }) => at,
  last_status: ({ last_status: status }) => status,
}

const readRecipients =
  (db: Kysely<Schema>, scope: LogScope, currency: string): Reader['read'] =>
  async (place, { columns: names, masked }) => {
    const after = stopOf(place)
    const last = await lastOf(db, scope, after)
    const { rows } = await sql<Row>`select m.id, encode(m.to_hash, 'hex') as hash, m.to_last4 as last4, m.country,
        ${CURRENT_STATUS} as status, m.parts, m.price_micros as micros, m.accepted_at as at
      from message m where ${between(scope, after, last)} and ${all(scope.filters)}
      order by m.to_last4, m.to_hash, m.id`.execute(db)
    const { ended, open } = grouped(after?.open ?? null, rows)
    const isEnd = last === null
    const recipients = isEnd && open !== null ? [...ended, open] : ended
    const ids = recipients.map(({ last_id: id }) => id as MessageId) // the id of a row
    const bodies = await bodiesOf(db, scope.account, ids)
    return {
      rows: recipients.map((recipient, nr) => {
        const number = bodies.get(ids[nr] as MessageId)?.recipient // there are as many ids as recipients
        const to =
          number === undefined ? `${HIDDEN}${recipient.last4.slice(-2)}` : masked ? maskedNumber(number) : number
        return names.map(
          (name) => (columns as Readonly<Record<string, Column>>)[name]?.(recipient, to, currency) ?? null,
        )
      }),
      done: rows.length,
      place: isEnd ? null : JSON.stringify({ ...last, open } satisfies Stop),
      isEnd,
    }
  }

/** One row for each recipient of the messages of the log, in the order of last digits and hashes. */
export const exportedRecipients = (db: Kysely<Schema>): Source => ({
  open: async (asked) => {
    const scope = await scannedScope(db, asked)
    return { count: countMessages(db, scope), read: readRecipients(db, scope, scope.currency) }
  },
  labels: messageLabels,
})
