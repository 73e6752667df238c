import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { DiagnosticsId, MessageId, TicketId, TicketMessageId, UploadId } from '../../ids.ts'
import { support as limits } from '../../limits/support.ts'
import type { RuleId } from '../../rules.ts'
import {
  appealAnswers,
  appealFacts,
  appealStates,
  recordKinds,
  ticketAuthors,
  ticketCategories,
  ticketImpacts,
  TicketPriority,
  ticketStates,
  ticketSteps,
  ticketWays,
} from '../../vocabulary/support.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { oneLine } from '../one-line.ts'
import { severalLines } from '../several-lines.ts'
import { Upload } from '../upload.ts'

const moment = z.iso.datetime()
const whole = z.number().int()

const summary = {
  id: TicketId,
  /** Its number within the account, from 1. */
  no: whole,
  subject: z.string(),
  category: z.enum(ticketCategories),
  impact: z.enum(ticketImpacts),
  priority: z.enum(TicketPriority),
  state: z.enum(ticketStates),
  /** The moment by which support aims to reply; null where it is not support's turn. */
  reply_due_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
}

export const TicketSummary = z.object(summary)
export type TicketSummary = z.infer<typeof TicketSummary>

export const TicketMessage = z.object({
  id: TicketMessageId,
  at: moment,
  author: z.enum(ticketAuthors),
  way: z.enum(ticketWays),
  text: z.string(),
  attachments: z.array(Upload),
})
export type TicketMessage = z.infer<typeof TicketMessage>

/** A record of the account by its id, such as a message or an invoice. */
const About = z.strictObject({
  kind: z.enum(recordKinds),
  /** Printable characters of ASCII alone: support reads it in a terminal. */
  id: z
    .string()
    .max(limits.requestIdMax)
    .regex(/^[\x21-\x7e]+$/),
})
export type About = z.infer<typeof About>

/** A line of diagnostics: its label in the reader's language, and the value that support sees. */
const Line = z.object({ label: z.string(), value: z.string() })

export const Appeal = z.object({
  state: z.enum(appealStates),
  /** The owner's answers. */
  answers: z.record(z.enum(appealAnswers), z.string()),
  /** Facts about the account at this moment. */
  facts: z.record(z.enum(appealFacts), z.boolean()),
})
export type Appeal = z.infer<typeof Appeal>

export const Ticket = z.object({
  ...summary,
  about: About.nullable(),
  message_ids: z.array(MessageId),
  /** E.164. */
  numbers: z.array(z.string()),
  /** The email address that replies go to; null: the account's own contacts. */
  contact: z.string().nullable(),
  /** The attached snapshot, as its preview showed it; null where the owner gave no consent. */
  diagnostics: z.object({ taken_at: moment, lines: z.array(Line) }).nullable(),
  appeal: Appeal.nullable(),
  /** Oldest first; the first is the ticket's own text. */
  messages: z.array(TicketMessage),
  steps: z.array(z.object({ at: moment, step: z.enum(ticketSteps) })),
  /** The moment at which a ticket that waits for the owner counts as solved, and until which a solved one reopens. */
  solves_at: moment.nullable(),
  closes_at: moment.nullable(),
  version: whole,
})
export type Ticket = z.infer<typeof Ticket>

const Subject = oneLine(limits.subjectMin, limits.subjectMax, {
  required: 'ticket_subject',
  long: 'ticket_subject',
  characters: 'ticket_subject',
})
const Body = severalLines(limits.bodyMin, limits.bodyMax, 'ticket_body')
const Attachments = z
  .array(UploadId)
  .max(limits.attachments, 'ticket_attachments' satisfies RuleId)
  .default([])
/** The id of a message, whose refusal is that of the whole field. */
const AffectedId = z.uuidv7('ticket_message_ids' satisfies RuleId).brand<'MessageId'>()
const Answered = severalLines(limits.answerMin, limits.answerMax, 'appeal_answer')

const params = z.strictObject({ id: TicketId })

export const tickets = endpoints(addresses.tickets, {
  /** Last changed first unless sorted. */
  list: {
    query: z.strictObject({
      ...Page,
      sort: sortBy(sortColumns.tickets, '-updated_at'),
      state: z.enum(ticketStates).optional(),
      category: z.enum(ticketCategories).optional(),
      /** A part of the subject, or the number of a ticket. */
      text: z.string().max(64).optional(),
    }),
    reply: z.array(TicketSummary),
  },
  /**
   * Opens a ticket; a suspended account may. An appeal needs its answers, every other category has none. Errors:
   * `messages_unknown`, `record_unknown`, `too_many_tickets`, `not_suspended`, `appeal_open`, `diagnostics_expired`.
   */
  create: {
    idempotent: true,
    body: z.strictObject({
      category: z.enum(ticketCategories),
      impact: z.enum(ticketImpacts).default('question'),
      subject: Subject,
      body: Body,
      message_ids: z
        .array(AffectedId, 'ticket_message_ids' satisfies RuleId)
        .max(limits.messageIds, 'ticket_message_ids' satisfies RuleId)
        .default([]),
      numbers: z
        .array(z.string().max(limits.numberMax, 'ticket_numbers' satisfies RuleId))
        .max(limits.numbers, 'ticket_numbers' satisfies RuleId)
        .default([]),
      about: About.optional(),
      attachments: Attachments,
      contact: z
        .email('ticket_contact' satisfies RuleId)
        .max(254, 'ticket_contact' satisfies RuleId)
        .optional(),
      /** The snapshot that the owner saw and agreed to send. */
      diagnostics: DiagnosticsId.optional(),
      answers: z.strictObject({ use: Answered, consent: Answered, cause: Answered }).optional(),
    }),
    reply: Ticket,
  },
  get: { params, reply: Ticket },
  /** Solves a ticket, or reopens a solved one. */
  update: {
    params,
    body: z.strictObject({ version: whole, state: z.enum(['solved', 'waiting_for_us']) }),
    reply: Ticket,
  },
  /** Adds a message of the owner. A solved ticket reopens; a closed one is `ticket_closed`. */
  reply: {
    params,
    idempotent: true,
    body: z.strictObject({ text: severalLines(1, limits.replyMax, 'ticket_reply'), attachments: Attachments }),
    reply: Ticket,
  },
  /** Takes the snapshot of diagnostics that a ticket may attach, and shows exactly what it holds. */
  diagnose: {
    unaudited: true,
    reply: z.object({ id: DiagnosticsId, taken_at: moment, lines: z.array(Line) }),
  },
})
