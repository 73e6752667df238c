import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { SignatureId } from '../../ids.ts'
import { signatures as limits } from '../../limits/senders.ts'
import { filingStates, mainlandCarriers } from '../../vocabulary/filing.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { EntityKind, ReviewStatus } from '../../vocabulary/review.ts'
import { evidenceFiles, evidenceTexts, signatureRegions, signatureUsages } from '../../vocabulary/signature.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { Filing, Finding, Industry, Reason, ReviewStep, Revocation, Scene } from './senders.ts'

const Texts = z.object(Object.fromEntries(evidenceTexts.map((field) => [field, z.string().optional()])))

/** A sender ID (screens S2). */
export const Signature = z.object({
  id: SignatureId,
  name: z.string(),
  kind: z.enum(EntityKind),
  usage: z.enum(signatureUsages),
  regions: z.array(z.enum(signatureRegions)),
  scenes: z.array(Scene),
  industry: Industry,
  purpose: z.string(),
  evidence: Texts,
  /** The files of the evidence. `id` is null for a file that is deleted. */
  files: z.array(z.object({ field: z.enum(evidenceFiles), id: z.uuid().nullable(), name: z.string().nullable() })),
  status: z.enum(ReviewStatus),
  /** Grows with each submission; a resubmission names the one that it changes. */
  version: z.number().int(),
  /** Why it was rejected, field by field. */
  reasons: z.array(Reason),
  /** The announced end of its approval; null where none is. */
  revocation: Revocation.nullable(),
  /** The sender of messages that name none. */
  is_default: z.boolean(),
  /** One for each mainland carrier; empty unless its regions include `cn`. */
  filings: z.array(Filing),
  /** The templates that only this sender may carry. */
  templates: z.number().int(),
  /** Messages of the last 30 days. */
  messages: z.number().int(),
  /** The day on which carriers may let its filings lapse, because no message uses it; null while that is far. */
  lapses_on: z.iso.date().nullable(),
  created_at: z.iso.datetime(),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
  /** From when on the review can be urged; null where it cannot, or was. */
  urge_at: z.iso.datetime().nullable(),
})
export type Signature = z.infer<typeof Signature>

const SignatureDetail = Signature.extend({
  steps: z.array(ReviewStep),
  /** A new authorisation of a third party that waits for its review; null where none does. */
  renewal: z.object({ authorised_until: z.string(), submitted_at: z.iso.datetime() }).nullable(),
})
export type SignatureDetail = z.infer<typeof SignatureDetail>

const Text = z.string().max(1_000)
/** The fields as typed. Their rules are those of `senders/signature-rules.ts`, which the form uses too. */
const Form = z.strictObject({
  name: Text,
  kind: z.enum(EntityKind),
  usage: z.enum(signatureUsages),
  regions: z.array(z.enum(signatureRegions)).max(signatureRegions.length),
  scenes: z.array(z.enum(MessageScene)).max(3),
  industry: Industry,
  purpose: Text,
  evidence: z.strictObject({
    ...Object.fromEntries(evidenceTexts.map((field) => [field, Text.optional()])),
    ...Object.fromEntries(evidenceFiles.map((field) => [field, z.uuid().or(z.literal('')).optional()])),
  }),
})

const params = z.strictObject({ id: SignatureId })
const wholeNumber = z.coerce.number()

/**
 * Screens S2. A form that breaks a rule is refused as the first finding of the severity `error`, with `field` and
 * `{findings}` in `details`; a finding `rejection` is stored and rejected at once (1).
 */
export const signatures = endpoints(addresses.signatures, {
  /** Newest first unless sorted. `text` is part of a name, `filing` a state that some carrier has. */
  list: {
    query: z.strictObject({
      ...Page,
      sort: sortBy(sortColumns.signatures, '-created_at'),
      status: wholeNumber.pipe(z.enum(ReviewStatus)).optional(),
      kind: wholeNumber.pipe(z.enum(EntityKind)).optional(),
      scene: wholeNumber.pipe(z.enum(MessageScene)).optional(),
      region: z.enum(signatureRegions).optional(),
      filing: z.enum(filingStates).optional(),
      text: z.string().max(limits.name.max).optional(),
    }),
    reply: z.array(Signature),
  },
  create: { idempotent: true, unlessSuspended: true, body: Form, reply: SignatureDetail },
  lint: { unaudited: true, body: Form, reply: z.object({ findings: z.array(Finding) }) },
  get: { params, reply: SignatureDetail },
  /** Repairs a rejected sender. Stale: `state_conflict` with `{current}`. */
  resubmit: {
    unlessSuspended: true,
    params,
    body: Form.extend({ version: z.number().int().min(1) }),
    reply: SignatureDetail,
  },
  /** Deletes a sender with its evidence. Templates that only it may carry are refused from then on. */
  remove: { params, reply: Nothing },
  /** Withdraws a submission that waits for its decision, and deletes it. */
  withdraw: { params, reply: Nothing },
  /** Asks the reviewers to hurry: once, 20 minutes after the submission. */
  urge: { params, reply: SignatureDetail },
  makeDefault: { unlessSuspended: true, params, reply: SignatureDetail },
  /** Files a failed or lapsed sender at a carrier again. */
  refile: {
    unlessSuspended: true,
    params,
    body: z.strictObject({ carrier: z.enum(mainlandCarriers) }),
    reply: SignatureDetail,
  },
  /**
   * Submits a new authorisation of an approved name that a third party lent, in place of one that still waits. The
   * present one serves until a reviewer approves it. Stale: `state_conflict` with `{current}`.
   */
  renew: {
    unlessSuspended: true,
    params,
    body: z.strictObject({
      authorised_until: Text,
      authorisation: z.uuid().or(z.literal('')),
      version: z.number().int().min(1),
    }),
    reply: SignatureDetail,
  },
})
