import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { AudienceId, PhonebookId, SegmentId, UploadId } from '../../ids.ts'
import { broadcasts as limits } from '../../limits/broadcasts.ts'
import type { RuleId } from '../../rules.ts'
import { audienceProblems, audienceStates, leftOutReasons, unreachedChoices } from '../../vocabulary/broadcast.ts'
import { ParseResult, RecipientSource } from '../../vocabulary/job.ts'
import { addresses } from '../addresses.ts'

const moment = z.iso.datetime()
export const Iso2 = z.string().regex(/^[A-Z]{2}$/, 'cap_country' satisfies RuleId)

/** The numbers of rows by what became of them. They sum to `rows`. */
export const RowCounts = z.object({
  rows: z.number().int(),
  valid: z.number().int(),
  invalid: z.number().int(),
  /** Numbers that a spreadsheet wrote as 1.38E+10, which loses digits. */
  scientific: z.number().int(),
  /** Numbers that an earlier row has. */
  duplicates: z.number().int(),
  landline: z.number().int(),
  /** Rows with a cell that is too long. */
  too_long: z.number().int(),
})
export type RowCounts = z.infer<typeof RowCounts>

/** A column of a table of recipients. */
export const AudienceColumn = z.object({
  /** Its heading; "A", "B" and so on where there is none. */
  name: z.string(),
  /** Whole percents of the first rows that are phone numbers. */
  phones: z.number().int(),
  /** Values of the first rows. */
  sample: z.array(z.string()),
})
export type AudienceColumn = z.infer<typeof AudienceColumn>

/** Valid numbers by the first reason that keeps each from a message, in this order. Each is counted once. */
const KeptBack = z.object({
  /** By the account's recipient list. */
  blocked: z.number().int(),
  opted_out: z.number().int(),
  /** To countries that are not enabled. */
  country: z.number().int(),
  /** The account's last messages did not reach them, and the owner may still send to them. */
  unreached: z.number().int(),
})
export type KeptBack = z.infer<typeof KeptBack>

/** The recipients that a broadcast goes to, read from one source (screens S8). */
export const Audience = z.object({
  id: AudienceId,
  source: z.enum(RecipientSource),
  /** The name of the file or phonebook; null for pasted text. */
  name: z.string().nullable(),
  /** The country of numbers without a calling code, ISO 3166-1 alpha-2. */
  country: z.string(),
  state: z.enum(audienceStates),
  /** Whole percents that are read. */
  progress: z.number().int().min(0).max(100),
  /** Null while it is read. */
  result: z.enum(ParseResult).nullable(),
  /** The problem that the owner resolves; null without one. */
  problem: z.enum(audienceProblems).nullable(),
  counts: RowCounts,
  /** Of the valid ones, those that get no message of a scene now. */
  kept_back: z.object({ notification: KeptBack, marketing: KeptBack }),
  /** Of the valid ones, those that marketing does not reach at this hour. */
  quiet_now: z.number().int(),
  /** Valid numbers by country, the largest first. */
  countries: z.array(z.object({ country: z.string(), recipients: z.number().int() })),
  /** Empty for pasted numbers alone. */
  columns: z.array(AudienceColumn),
  /** The name of the column with the numbers. */
  phone_column: z.string().nullable(),
  /** The sheets of a workbook, and the one that was read. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** The first valid rows: the number, its middle digits masked, and the cells in the order of the columns. */
  sample: z.array(z.object({ row: z.number().int(), to: z.string(), cells: z.array(z.string()) })),
  created_at: moment,
  /** The moment at which it is deleted. */
  expires_at: moment,
})
export type Audience = z.infer<typeof Audience>

const params = z.strictObject({ id: AudienceId })

const Parse = z
  .strictObject({
    source: z.enum(RecipientSource),
    /** Source 1: numbers, or rows with a heading, as pasted. */
    input: z
      .string()
      .max(limits.inputBytes, 'audience_input' satisfies RuleId)
      .optional(),
    /** Source 2: an upload of the purpose `recipients`. */
    file: UploadId.optional(),
    /** Source 3. */
    phonebook: PhonebookId.optional(),
    segment: SegmentId.optional(),
    country: Iso2,
    /** The column with the numbers, where several could be it. */
    phone_column: z.string().max(limits.headingMax).optional(),
    sheet: z.string().max(limits.headingMax).optional(),
  })
  .check(({ value, issues }) => {
    const need = (field: 'input' | 'file' | 'phonebook', message: RuleId): void => {
      if (value[field] === undefined) issues.push({ code: 'custom', input: value, path: [field], message })
    }
    if (value.source === RecipientSource.Input) need('input', 'audience_input')
    if (value.source === RecipientSource.File) need('file', 'audience_file')
    if (value.source === RecipientSource.Phonebook) need('phonebook', 'audience_phonebook')
  })
export type ParseOrder = z.output<typeof Parse>

/** The recipients of broadcasts. */
export const audiences = endpoints(addresses.audiences, {
  /** Begins to read recipients. A small source is read when the reply comes; else `get` tells the progress. */
  create: { idempotent: true, unlessSuspended: true, unaudited: true, body: Parse, reply: Audience },
  get: { params, reply: Audience },
  /** The rows that get no message: row, value, reason. Those of the account's lists are for the scene. */
  leftOut: {
    params,
    query: z.strictObject({
      scene: z.coerce
        .number()
        .pipe(z.union([z.literal(2), z.literal(3)]))
        .default(3),
      unreached: z.enum(unreachedChoices).default('skip'),
    }),
    redirect: true,
    reply: z.object({ url: z.string() }),
  },
})

export const LeftOutCount = z.object({ reason: z.enum(leftOutReasons), recipients: z.number().int() })
export type LeftOutCount = z.infer<typeof LeftOutCount>
