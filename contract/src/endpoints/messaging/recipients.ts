import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { ListedRecipientId, MessageId } from '../../ids.ts'
import { logs } from '../../limits/messaging.ts'
import { recipientList as limits } from '../../limits/recipient-list.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { listReasons, listSources } from '../../vocabulary/recipient-list.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'

/** An entry of the recipient list: a number, the reason, and the scenes that it does not get. */
export const ListedRecipient = z.object({
  id: ListedRecipientId,
  /** E.164. Null where the number is not kept: its message is past its retention, or an erasure deleted it. */
  recipient: z.string().nullable(),
  /** The last four digits; empty after an erasure. */
  ending: z.string(),
  /** Null where the country is not known. */
  country: z.string().nullable(),
  reason: z.enum(listReasons),
  /** Every scene for a block. */
  scenes: z.array(z.enum(MessageScene)),
  source: z.enum(listSources),
  note: z.string(),
  /** The message that the entry was made from. */
  message: MessageId.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ListedRecipient = z.infer<typeof ListedRecipient>

const Scenes = z
  .array(z.enum(MessageScene))
  .min(1, 'list_scenes')
  .max(2 * Object.keys(MessageScene).length)
const Note = oneLine(0, limits.noteMax, { long: 'list_note', characters: 'list_note' })
const Typed = z.string().max(limits.recipientMax)

/** The reason, its scope and the note of new entries. A block names no scenes; an opt-out without them is of marketing. */
const Choice = {
  reason: z.enum(listReasons),
  scenes: Scenes.optional(),
  note: Note.default(''),
}

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')
const params = z.strictObject({ id: ListedRecipientId })

/** The recipient list of an account (semantics D9). A number has one entry of each reason. */
export const recipients = endpoints(addresses.recipients, {
  /** Newest first unless sorted. */
  list: {
    query: z.strictObject({
      ...Page,
      sort: sortBy(sortColumns.recipients, '-created_at'),
      /** Days in the account's time zone, both included. */
      from: Day.optional(),
      to: Day.optional(),
      reason: z.enum(listReasons).optional(),
      /** Entries that keep this scene away. */
      scene: z.coerce.number().pipe(z.enum(MessageScene)).optional(),
      source: z.enum(listSources).optional(),
      /** A whole number with its country, or its last four digits. */
      recipient: z.string().regex(logs.recipient).optional(),
      /** The entry alone. */
      id: ListedRecipientId.optional(),
      /** Entries of the number that this message was for. */
      message: MessageId.optional(),
    }),
    reply: z.array(ListedRecipient),
  },
  /**
   * Adds the recipient of a message, or a number: with plus and country, or without them one of the home country. A
   * number that has an entry of the reason is `recipient_listed` with `{current}`.
   */
  add: {
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({ recipient: Typed.optional(), message: MessageId.optional(), ...Choice }),
    reply: ListedRecipient,
  },
  /** Adds many numbers. An opt-out that exists gains the scenes that it lacks; nothing else of an entry changes. */
  import: {
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({ recipients: z.array(Typed).min(1).max(limits.importMax, 'list_many'), ...Choice }),
    reply: z.object({
      added: z.number().int(),
      /** Opt-outs that gained scenes. */
      extended: z.number().int(),
      /** Numbers that had all of it before. */
      existing: z.number().int(),
      /** Repeated numbers of this import. */
      repeated: z.number().int(),
      /** No possible numbers, by their place from 1. */
      invalid: z.array(z.object({ place: z.number().int(), text: z.string() })),
    }),
  },
  /** Changes the scenes of an opt-out, and the note. */
  update: {
    unlessSuspended: true,
    params,
    body: z.strictObject({ scenes: Scenes.optional(), note: Note.optional() }),
    reply: ListedRecipient,
  },
  /** Removes an entry. Messages to the number are accepted again. */
  remove: { unlessSuspended: true, params, reply: Nothing },
})
