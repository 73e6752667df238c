import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { MessageId, TicketId } from '../../ids.ts'
import { support as limits } from '../../limits/support.ts'
import { answerKinds, ticketCategories, ticketStates } from '../../vocabulary/support.ts'
import { addresses } from '../addresses.ts'

/** An answer in the reader's language. */
export const Answer = z.object({
  kind: z.enum(answerKinds),
  /** The article, section, error code, message or incident. */
  id: z.string(),
  title: z.string(),
  /** Paragraphs; links as `[text](/path)`. */
  text: z.array(z.string()),
  /** The category of a ticket about it; null where it can be any. */
  category: z.enum(ticketCategories).nullable(),
  /** The page to go on with, as a path; null without one. */
  path: z.string().nullable(),
})
export type Answer = z.infer<typeof Answer>

const Query = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(limits.queryMin).max(limits.queryMax))

/** The search of the support centre: articles, documentation, the dictionary of errors, and messages by their id. */
export const supportAnswers = endpoints(addresses.supportAnswers, {
  /** At most eight, best first. The id of a message of the account explains that message. */
  search: { query: z.strictObject({ q: Query }), reply: z.array(Answer) },
  /** Answers to a ticket before it is sent, and the account's own open tickets that look alike. */
  suggest: {
    unaudited: true,
    body: z.strictObject({
      category: z.enum(ticketCategories),
      subject: z.string().max(limits.subjectMax).default(''),
      body: z.string().max(limits.bodyMax).default(''),
      message_ids: z.array(MessageId).max(limits.messageIds).default([]),
      /** The code of the error that led here. */
      code: z.string().max(64).optional(),
    }),
    reply: z.object({
      answers: z.array(Answer),
      tickets: z.array(
        z.object({ id: TicketId, no: z.number().int(), subject: z.string(), state: z.enum(ticketStates) }),
      ),
    }),
  },
})
