import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { hasPage, type PagedError } from '@hongyan/contract/error-pages'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { TicketCategory } from '@hongyan/contract/vocabulary/support'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { isAlike, type OpenTicket } from './alike.ts'
import { entriesIn, errorAnswer } from './entries.ts'
import {
  incidentAnswer,
  incidentEntry,
  isEverywhere,
  type OpenIncident,
  readOpenIncidents,
  touches,
} from './incidents.ts'
import { type LoggedMessage, messageAnswer } from './message-answer.ts'
import { type Index, indexOf, rank, withEntries } from './rank.ts'
import { errorsIn, messageIdsIn } from './recognise.ts'

export interface AnswerDeps {
  readonly db: Kysely<Schema>
  /** Reads those of an account's messages that are in its log, newest first. */
  readonly messagesOf: (
    account: AccountId,
    ids: readonly MessageId[],
    locale: Locale,
  ) => Promise<readonly LoggedMessage[]>
}

const indexes = new Map<Locale, Index>()

/** The index of a language. It is the same for all accounts, and made when it is first wanted. */
function indexIn(locale: Locale): Index {
  const known = indexes.get(locale)
  if (known !== undefined) return known
  const made = indexOf(entriesIn(locale))
  indexes.set(locale, made)
  return made
}

const searched = (query: string, locale: Locale, incidents: readonly OpenIncident[]): readonly Answer[] => {
  const ofIncidents = incidents.map((incident) => incidentEntry(incident, locale))
  return rank(withEntries(indexIn(locale), ofIncidents), query, true).map(({ entry }) => entry.answer)
}

/** Finds the answers to a query: messages that it names first, then by rank. */
export async function search(
  { db, messagesOf }: AnswerDeps,
  account: AccountId,
  query: string,
  locale: Locale,
): Promise<Answer[]> {
  const { ids, rest } = messageIdsIn(query)
  const [messages, incidents] = await Promise.all([messagesOf(account, ids, locale), readOpenIncidents(db, account)])
  const answers = [...messages.map((message) => messageAnswer(message, locale)), ...searched(rest, locale, incidents)]
  return answers.slice(0, limits.answers)
}

/** A ticket as far as it is written. */
export interface Draft {
  readonly category: TicketCategory
  readonly subject: string
  readonly body: string
  readonly messageIds: readonly MessageId[]
  readonly code: string | undefined
}

const SUGGESTED = 4
const ALIKE = 3
/** Words that match by chance suggest nothing: a suggestion interrupts the writer. */
const SUGGESTED_FROM = 30

/** The errors of a draft that have a page: the one that led to the form, those that its text names, those of its messages. */
function errorsOf({ code, subject, body }: Draft, messages: readonly LoggedMessage[]): readonly PagedError[] {
  const led = [code, ...messages.map(({ reason }) => reason?.code)]
  const [first, ...ofMessages] = led.map((each) => (each !== undefined && hasPage(each) ? [each] : []))
  return [...new Set([...(first ?? []), ...errorsIn(`${subject} ${body}`), ...ofMessages.flat()])]
}

/** The articles and sections of a category that answer the text of a draft. */
function articlesFor({ category, subject, body }: Draft, locale: Locale): readonly Answer[] {
  return rank(indexIn(locale), `${subject} ${messageIdsIn(body).rest}`)
    .filter(
      ({ entry, score }) =>
        entry.answer.kind !== 'error' && entry.answer.category === category && score >= SUGGESTED_FROM,
    )
    .map(({ entry }) => entry.answer)
}

const SENDING: readonly TicketCategory[] = ['delivery', 'api']

/**
 * Suggests answers to a ticket before it is sent: incidents that touch its messages, the pages of errors that it names,
 * messages without such an error, then articles of its category.
 */
export async function suggest(
  { db, messagesOf }: AnswerDeps,
  account: AccountId,
  draft: Draft,
  locale: Locale,
): Promise<{ answers: Answer[]; tickets: OpenTicket[] }> {
  const named = [...new Set([...draft.messageIds, ...messageIdsIn(draft.body).ids])].slice(0, limits.messageIds)
  const [messages, incidents, open] = await Promise.all([
    messagesOf(account, named, locale),
    readOpenIncidents(db, account),
    readOpenTickets(db, account),
  ])
  const touching = incidents.filter(
    (incident) => touches(incident, messages) || (isEverywhere(incident) && SENDING.includes(draft.category)),
  )
  const unexplained = messages.filter(({ reason }) => reason === null || !hasPage(reason.code))
  const answers = [
    ...touching.map((incident) => incidentAnswer(incident, locale)),
    ...errorsOf(draft, messages).map((code) => errorAnswer(code, locale)),
    ...unexplained.slice(0, 1).map((message) => messageAnswer(message, locale)),
    ...articlesFor(draft, locale),
  ]
  const tickets = open.filter((ticket) => isAlike(ticket, { ...draft, messageIds: named }))
  return { answers: answers.slice(0, SUGGESTED), tickets: tickets.slice(0, ALIKE) }
}

/** The newest open tickets that a draft is compared with. */
const COMPARED = 50

const readOpenTickets = (db: Kysely<Schema>, account: AccountId): Promise<OpenTicket[]> =>
  db
    .selectFrom('ticket')
    .select(['id', 'no', 'subject', 'state', 'category', 'message_ids'])
    .where('account_id', '=', account)
    .where('state', 'not in', ['solved', 'closed'])
    .orderBy('updated_at', 'desc')
    .limit(COMPARED)
    .execute()
