import type { CallOf } from '@hongyan/contract/endpoint'
import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { support as limits } from '@hongyan/contract/limits/support'
import type { RuleId } from '@hongyan/contract/rules'
import {
  type AppealAnswer,
  appealAnswers,
  type RecordKind,
  type TicketCategory,
  type TicketImpact,
} from '@hongyan/contract/vocabulary/support'
import { RECORD_ID } from '@hongyan/contract/record-id'
import type { AboutRecord } from '../about-text.tsx'
import { countOf, isLine, isText, tidyLine, tidyText } from './texts.ts'

export type NewTicket = CallOf<(typeof tickets)['create']>['body']

/** The texts that the owner typed, by field. */
export type Typed = Readonly<Record<TextField, string>>
type TextField = 'subject' | 'body' | 'message_ids' | 'numbers' | 'contact' | `answers.${AppealAnswer}`

export const NOTHING_TYPED: Typed = {
  subject: '',
  body: '',
  message_ids: '',
  numbers: '',
  contact: '',
  'answers.use': '',
  'answers.consent': '',
  'answers.cause': '',
}

/** The choices that the owner made, and the records and files that the ticket names. */
export interface Choices {
  readonly category: TicketCategory
  readonly impact: TicketImpact
  readonly about: AboutRecord | null
  readonly attachments: readonly string[]
  readonly diagnostics: string | null
  /** Lines behind the description, such as the error that led to the form. */
  readonly notes: readonly string[]
}

const BETWEEN_IDS = /[\s,;，；、]+/
const BETWEEN_NUMBERS = /[\n,;，；、]+/
const PLAIN = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/** The ids in a text, each once, as the console spells them: the send API leaves the dashes out. */
export const messageIdsIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(BETWEEN_IDS)
      .filter(Boolean)
      .map((id) => id.replace(PLAIN, '$1-$2-$3-$4-$5')),
  ),
]

export const isMessageId = (id: string): boolean => RECORD_ID.test(id)

/** The numbers in a text, each once. */
const numbersIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(BETWEEN_NUMBERS)
      .map((number) => number.trim())
      .filter(Boolean),
  ),
]

/** The description with its notes. An empty one stays empty, so that the form asks for it. */
function bodyOf(typed: string, notes: readonly string[]): string {
  const body = tidyText(typed)
  return body === '' || notes.length === 0 ? body : `${body}\n\n${notes.join('\n')}`
}

/** The ticket that the form makes of its fields. An appeal has answers in place of messages and numbers. */
export function ticketOf(choices: Choices, typed: Typed): NewTicket {
  const { category, impact, about, attachments, diagnostics, notes } = choices
  const isAppeal = category === 'appeal'
  const email = typed.contact.trim()
  const [use, consent, cause] = appealAnswers.map((answer) => tidyText(typed[`answers.${answer}`]))
  return {
    category,
    subject: tidyLine(typed.subject),
    body: bodyOf(typed.body, notes),
    attachments: [...attachments] as NewTicket['attachments'], // ids of uploads
    ...(email !== '' && { contact: email }),
    ...(about !== null && { about: { ...about } }),
    ...(diagnostics !== null && { diagnostics }),
    ...(isAppeal
      ? { answers: { use: use ?? '', consent: consent ?? '', cause: cause ?? '' } }
      : { impact, message_ids: [...messageIdsIn(typed.message_ids)], numbers: [...numbersIn(typed.numbers)] }),
  }
}

/** The fields that the form checks. */
export type Field = TextField | 'attachments'

const EMAIL_MAX = 254
/** An address that an email can be sent to: without quotes, comments and names. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

const isEmail = (email: string): boolean => email.length <= EMAIL_MAX && EMAIL.test(email)

/** The rules that the fields break, the same as the contract's. The server alone knows which records exist. */
export function brokenRules(ticket: NewTicket): Partial<Record<Field, RuleId>> {
  const { subject, body, message_ids: ids = [], numbers = [], attachments = [], contact: email, answers } = ticket
  const broken = appealAnswers.filter(
    (answer) => answers !== undefined && !isText(answers[answer], limits.answerMin, limits.answerMax),
  )
  return {
    ...(!isLine(subject, limits.subjectMin, limits.subjectMax) && { subject: 'ticket_subject' }),
    ...(!isText(body, limits.bodyMin, limits.bodyMax) && { body: 'ticket_body' }),
    ...((ids.length > limits.messageIds || !ids.every(isMessageId)) && { message_ids: 'ticket_message_ids' }),
    ...((numbers.length > limits.numbers || numbers.some((number) => countOf(number) > limits.numberMax)) && {
      numbers: 'ticket_numbers',
    }),
    ...(attachments.length > limits.attachments && { attachments: 'ticket_attachments' }),
    ...(email !== undefined && !isEmail(email) && { contact: 'ticket_contact' }),
    ...Object.fromEntries(broken.map((answer) => [`answers.${answer}`, 'appeal_answer' satisfies RuleId])),
  }
}

const categories: Readonly<Partial<Record<RecordKind, TicketCategory>>> = {
  message: 'delivery',
  broadcast: 'delivery',
  phonebook: 'delivery',
  contact: 'delivery',
  segment: 'delivery',
  listed_recipient: 'delivery',
  upstream: 'delivery',
  mapping: 'delivery',
  routing_rule: 'delivery',
  signature: 'review',
  template: 'review',
  transaction: 'billing',
  invoice: 'billing',
  card: 'billing',
  credential: 'api',
  refused_request: 'api',
  webhook_endpoint: 'api',
  webhook_delivery: 'api',
  ip_entry: 'api',
  ip_call: 'api',
  rate_rule: 'api',
  session: 'account',
  passkey: 'account',
  audit_entry: 'account',
}

/** The category that a ticket about a record usually has; null where it can be any. */
export const categoryAbout = (about: AboutRecord | null): TicketCategory | null =>
  about === null ? null : (categories[about.kind] ?? null)
