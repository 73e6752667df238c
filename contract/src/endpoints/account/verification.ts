import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { VerificationId } from '../../ids.ts'
import { verification as limits } from '../../limits/verification.ts'
import { levelRights } from '../../verification/levels.ts'
import { reasonCodes } from '../../verification/reasons.ts'
import { TrustLevel } from '../../vocabulary/account.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { ReviewStatus } from '../../vocabulary/review.ts'
import { fileFields, verificationFields, verificationTypes } from '../../vocabulary/verification.ts'
import { addresses } from '../addresses.ts'
import { CodeToken } from './codes.ts'

/** A refused field with its texts in the caller's language. */
const Reason = z.object({
  field: z.enum(verificationFields),
  code: z.enum(reasonCodes),
  what: z.string(),
  remedy: z.string(),
})

/** The values as the account may see them again. */
const Shown = z.object({
  name: z.string().optional(),
  uscc: z.string().optional(),
  country: z.string().optional(),
  registration_number: z.string().optional(),
  legal_representative: z.string().optional(),
  representative: z.string().optional(),
  id_number: z.string().optional(),
  id_expires_on: z.string().optional(),
  operator_name: z.string().optional(),
  operator_phone: z.string().optional(),
  industry: z.string().optional(),
  address: z.string().optional(),
  website: z.string().optional(),
  use_case: z.string().optional(),
  monthly_volume: z.string().optional(),
  countries: z.array(z.string()).optional(),
})

/** An uploaded document. `id` and `name` are null once the file is deleted, 30 days after the decision. */
const Document = z.object({ field: z.enum(fileFields), id: z.uuid().nullable(), name: z.string().nullable() })

/** A submission in any state but withdrawn (screens S12). */
export const Submission = z.object({
  id: VerificationId,
  /** Grows with each submission and decision; a resubmission names the one that it changes. */
  version: z.number().int(),
  type: z.enum(verificationTypes),
  /** The scenes that the type may send once it is approved. */
  scenes: z.array(z.enum(MessageScene)),
  status: z.enum(ReviewStatus),
  /** Names, numbers and the phone are masked. */
  values: Shown,
  documents: z.array(Document),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** Why it was rejected or has ended, field by field. */
  reasons: z.array(Reason),
  /** The end of an approval; the account stays verified until `grace_until`. Null unless approved. */
  valid_until: z.iso.datetime().nullable(),
  grace_until: z.iso.datetime().nullable(),
})
export type Submission = z.infer<typeof Submission>

/** The stored part of a form. The number of an identity document is sealed and never returned. */
const Draft = z.object({
  type: z.enum(verificationTypes),
  values: Shown.omit({ id_number: true }),
  documents: z.array(Document),
  saved_at: z.iso.datetime(),
})

export const Verification = z.object({
  /** The types of the account's partition. */
  types: z.array(z.enum(verificationTypes)),
  /** The newest submission; null before the first one, and after it was withdrawn. */
  current: Submission.nullable(),
  /** The approval in force, also while a newer submission is in review. */
  valid: Submission.nullable(),
  draft: Draft.nullable(),
  /** Submissions left on this day of the account's zone. */
  submissions_left: z.number().int(),
  /** The day of the account's zone, by which the rules judge ages and expiry dates. */
  today: z.iso.date(),
  /** The account's own phone, which needs no code as the operator's. */
  phone: z.string().nullable(),
  /** The address of the blank letter of authorisation, in the caller's language. */
  letter_form: z.string(),
  /** The address of the blank letter by which the owner of a name lends it as a sender ID, in the caller's language. */
  sender_id_form: z.string(),
  level: z.enum(TrustLevel),
  levels: z.array(
    z.object({
      level: z.enum(TrustLevel),
      rights: z.array(z.enum(levelRights)),
      /** The most messages of a day; null for the account's own caps. */
      per_day: z.number().int().nullable(),
    }),
  ),
})
export type Verification = z.infer<typeof Verification>

const TEXT_MAX = 1_000
const Text = z.string().max(TEXT_MAX).optional()

/**
 * The fields as typed. Their rules are those of `verification/check.ts`, which the form uses too; here stand only the
 * bounds of a request.
 */
const Values = {
  name: Text,
  uscc: Text,
  licence: Text,
  country: Text,
  registration_number: Text,
  legal_representative: Text,
  representative: Text,
  id_number: Text,
  id_document: Text,
  id_front: Text,
  id_back: Text,
  id_expires_on: Text,
  operator_name: Text,
  operator_phone: Text,
  authorisation: Text,
  industry: Text,
  address: Text,
  website: Text,
  use_case: Text,
  monthly_volume: z.union([z.string().max(TEXT_MAX), z.number().transform(String)]).optional(),
  countries: z
    .array(z.string().max(8))
    .max(2 * limits.countries)
    .optional(),
}

/**
 * The token of a code to the operator's phone, of the scene verif_verify_phone. Not needed for the account's own phone,
 * nor for a phone that an earlier submission proved.
 */
const phoneToken = { phone_token: CodeToken.optional() }
const params = z.strictObject({ id: VerificationId })

/**
 * Screens S12. A form whose fields break a rule is refused as the first reason that is an error, else as
 * `invalid_request`, with `field` and `{reasons}` in `details`. `already_used` has the same shape.
 */
export const verification = endpoints(addresses.verification, {
  get: { reply: Verification },
  /** Keeps a form while it is typed: one per account, for 30 days. A field left out or empty is dropped. */
  saveDraft: {
    unaudited: true,
    body: z.strictObject({ type: z.enum(verificationTypes), ...Values }),
    reply: z.object({ saved_at: z.iso.datetime() }),
  },
  /**
   * Submits a form, which the server checks at once: rejected automatically (1), checked and waiting for a person (3),
   * or waiting (0). Refused as `under_review` while another submission waits; an approval stays valid beside it.
   */
  submit: {
    idempotent: true,
    body: z.strictObject({ type: z.enum(verificationTypes), ...Values, ...phoneToken }),
    reply: Verification,
  },
  /** Repairs a rejected submission. Fields left out keep their values. Stale: `state_conflict` with `{current}`. */
  resubmit: {
    params,
    body: z.strictObject({ version: z.number().int().min(1), ...Values, ...phoneToken }),
    reply: Verification,
  },
  /** Withdraws the submission that waits for its decision, and deletes its data. */
  withdraw: { params, reply: Verification },
})
