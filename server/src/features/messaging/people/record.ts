import type { PersonRecord } from '@hongyan/contract/endpoints/messaging/people'
import { people as limits } from '@hongyan/contract/limits/messaging'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { EventSource, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { bodiesOf } from '../../../gateway/bodies.ts'
import { numberInText } from '../../../kit/number-in-text.ts'
import { scenesOf } from '../../../pipeline/listed.ts'
import type { Recipient } from './recipient.ts'

type Recorded = PersonRecord['messages'][number]

interface Fact {
  readonly at: string
  readonly source: EventSource
  readonly status: MessageStatus
  readonly part: number | null
  readonly upstream_code: string | null
}

type Row = Omit<Recorded, 'accepted_at' | 'sent_at' | 'done_at' | 'template' | 'price' | 'facts'> & {
  readonly accepted_at: Date
  readonly sent_at: Date | null
  readonly done_at: Date | null
  readonly template_id: string | null
  readonly template_version: number | null
  readonly price_micros: Micros
  readonly facts: readonly Fact[]
}

interface TicketRow extends Omit<PersonRecord['tickets'][number], 'created_at' | 'texts'> {
  readonly created_at: Date
  readonly answers: Readonly<Record<string, string>> | null
  readonly texts: readonly string[]
}

/** Rows of one read: no transaction stays open while a record is collected. */
const PAGE = 500

/** Collects all that an account has about a number, its messages newest first. */
export async function readRecord(db: Kysely<Schema>, recipient: Recipient, now: Date): Promise<PersonRecord> {
  const messages: Recorded[] = []
  let rows: readonly Row[] = []
  do {
    rows = await readPage(db, recipient, messages.at(-1)?.id ?? null)
    messages.push(...rows.map(presentRow))
  } while (rows.length === PAGE && messages.length <= limits.recordMax)
  return {
    type: 'person_record',
    account: recipient.account,
    recipient: recipient.e164,
    made_at: now.toISOString(),
    currency: recipient.currency,
    complete: messages.length <= limits.recordMax,
    messages: messages.slice(0, limits.recordMax),
    listed: await readListed(db, recipient),
    contacts: await readContacts(db, recipient),
    tickets: await readTickets(db, recipient),
  }
}

async function readPage(
  db: Kysely<Schema>,
  { account, last4, toHash }: Recipient,
  before: string | null,
): Promise<readonly Row[]> {
  const { rows } = await sql<Omit<Row, 'text'>>`
    select m.id, m.request_id, m.client_ref, m.accepted_at, m.sent_at, m.done_at, m.country,
      coalesce(m.sender_shown, m.sender) as sender, m.channel, m.scene, m.template_id, m.template_version, m.parts, m.price_micros, m.status, m.error_code, m.upstream, coalesce(f.facts, '[]') as facts
    from message m
      left join lateral (
        select json_agg(json_build_object(
            'at', e.at, 'status', e.state, 'part', nullif(e.part, 0), 'upstream_code', e.upstream_code,
            'source', case when e.attempt > 0 then 'upstream' when e.remote_id <> '' then 'receipt'
              when e.upstream = '' then 'hongyan' else 'upstream' end)
          order by e.at, e.attempt desc, e.part, e.state) as facts
        from message_event e where e.account_id = m.account_id and e.message_id = m.id) f on true
    where m.account_id = ${account} and m.to_last4 = ${last4} and m.to_hash = ${toHash}
      and (${before}::uuid is null or m.id < ${before}::uuid)
    order by m.id desc limit ${PAGE}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const bodies = await bodiesOf(db, account, ids)
  return rows.map((row) => ({ ...row, text: bodies.get(row.id)?.text ?? null }))
}

/** The entries of the recipient list, also those that an erasure left without the number. */
export async function readListed(db: Kysely<Schema>, { account, toHash }: Recipient): Promise<PersonRecord['listed']> {
  const rows = await db
    .selectFrom('listed_recipient')
    .select(['reason', 'scenes', 'source', 'note', 'created_at', 'updated_at'])
    .where('account_id', '=', account)
    .where('to_hash', '=', toHash)
    .orderBy('id')
    .execute()
  return rows.map(({ scenes, created_at: created, updated_at: updated, ...row }) => ({
    ...row,
    scenes: scenesOf(scenes),
    created_at: created.toISOString(),
    updated_at: updated.toISOString(),
  }))
}

/** The contacts of the number, with the values of fields that their phonebooks still have. */
async function readContacts(db: Kysely<Schema>, { account, e164 }: Recipient): Promise<PersonRecord['contacts']> {
  const rows = await db
    .selectFrom('contact as c')
    .innerJoin('phonebook as p', (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.phonebook_id'),
    )
    .select(['p.name', 'p.fields', 'c.fields as values', 'c.zone', 'c.consent_source', 'c.consent_at'])
    .select(['c.created_at', 'c.updated_at'])
    .where('c.account_id', '=', account)
    .where('c.recipient', '=', e164)
    .where('p.removed_at', 'is', null)
    .orderBy('c.id')
    .execute()
  return rows.map(({ name: phonebook, fields, values, consent_source: source, consent_at: at, ...row }) => ({
    phonebook,
    fields: Object.fromEntries(fields.flatMap(({ key, name }) => (key in values ? [[name, values[key] ?? '']] : []))),
    zone: row.zone,
    consent: source === null || at === null ? null : { source, at },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

/** The tickets that list the number, or mention it in their subject, the answers of an appeal, or their messages. */
async function readTickets(db: Kysely<Schema>, { account, e164 }: Recipient): Promise<PersonRecord['tickets']> {
  const { digits, masked } = numberInText(e164)
  const mentions = (text: RawBuilder<unknown>) =>
    sql`regexp_replace(${text}, '[^0-9]', '', 'g') like '%' || ${digits} || '%'`
  const { rows } = await sql<TicketRow>`
    select t.no, t.subject, t.created_at, t.answers, ${e164} = any(t.numbers) as listed,
      coalesce(array_agg(m.text order by m.id) filter (where m.id is not null), '{}') as texts
    from ticket t
      left join ticket_message m on m.account_id = t.account_id and m.ticket_id = t.id and ${mentions(sql`m.text`)}
    where t.account_id = ${account}
    group by t.account_id, t.id
    having ${e164} = any(t.numbers) or count(m.id) > 0 or ${mentions(sql`t.subject`)}
      or ${mentions(sql`coalesce(t.answers::text, '')`)}
    order by t.no`.execute(db)
  const isNamed = (text: string): boolean => masked(text) !== text
  return rows
    .map(({ created_at: at, answers, texts, ...row }) => ({
      ...row,
      created_at: at.toISOString(),
      texts: [...Object.values(answers ?? {}), ...texts].filter(isNamed),
    }))
    .filter(({ listed, subject, texts }) => listed || isNamed(subject) || texts.length > 0)
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

const presentRow = ({
  template_id: id,
  template_version: version,
  price_micros: price,
  facts,
  ...row
}: Row): Recorded => ({
  ...row,
  accepted_at: row.accepted_at.toISOString(),
  sent_at: moment(row.sent_at),
  done_at: moment(row.done_at),
  template: id === null ? null : { id, version: version ?? 1 },
  price: decimalOf(price),
  facts: facts.map((fact) => ({ ...fact, at: new Date(fact.at).toISOString() })),
})
