import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { ContactId, ContactImportId, PhonebookId, SegmentId, UploadId } from '../../ids.ts'
import { broadcasts } from '../../limits/broadcasts.ts'
import { phonebooks as limits } from '../../limits/broadcasts.ts'
import type { RuleId } from '../../rules.ts'
import { audienceStates } from '../../vocabulary/broadcast.ts'
import { ParseResult } from '../../vocabulary/job.ts'
import { conditionOperators, importProblems } from '../../vocabulary/phonebook.ts'
import { zoneNamed } from '../../zone-names.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { AudienceColumn, Iso2, RowCounts } from './audiences.ts'

const moment = z.iso.datetime()
const whole = z.number().int()
const Name = oneLine(1, limits.nameMax, {
  required: 'phonebook_name',
  long: 'phonebook_name',
  characters: 'phonebook_name',
})
const FieldName = oneLine(1, limits.fieldNameMax, {
  required: 'field_name',
  long: 'field_name',
  characters: 'field_name',
}).refine((name) => !name.startsWith('$'), { error: 'field_name' satisfies RuleId })
const Value = oneLine(0, limits.valueMax, { long: 'field_value', characters: 'field_value' })

/** A list of contacts with fields of the owner's choice. */
export const Phonebook = z.object({
  id: PhonebookId,
  name: z.string(),
  fields: z.array(z.string()),
  contacts: whole,
  segments: whole,
  created_at: moment,
  updated_at: moment,
  /** Grows with every change of its name or fields, and is sent with the next one. */
  version: whole,
})
export type Phonebook = z.infer<typeof Phonebook>

/** The source and the day of a contact’s consent to messages. */
const Consent = z.strictObject({
  source: oneLine(1, limits.consentMax, {
    required: 'consent_source',
    long: 'consent_source',
    characters: 'consent_source',
  }),
  at: z.iso.date('consent_date' satisfies RuleId),
})

const Zone = z
  .string()
  .max(64)
  .refine((zone) => zoneNamed(zone) !== null, { message: 'contact_zone' satisfies RuleId })
  .overwrite((zone) => zoneNamed(zone) ?? zone)

export const Contact = z.object({
  id: ContactId,
  /** E.164. */
  to: z.string(),
  country: z.string(),
  /** Values by field; a field without a value is left out. */
  fields: z.record(z.string(), z.string()),
  /** The IANA zone of its clock; null: by its number. */
  zone: z.string().nullable(),
  consent: z.object({ source: z.string(), at: z.iso.date() }).nullable(),
  created_at: moment,
  updated_at: moment,
  version: whole,
})
export type Contact = z.infer<typeof Contact>

/** A condition on a contact. The fields `$country`, `$consent_source` and `$created` are of every contact. */
const Condition = z.strictObject({
  field: z.string().min(1).max(limits.fieldNameMax),
  operator: z.enum(conditionOperators),
  /** Ignored by `set` and `unset`. */
  value: z.string().max(limits.valueMax),
})
export type SegmentCondition = z.infer<typeof Condition>
const Conditions = z.array(Condition).min(1, 'segment_conditions').max(limits.conditions, 'segment_conditions')

/** The contacts of a phonebook that meet all conditions. */
export const Segment = z.object({
  id: SegmentId,
  name: z.string(),
  conditions: z.array(Condition),
  contacts: whole,
  /** False where counting them all would take too long, and `contacts` is an estimate. */
  exact: z.boolean(),
  version: whole,
})
export type Segment = z.infer<typeof Segment>

/** A file on its way into a phonebook. */
export const ContactImport = z.object({
  id: ContactImportId,
  name: z.string(),
  state: z.enum(audienceStates),
  progress: whole.min(0).max(100),
  result: z.enum(ParseResult).nullable(),
  problem: z.enum(importProblems).nullable(),
  counts: RowCounts,
  added: whole,
  updated: whole,
  unchanged: whole,
  columns: z.array(AudienceColumn),
  phone_column: z.string().nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  created_at: moment,
})
export type ContactImport = z.infer<typeof ContactImport>

const params = z.strictObject({ id: PhonebookId })
const ofContact = z.strictObject({ id: PhonebookId, cid: ContactId })
const ofSegment = z.strictObject({ id: PhonebookId, sid: SegmentId })
const ofImport = z.strictObject({ id: PhonebookId, iid: ContactImportId })

export const phonebooks = endpoints(addresses.phonebooks, {
  list: { query: z.strictObject({ ...Page, text: z.string().max(64).optional() }), reply: z.array(Phonebook) },
  create: { idempotent: true, unlessSuspended: true, body: z.strictObject({ name: Name }), reply: Phonebook },
  get: { params, reply: Phonebook },
  /** Renames it, or adds, renames and removes fields. `fields` maps each new name to the old one, or to null for a new field. */
  update: {
    params,
    unlessSuspended: true,
    body: z.strictObject({
      version: whole,
      name: Name.optional(),
      fields: z
        .array(z.strictObject({ name: FieldName, was: z.string().max(limits.fieldNameMax).nullable() }))
        .max(limits.fields, 'too_many_fields' satisfies RuleId)
        .optional(),
    }),
    reply: Phonebook,
  },
  remove: { params, reply: Nothing },
  /** Reads a file into the phonebook. A contact that exists is updated by the values of the file. */
  import: {
    params,
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({
      file: UploadId,
      country: Iso2,
      phone_column: z.string().max(broadcasts.headingMax).optional(),
      sheet: z.string().max(broadcasts.headingMax).optional(),
      consent: Consent.nullable(),
      /** True: an empty cell clears the contact's value. */
      clear_empty: z.boolean().default(false),
    }),
    reply: ContactImport,
  },
  /** The progress of a file. Also those of earlier days, while their left-out rows are kept. */
  imported: { params: ofImport, reply: ContactImport },
  leftOut: { params: ofImport, redirect: true, reply: z.object({ url: z.string() }) },
})

const ContactBody = {
  fields: fewKeys(z.record(z.string().max(limits.fieldNameMax), Value)),
  zone: Zone.nullable(),
  consent: Consent.nullable(),
}

export const contacts = endpoints(addresses.contacts, {
  /** Newest first. */
  list: {
    params,
    query: z.strictObject({
      ...Page,
      /** A number, its last four digits or more, or a part of a value. */
      text: z.string().max(64).optional(),
      segment: SegmentId.optional(),
    }),
    reply: z.array(Contact),
  },
  create: {
    params,
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({ to: z.string().min(1, 'phone_required').max(32), ...ContactBody }),
    reply: Contact,
  },
  update: {
    params: ofContact,
    unlessSuspended: true,
    body: z.strictObject({ version: whole, ...ContactBody }),
    reply: Contact,
  },
  remove: { params: ofContact, reply: Nothing },
})

export const segments = endpoints(addresses.segments, {
  list: { params, reply: z.array(Segment) },
  create: {
    params,
    idempotent: true,
    unlessSuspended: true,
    body: z.strictObject({ name: Name, conditions: Conditions }),
    reply: Segment,
  },
  update: {
    params: ofSegment,
    unlessSuspended: true,
    body: z.strictObject({ version: whole, name: Name, conditions: Conditions }),
    reply: Segment,
  },
  remove: { params: ofSegment, reply: Nothing },
  count: {
    params,
    unaudited: true,
    body: z.strictObject({ conditions: Conditions }),
    reply: z.object({ contacts: whole, exact: z.boolean() }),
  },
})
