import type { About } from '@hongyan/contract/endpoints/support/tickets'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { DEFAULT_RULE } from '@hongyan/contract/upstreams/default-rule'
import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** Refuses ids of messages that the account does not have, or no longer; the details name them. */
export async function requireMessages(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly MessageId[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows: found } = await sql<{ readonly id: MessageId }>`
    select id from message where account_id = ${account} and id = any(${[...ids]}::uuid[])`.execute(db)
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw new Refusal('messages_unknown', { field: 'message_ids', details: { unknown } })
}

/** The check of a kind of record: the rows of an account that have an id. */
interface RecordCheck {
  /** Other ids are of no record, and never reach the query. */
  readonly form: z.ZodType
  readonly rows: (account: AccountId, id: string) => RawBuilder<unknown>
}

const Uuid = z.uuid()

/** A table whose rows have the id in a column of their own. */
const rowOf = (table: string): RecordCheck => ({
  form: Uuid,
  rows: (account, id) => sql`from ${sql.table(table)} where account_id = ${account} and id = ${id}::uuid`,
})

/** A rule in a list of the account's one row. */
const ruleOf = (table: string, ...columns: readonly string[]): RecordCheck => ({
  form: Uuid,
  rows: (account, id) =>
    sql`from ${sql.table(table)} where account_id = ${account} and (${sql.join(
      columns.map((column) => sql`${sql.ref(column)} @> ${JSON.stringify([{ id }])}::jsonb`),
      sql` or `,
    )})`,
})

/** A record that every account has. */
const itself = (account: AccountId): RawBuilder<unknown> => sql`from account where id = ${account}`

/** A mapping goes by the record that it maps; one that is still missing is listed too. */
const mapped = (account: AccountId, id: string): RawBuilder<unknown> => sql`from (
  select local from upstream_mapping where account_id = ${account} and local = ${id} union all
  select id::text from signature where account_id = ${account} and id::text = ${id} union all
  select id::text from template where account_id = ${account} and id::text = ${id}) local`
const isPublic = (code: string): boolean => publicTemplates.some(({ id }) => id === code)

const { rows: savedRoute } = ruleOf('routing', 'rules', 'draft')

/** The days of usage and the held amount are lines of every account's statement. */
const NAMED_LINE = /^(?:\d{4}-\d{2}-\d{2}-sms|held-sms)$/

const checks: Readonly<Record<Exclude<RecordKind, 'request'>, RecordCheck>> = {
  message: rowOf('message'),
  credential: rowOf('credential'),
  refused_request: rowOf('request_log'),
  broadcast: rowOf('broadcast'),
  phonebook: rowOf('phonebook'),
  contact: rowOf('contact'),
  segment: rowOf('segment'),
  signature: rowOf('signature'),
  template: rowOf('template'),
  export: rowOf('export'),
  transaction: {
    form: z.union([Uuid, z.string().regex(NAMED_LINE)]),
    rows: (account, id) =>
      NAMED_LINE.test(id)
        ? itself(account)
        : sql`from (
            select id from top_up where account_id = ${account} and id = ${id}::uuid union all
            select id from ledger_entry where account_id = ${account} and id = ${id}::uuid) line`,
  },
  invoice: rowOf('invoice'),
  card: rowOf('payment_method'),
  upstream: rowOf('upstream'),
  mapping: { form: z.string(), rows: (account, id) => (isPublic(id) ? itself(account) : mapped(account, id)) },
  routing_rule: {
    form: Uuid,
    rows: (account, id) => (id === DEFAULT_RULE ? itself(account) : savedRoute(account, id)),
  },
  rate_rule: ruleOf('rate_limiting', 'rules'),
  ip_entry: rowOf('ip_restriction_entry'),
  ip_call: rowOf('ip_restriction_call'),
  webhook_endpoint: rowOf('webhook_endpoint'),
  webhook_delivery: rowOf('webhook_delivery'),
  listed_recipient: rowOf('listed_recipient'),
  erasure: rowOf('erasure'),
  session: rowOf('session'),
  passkey: rowOf('passkey'),
  audit_entry: rowOf('audit_entry'),
  notice: rowOf('notice'),
  ticket: rowOf('ticket'),
}

/** Refuses a record that the account does not have. A call is not checked: only its refused ones are kept. */
export async function requireRecord(db: Kysely<Schema>, account: AccountId, { kind, id }: About): Promise<void> {
  if (kind === 'request') return
  const { form, rows } = checks[kind]
  const isKnown = form.safeParse(id).success && (await exists(db, rows(account, id)))
  if (!isKnown) throw new Refusal('record_unknown', { field: 'about' })
}

async function exists(db: Kysely<Schema>, rows: RawBuilder<unknown>): Promise<boolean> {
  const { rows: found } = await sql<{ readonly found: boolean }>`select exists (select ${rows}) as found`.execute(db)
  return found[0]?.found === true
}
