import { DAY } from '@hongyan/contract/durations'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { type AccountId, TicketId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { parseNumber } from '@hongyan/contract/sms/number'
import { AccountStatus, homeCountry, type Partition } from '@hongyan/contract/vocabulary/account'
import { appealAnswers } from '@hongyan/contract/vocabulary/support'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal, secondsUntil } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { moveTicket } from './change.ts'
import type { MessageDeps, TicketDeps } from './deps.ts'
import { writeMessage } from './messages.ts'
import { priorityOf } from './priority.ts'
import { requireMessages, requireRecord } from './references.ts'
import { replyDueAt } from './reply-goal.ts'
import * as store from './store.ts'

/** The account that opens a ticket. */
export interface Opener {
  readonly account: AccountId
  readonly suspended: boolean
}

type NewTicket = z.output<typeof tickets.create.body>

/** Opens a ticket with its first message, attachments and diagnostics. Returns its id, also for a repeated call. */
export async function openTicket(deps: TicketDeps, opener: Opener, form: NewTicket, key: CallKey): Promise<TicketId> {
  if (key.earlier !== null) return TicketId.parse(key.earlier)
  const { account } = opener
  refuseWrongAppeal(opener, form)
  const numbers = numbersOf(form.numbers, await store.partitionOf(deps.db, account))
  const message_ids = [...new Set(form.message_ids)]
  await requireMessages(deps.db, account, message_ids)
  if (form.about !== undefined) await requireRecord(deps.db, account, form.about)
  return deps.db.transaction().execute(async (tx) => {
    const id = await addTicket(tx, deps, account, { ...form, numbers, message_ids })
    await key.name(txOf(tx), id)
    return id
  })
}

/**
 * Opens a ticket of the owner in the transaction of another call, about a record that the call has locked. Throws
 * `too_many_tickets`.
 */
export const openTicketWithin = (
  tx: Transaction<Schema>,
  deps: TicketDeps,
  account: AccountId,
  form: z.input<typeof tickets.create.body>,
): Promise<TicketId> => addTicket(tx, deps, account, tickets.create.body.parse(form))

/** Adds a ticket whose references were checked, with its first message, attachments and diagnostics. */
async function addTicket(
  tx: Transaction<Schema>,
  deps: TicketDeps,
  account: AccountId,
  form: NewTicket,
): Promise<TicketId> {
  await store.lockTickets(tx, account)
  const at = deps.clock.now()
  await requireRoom(tx, account, at)
  const isAppeal = form.category === 'appeal'
  if (isAppeal) await makeRoomForAppeal(tx, deps, account)
  const priority = priorityOf(form.category, form.impact)
  const partition = await store.partitionOf(tx, account)
  const ticket = await store.insertTicket(tx, {
    account_id: account,
    id: TicketId.parse(uuidv7(at)),
    no: await store.nextNumber(tx, account),
    subject: form.subject,
    category: form.category,
    impact: form.impact,
    priority,
    state: 'new',
    reply_due_at: replyDueAt(deps.hours[partition], priority, at),
    about_kind: form.about?.kind ?? null,
    about_id: form.about?.id ?? null,
    message_ids: form.message_ids,
    numbers: form.numbers,
    contact: form.contact?.toLowerCase() ?? null,
    diagnostics_id: form.diagnostics ?? null,
    answers: form.answers === undefined ? null : JSON.stringify(form.answers),
    suspended_at: isAppeal ? ((await suspensionOf(tx, account)) ?? at) : null,
    messages: 1,
    created_at: at,
    updated_at: at,
  })
  const { body: text, attachments } = form
  await writeMessage(tx, ticket, { author: 'owner', way: 'console', text, attachments }, at)
  if (form.diagnostics !== undefined) await deps.claimDiagnostics(tx, ticket, form.diagnostics)
  return ticket.id
}

/** An appeal is of a suspension, and has answers; no other ticket has them. */
function refuseWrongAppeal({ suspended }: Opener, { category, answers }: NewTicket): void {
  const isAppeal = category === 'appeal'
  if (isAppeal && !suspended) throw new Refusal('not_suspended', { field: 'category' })
  if (isAppeal && answers === undefined) {
    throw new Refusal('invalid_request', { field: `answers.${appealAnswers[0]}`, rule: 'appeal_answer' })
  }
  if (!isAppeal && answers !== undefined) throw new Refusal('invalid_request', { field: 'answers' })
}

/** The numbers in E.164, each once. One without a country code is of the account's home country (ruling 34). */
function numbersOf(typed: readonly string[], partition: Partition): string[] {
  const numbers = typed.map((number, place) => {
    const parsed = parseNumber(number.trim(), homeCountry[partition])
    if (!parsed.ok) throw new Refusal('invalid_request', { field: `numbers[${place}]`, rule: 'ticket_numbers' })
    return parsed.e164
  })
  return [...new Set(numbers)]
}

/** Refuses a ticket beyond those of 24 hours. The account's lock keeps the count still. */
async function requireRoom(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const since = new Date(at.getTime() - DAY)
  // A ticket changes after it is created, so the index of changes finds the new ones.
  const newest = await tx
    .selectFrom('ticket')
    .select('created_at')
    .where('account_id', '=', account)
    .where('updated_at', '>', since)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limits.ticketsPerDay)
    .execute()
  const eldest = newest[limits.ticketsPerDay - 1]?.created_at
  if (eldest === undefined) return
  throw new Refusal('too_many_tickets', { retryAfter: secondsUntil(new Date(eldest.getTime() + DAY), at) })
}

/**
 * An account has one appeal without a decision. One that is still open refuses another; one that was solved, by silence
 * or by a person, is closed in its favour.
 */
async function makeRoomForAppeal(tx: Transaction<Schema>, deps: MessageDeps, account: AccountId): Promise<void> {
  const undecided = await tx
    .selectFrom('ticket')
    .select('id')
    .where('account_id', '=', account)
    .where('category', '=', sql.lit('appeal'))
    .where('decision', 'is', null)
    .where('state', '<>', sql.lit('closed'))
    .executeTakeFirst()
  const appeal = undecided && (await store.lockTicket(tx, { account, id: undecided.id }))
  if (!appeal) return
  const closed = await moveTicket(tx, deps, appeal, { event: 'close' })
  if (closed === null) throw new Refusal('appeal_open', { details: { id: appeal.id } })
}

/** The change of an account's status in the audit log. */
const SUSPENDED = { field: 'acct_status', after: String(AccountStatus.Suspended) }

/** The moment of the last suspension in the audit log; null where the log no longer has it. */
async function suspensionOf(db: Kysely<Schema>, account: AccountId): Promise<Date | null> {
  const { rows } = await sql<{ readonly at: Date | null }>`
    select max(at) as at from audit_entry
     where account_id = ${account} and changes @> ${JSON.stringify([SUSPENDED])}::jsonb`.execute(db)
  return rows[0]?.at ?? null
}
