import type { BroadcastId, CredentialId, MessageId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import type { exportColumns } from '@hongyan/contract/vocabulary/export'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { Reader, Source, Value } from '../../../../exports/source.ts'
import { CURRENT_STATUS, type LogScope } from '../filter.ts'
import { HIDDEN, maskedNumber } from '../../../../kit/masked-number.ts'
import { moneyOf } from '../present.ts'
import { all, type MessageRow } from '../store.ts'
import { bodiesBetween, bodiesOf, type Body } from '../../../../gateway/bodies.ts'
import { broadcastNames, channelNames, credentialKeys, kindsOfEntries, templateNames, versionKey } from './around.ts'
import { messageLabels } from './labels.ts'
import { scannedScope } from './scanned.ts'

/** Messages that one statement counts, or reads. */
const COUNTED_AT_ONCE = 50_000
const READ_AT_ONCE = 5_000

type Times = Readonly<Record<'accepted_at' | 'sent_at' | 'done_at', number | null>>
type Prices = Readonly<Record<'unit_price_micros' | 'price_micros', number>>

/** A row of the table, as far as the columns need it. */
interface Row extends Omit<MessageRow, keyof Times | keyof Prices>, Times, Prices {}

/** The database's text of a moment or of a long number takes longer to parse than all the rest of a row. */
const asNumber: Readonly<Record<keyof Times | keyof Prices, (column: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  accepted_at: millis,
  sent_at: millis,
  done_at: millis,
  unit_price_micros: (column) => sql`${column}::float8`,
  price_micros: (column) => sql`${column}::float8`,
}

/** Whole milliseconds. The half microsecond makes up for seconds that a binary number holds a little too small. */
function millis(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(date_part('epoch', ${column}) * 1000 + 0.0005)`
}

interface Column {
  /** The columns of the table. */
  readonly of: readonly string[]
  readonly value: (row: Row, choice: Surroundings) => Value
}

/** What all messages of an account refer to. */
interface Names {
  readonly currency: string
  readonly priceOf: (price: number) => string
  readonly templates: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<CredentialId, string>
  /** The names of the account's own channels, by the codes of their links. */
  readonly channels: ReadonlyMap<string, string>
}

/** What the rows of a page refer to. */
interface Surroundings extends Names {
  readonly masked: boolean
  readonly bodies: ReadonlyMap<MessageId, Body>
  readonly broadcasts: ReadonlyMap<BroadcastId, string>
  /** What settling entries did. */
  readonly kinds: ReadonlyMap<string, 'post' | 'void'>
}

/** A few prices are those of all messages. */
function priceText(): (price: number) => string {
  const texts = new Map<number, string>()
  return (price) => {
    const known = texts.get(price)
    if (known !== undefined) return known
    const text = decimalOf(micros(BigInt(price)))
    texts.set(price, text)
    return text
  }
}

function numberOf({ id, to_last4: last4 }: Row, { bodies, masked }: Surroundings): string {
  const body = bodies.get(id)
  if (body === undefined) return `${HIDDEN}${last4.slice(-2)}`
  return masked ? maskedNumber(body.recipient) : body.recipient
}

function templateOf({ template_id: id, template_version: version }: Row, names: Surroundings['templates']): Value {
  return id === null ? null : (names.get(versionKey(id, version ?? 1)) ?? id)
}

/** A channel by its name, or by its code where it was deleted. */
function upstreamOf(code: string | null, names: Surroundings['channels']): Value {
  if (code === null) return null
  return names.get(code) ?? (/^[0-9a-f]{32}$/.test(code) ? code : STANDARD)
}

const columns: Readonly<Record<keyof typeof exportColumns.messages, Column>> = {
  accepted_at: { of: ['accepted_at'], value: ({ accepted_at: at }) => at },
  id: { of: [], value: ({ id }) => id },
  to: { of: ['to_last4'], value: numberOf },
  country: { of: ['country'], value: ({ country }) => country },
  sender: { of: ['sender_shown', 'sender'], value: ({ sender_shown: shown, sender }) => shown ?? sender },
  text: { of: [], value: ({ id }, { bodies }) => bodies.get(id)?.text ?? null },
  scene: { of: ['scene'], value: ({ scene }) => scene },
  template: {
    of: ['template_id', 'template_version'],
    value: (row, { templates }) => templateOf(row, templates),
  },
  status: { of: ['status'], value: ({ status }) => status },
  error: { of: ['error_code'], value: ({ error_code: code }) => code },
  reason: { of: ['error_code'], value: ({ error_code: code }) => code },
  parts: { of: ['parts'], value: ({ parts }) => parts },
  unit_price: { of: ['unit_price_micros'], value: ({ unit_price_micros: price }, { priceOf }) => priceOf(price) },
  price: { of: ['price_micros'], value: ({ price_micros: price }, { priceOf }) => priceOf(price) },
  currency: { of: [], value: (_, { currency }) => currency },
  money: {
    of: ['hold_entry', 'settle_entry'],
    value: ({ hold_entry, settle_entry }, { kinds }) =>
      moneyOf({ hold_entry, settle_kind: kinds.get(settle_entry ?? '') ?? null }),
  },
  channel: { of: ['channel'], value: ({ channel }) => channel },
  upstream: { of: ['upstream'], value: ({ upstream }, { channels }) => upstreamOf(upstream, channels) },
  credential: {
    of: ['credential_id'],
    value: ({ credential_id: id }, { keys }) => (id === null ? null : (keys.get(id) ?? id)),
  },
  broadcast: {
    of: ['broadcast_id'],
    value: ({ broadcast_id: id }, { broadcasts }) => (id === null ? null : (broadcasts.get(id) ?? id)),
  },
  client_ref: { of: ['client_ref'], value: ({ client_ref: ref }) => ref },
  request_id: { of: ['request_id'], value: ({ request_id: id }) => id },
  sent_at: { of: ['sent_at'], value: ({ sent_at: at }) => at },
  done_at: { of: ['done_at'], value: ({ done_at: at }) => at },
  upstream_code: { of: ['upstream_code'], value: ({ upstream_code: code }) => code },
}

const columnOf = (name: string): Column => {
  const column = (columns as Readonly<Record<string, Column>>)[name]
  if (column === undefined) throw new Error(`messages have no column ${name}`)
  return column
}

/** The id at which a step ends: the last of so many rows of a scope behind an id; null where there are fewer. */
async function lastOf(db: Kysely<Schema>, scope: LogScope, after: string, most: number): Promise<MessageId | null> {
  const { rows } = await sql<{ id: MessageId }>`select m.id from message m where ${behind(scope, after, null)}
    order by m.id offset ${most - 1} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The rows `m` of a scope behind an id, up to another one. A row that is committed late moves no bound. */
const behind = ({ account, to, keys }: LogScope, after: string, last: string | null) =>
  sql`m.account_id = ${account} and m.id > ${after} and m.id < ${to} and ${all(keys)}
    and ${last === null ? sql`true` : sql`m.id <= ${last}`}`

const countMessages =
  (db: Kysely<Schema>, scope: LogScope): Reader['count'] =>
  async (place) => {
    const after = place ?? scope.from
    const last = await lastOf(db, scope, after, COUNTED_AT_ONCE)
    const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from message m
      where ${behind(scope, after, last)} and ${all(scope.filters)}`.execute(db)
    return { rows: rows[0]?.rows ?? 0, place: last, isEnd: last === null }
  }

const readMessages =
  (db: Kysely<Schema>, scope: LogScope, account: Names): Reader['read'] =>
  async (place, { columns: names, masked }) => {
    const after = place ?? scope.from
    const chosen = names.map(columnOf)
    const last = await lastOf(db, scope, after, READ_AT_ONCE)
    const needed = new Set(chosen.flatMap(({ of }) => of))
    const { rows } = await sql<Row>`select ${sql.join([sql`m.id`, ...[...needed].map(selected)])}
      from message m where ${behind(scope, after, last)} and ${all(scope.filters)} order by m.id`.execute(db)
    const [bodies, kinds, broadcasts] = await Promise.all([
      names.includes('to') || names.includes('text') ? bodiesAround(db, scope, rows) : new Map<MessageId, Body>(),
      needed.has('settle_entry')
        ? kindsOfEntries(db, scope.account, entriesOf(rows))
        : new Map<string, 'post' | 'void'>(),
      broadcastNames(db, scope.account, needed.has('broadcast_id') ? broadcastsOf(rows) : []),
    ])
    const around = { ...account, masked, bodies, kinds, broadcasts }
    return {
      rows: rows.map((row) => chosen.map(({ value }) => value(row, around))),
      done: rows.length,
      place: last,
      isEnd: last === null,
    }
  }

function selected(column: string): RawBuilder<unknown> {
  if (column === 'status') return sql`${CURRENT_STATUS} as status`
  const plain = sql.ref(`m.${column}`)
  const number = (asNumber as Readonly<Record<string, typeof millis>>)[column]
  return number === undefined ? plain : sql`${number(plain)} as ${sql.ref(column)}`
}

/**
 * The bodies of rows: those of all messages from the first row to the last, whose number a step bounds. A list of so many
 * ids takes longer to plan than to read. A recipient's messages lie far apart, so their ids are listed.
 */
async function bodiesAround(
  db: Kysely<Schema>,
  { account, keys }: LogScope,
  rows: readonly { readonly id: MessageId }[],
): Promise<ReadonlyMap<MessageId, Body>> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  if (keys.length > 0) {
    const ids = rows.map(({ id }) => id)
    return bodiesOf(db, account, ids)
  }
  return bodiesBetween(db, account, first.id, last.id)
}

const broadcastsOf = (rows: readonly Pick<Row, 'broadcast_id'>[]): readonly BroadcastId[] =>
  rows.flatMap(({ broadcast_id: id }) => (id === null ? [] : [id]))

const entriesOf = (rows: readonly Pick<Row, 'settle_entry'>[]): readonly string[] =>
  rows.flatMap(({ settle_entry: entry }) => (entry === null ? [] : [entry]))

/** The messages of the log, oldest first. */
export const exportedMessages = (db: Kysely<Schema>): Source => ({
  open: async (asked) => {
    const scope = await scannedScope(db, asked)
    const [templates, keys, channels] = await Promise.all([
      templateNames(db, scope.account),
      credentialKeys(db, scope.account),
      channelNames(db, scope.account),
    ])
    return {
      count: countMessages(db, scope),
      read: readMessages(db, scope, { currency: scope.currency, templates, keys, channels, priceOf: priceText() }),
    }
  },
  labels: messageLabels,
})
