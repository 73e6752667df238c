import type { CredentialId, MessageId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import type { exportColumns } from '@hongyan/contract/vocabulary/export'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { PageChoice, Reader, Source, Value } from '../../../../exports/source.ts'
import { CURRENT_STATUS, type LogScope } from '../filter.ts'
import { HIDDEN, maskedNumber } from '../../../../kit/masked-number.ts'
import { moneyOf } from '../present.ts'
import { all, currencyOf, type MessageRow } from '../store.ts'
import { bodiesOf, type Body } from '../../../../gateway/bodies.ts'
import { credentialKeys, kindsOfEntries, templateNames, versionKey } from './around.ts'
import { messageLabels } from './labels.ts'
import { scannedScope } from './scanned.ts'

/** Messages that one statement counts, or reads. */
const COUNTED_AT_ONCE = 50_000
const READ_AT_ONCE = 2_000

/** A message with what its row refers to, as far as the columns need it. */
interface Row extends MessageRow {
  readonly body: Body | undefined
}

interface Column {
  /** The columns of the table. */
  readonly of: readonly string[]
  readonly value: (row: Row, choice: Surroundings) => Value
}

/** Values that all rows of a page share. */
interface Surroundings {
  readonly masked: boolean
  readonly currency: string
  readonly templates: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<CredentialId, string>
}

const moment = (at: Date | null): number | null => at?.getTime() ?? null

function numberOf({ body, to_last4: last4 }: Row, masked: boolean): string {
  if (body === undefined) return `${HIDDEN}${last4.slice(-2)}`
  return masked ? maskedNumber(body.recipient) : body.recipient
}

function templateOf({ template_id: id, template_version: version }: Row, names: Surroundings['templates']): Value {
  return id === null ? null : (names.get(versionKey(id, version ?? 1)) ?? id)
}

const columns: Readonly<Record<keyof typeof exportColumns.messages, Column>> = {
  accepted_at: { of: ['accepted_at'], value: ({ accepted_at: at }) => at.getTime() },
  id: { of: [], value: ({ id }) => id },
  to: { of: ['to_last4'], value: (row, { masked }) => numberOf(row, masked) },
  country: { of: ['country'], value: ({ country }) => country },
  sender: { of: ['sender_shown', 'sender'], value: ({ sender_shown: shown, sender }) => shown ?? sender },
  text: { of: [], value: ({ body }) => body?.text ?? null },
  scene: { of: ['scene'], value: ({ scene }) => scene },
  template: {
    of: ['template_id', 'template_version'],
    value: (row, { templates }) => templateOf(row, templates),
  },
  status: { of: ['status'], value: ({ status }) => status },
  error: { of: ['error_code'], value: ({ error_code: code }) => code },
  reason: { of: ['error_code'], value: ({ error_code: code }) => code },
  parts: { of: ['parts'], value: ({ parts }) => parts },
  unit_price: { of: ['unit_price_micros'], value: ({ unit_price_micros: price }) => decimalOf(price) },
  price: { of: ['price_micros'], value: ({ price_micros: price }) => decimalOf(price) },
  currency: { of: [], value: (_, { currency }) => currency },
  money: { of: ['hold_entry', 'settle_entry'], value: (row) => moneyOf(row) },
  channel: { of: ['channel'], value: ({ channel }) => channel },
  credential: {
    of: ['credential_id'],
    value: ({ credential_id: id }, { keys }) => (id === null ? null : (keys.get(id) ?? id)),
  },
  client_ref: { of: ['client_ref'], value: ({ client_ref: ref }) => ref },
  request_id: { of: ['request_id'], value: ({ request_id: id }) => id },
  sent_at: { of: ['sent_at'], value: ({ sent_at: at }) => moment(at) },
  done_at: { of: ['done_at'], value: ({ done_at: at }) => moment(at) },
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
  (db: Kysely<Schema>, scope: LogScope, surroundings: Omit<Surroundings, 'masked'>): Reader['read'] =>
  async (place, choice) => {
    const after = place ?? scope.from
    const chosen = choice.columns.map(columnOf)
    const last = await lastOf(db, scope, after, READ_AT_ONCE)
    const rows = await rowsUpTo(db, scope, [after, last], choice)
    const around = { ...surroundings, masked: choice.masked }
    return {
      rows: rows.map((row) => chosen.map(({ value }) => value(row, around))),
      done: rows.length,
      place: last,
      isEnd: last === null,
    }
  }

async function rowsUpTo(
  db: Kysely<Schema>,
  scope: LogScope,
  [after, last]: readonly [after: string, last: string | null],
  { columns: names }: PageChoice,
): Promise<readonly Row[]> {
  const needed = [...new Set(names.flatMap((name) => columnOf(name).of))].map((column) =>
    column === 'status' ? sql`${CURRENT_STATUS} as status` : sql.ref(`m.${column}`),
  )
  const { rows } = await sql<MessageRow>`select ${sql.join([sql`m.id`, ...needed])}
    from message m where ${behind(scope, after, last)} and ${all(scope.filters)} order by m.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [bodies, kinds] = await Promise.all([
    names.includes('to') || names.includes('text') ? bodiesOf(db, scope.account, ids) : new Map<MessageId, Body>(),
    names.includes('money') ? kindsOfEntries(db, scope.account, entriesOf(rows)) : new Map<string, 'post' | 'void'>(),
  ])
  return rows.map((row) => ({
    ...row,
    body: bodies.get(row.id),
    settle_kind: kinds.get(row.settle_entry ?? '') ?? null,
  }))
}

const entriesOf = (rows: readonly MessageRow[]): readonly string[] =>
  rows.flatMap(({ settle_entry: entry }) => (entry === null ? [] : [entry]))

/** The messages of the log, oldest first. */
export const exportedMessages = (db: Kysely<Schema>): Source => ({
  open: async (asked) => {
    const scope = await scannedScope(db, asked)
    const [currency, templates, keys] = await Promise.all([
      currencyOf(db, scope.account),
      templateNames(db, scope.account),
      credentialKeys(db, scope.account),
    ])
    return { count: countMessages(db, scope), read: readMessages(db, scope, { currency, templates, keys }) }
  },
  labels: messageLabels,
})
