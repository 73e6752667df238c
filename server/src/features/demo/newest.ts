import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, micros, ZERO } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { InvoiceStatus, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Newest } from './story.ts'

const { Approved, PreApproved } = ReviewStatus

/** Reads the account's newest rows, which an event may refer to. */
export async function readNewest(db: Kysely<Schema>, account: AccountId): Promise<Omit<Newest, 'today'>> {
  const { rows } = await sql<{ card: string | null; charge: string | null; order: string | null }>`
    select
      (select id from payment_method where account_id = ${account} and removed_at is null order by id desc limit 1) as card,
      (select id from top_up where account_id = ${account} and status = ${TopUpStatus.Paid} and not by_card
        order by id desc limit 1) as charge,
      (select id from top_up where account_id = ${account} and status = ${TopUpStatus.Open} order by id desc limit 1)
        as order`.execute(db)
  const { card = null, charge = null, order = null } = rows[0] ?? {}
  const files = await sql<{ id: string }>`
    select id from upload where account_id = ${account} and claimed_by is null and removed_at is null order by id`.execute(
    db,
  )
  const channels = await db.selectFrom('upstream').select(['name', 'id']).where('account_id', '=', account).execute()
  const submission = await db
    .selectFrom('verification')
    .select('id')
    .where('account_id', '=', account)
    .where('status', '<>', Approved)
    .executeTakeFirst()
  const reviewed = await sql<{ sender: string; template: string; approvedSender: string; approvedTemplate: string }>`
    select coalesce((select id::text from signature where account_id = ${account} and status = ${PreApproved}
        order by id desc limit 1), '') as sender,
      coalesce((select template_id::text from template_version where account_id = ${account} and is_newest
        and status = ${PreApproved} order by template_id desc limit 1), '') as template,
      coalesce((select id::text from signature where account_id = ${account} and status = ${Approved}
        order by id desc limit 1), '') as "approvedSender",
      coalesce((select template_id::text from template_version where account_id = ${account} and is_newest
        and status = ${Approved} order by template_id desc limit 1), '') as "approvedTemplate"`.execute(db)
  const [senders = { sender: '', template: '', approvedSender: '', approvedTemplate: '' }] = reviewed.rows
  const { audience, quote, broadcast, broadcastVersion, phonebook, phonebookVersion } = await readBroadcasts(
    db,
    account,
  )
  const invoice = await db
    .selectFrom('invoice')
    .select(['id', 'number', 'total_micros as total', 'paid_micros as paid'])
    .where('account_id', '=', account)
    .where('status', '=', InvoiceStatus.Open)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    card: card ?? '',
    charge: charge ?? '',
    order: order ?? '',
    invoice: invoice?.number ?? '',
    submission: submission?.id ?? '',
    ...senders,
    audience,
    quote,
    broadcast: { id: broadcast, version: broadcastVersion },
    phonebook: { id: phonebook, version: phonebookVersion },
    ...(await readSupport(db, account)),
    channels: Object.fromEntries(channels.map(({ name, id }) => [name, id])),
    files: files.rows.map(({ id }) => id),
    outstanding: decimalOf(invoice === undefined ? ZERO : micros(invoice.total - invoice.paid)),
  }
}

type NewestOfSupport = Pick<Newest, 'failedMessage' | 'ticket' | 'incident'>

async function readSupport(db: Kysely<Schema>, account: AccountId): Promise<NewestOfSupport> {
  const { rows } = await sql<NewestOfSupport>`
    select coalesce((select id::text from message where account_id = ${account} and status in (${MessageStatus.Undelivered}, ${MessageStatus.Failed})
        order by id desc limit 1), '') as "failedMessage",
      coalesce((select id::text from ticket where account_id = ${account} order by id desc limit 1), '') as ticket,
      coalesce((select id::text from incident order by id desc limit 1), '') as incident`.execute(db)
  return rows[0] ?? { failedMessage: '', ticket: '', incident: '' }
}

interface NewestBroadcasts extends Pick<Newest, 'audience' | 'quote'> {
  readonly broadcast: string
  readonly broadcastVersion: number
  readonly phonebook: string
  readonly phonebookVersion: number
}

const NO_BROADCASTS: NewestBroadcasts = {
  audience: '',
  quote: '',
  broadcast: '',
  broadcastVersion: 0,
  phonebook: '',
  phonebookVersion: 0,
}

async function readBroadcasts(db: Kysely<Schema>, account: AccountId): Promise<NewestBroadcasts> {
  const { rows } = await sql<NewestBroadcasts>`
    select coalesce((select id::text from audience where account_id = ${account} order by id desc limit 1), '') as audience,
      coalesce((select id::text from broadcast_quote where account_id = ${account} order by id desc limit 1), '') as quote,
      coalesce(b.id::text, '') as broadcast, coalesce(b.version, 0) as "broadcastVersion",
      coalesce(p.id::text, '') as phonebook, coalesce(p.version, 0) as "phonebookVersion"
    from (select) as one
    left join lateral (select id, version from broadcast where account_id = ${account} order by id desc limit 1) b on true
    left join lateral (select id, version from phonebook where account_id = ${account} order by id desc limit 1) p on true`.execute(
    db,
  )
  return rows[0] ?? NO_BROADCASTS
}
