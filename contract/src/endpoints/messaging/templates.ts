import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { MessageId, SignatureId, TemplateId } from '../../ids.ts'
import { templates as limits } from '../../limits/senders.ts'
import { mainlandCarriers } from '../../vocabulary/filing.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { ReviewStatus } from '../../vocabulary/review.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { variableTypes } from '../../vocabulary/template.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { Filing, Finding, Industry, Reason, ReviewStep, Revocation, Scene } from './senders.ts'

const Variable = z.object({
  name: z.string(),
  type: z.enum(variableTypes),
  max_length: z.number().int(),
  sample: z.string(),
})

/** One version of a template (screens S3). */
export const TemplateVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  scene: Scene,
  language: z.string(),
  content: z.string(),
  /** The only sender that may carry it; null for any. */
  signature: z.object({ id: SignatureId, name: z.string() }).nullable(),
  industry: Industry,
  usage_note: z.string(),
  variables: z.array(Variable),
  /** The parts of the shortest and the longest message that it can become. */
  parts: z.object({ min: z.number().int(), max: z.number().int() }),
  status: z.enum(ReviewStatus),
  reasons: z.array(Reason),
  filings: z.array(Filing),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** A template as its newest version has it. */
export const Template = TemplateVersion.extend({
  id: TemplateId,
  /** The customer's own code; null where it has none. Earlier codes find the template too. */
  code: z.string().nullable(),
  /** The version that messages use; null before the first approval. */
  serving: z.number().int().nullable(),
  /** The announced end of an approval; null where none is. */
  revocation: Revocation.nullable(),
  /** Messages of the last 30 days, and those of them that were delivered. */
  messages: z.number().int(),
  delivered: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  urge_at: z.iso.datetime().nullable(),
})
export type Template = z.infer<typeof Template>

const TemplateDetail = Template.extend({ steps: z.array(ReviewStep) })
export type TemplateDetail = z.infer<typeof TemplateDetail>

/** A template that every account may send under its own sender. */
const PublicTemplate = z.object({
  /** Its code, which begins with `pub_`. */
  id: z.string(),
  public: z.literal(true),
  name: z.string(),
  scene: Scene,
  lang: z.string(),
  content: z.string(),
  variables: z.array(Variable),
})
export type PublicTemplate = z.infer<typeof PublicTemplate>

const Text = z.string().max(2_000)
/** The fields as typed. Their rules are those of `senders/template-rules.ts`, which the form uses too. */
const Form = z.strictObject({
  name: Text,
  code: Text.default(''),
  scene: z.enum(MessageScene),
  language: Text,
  content: Text,
  signature_id: SignatureId.nullable().default(null),
  industry: Industry,
  usage_note: Text.default(''),
  variables: z
    .array(
      z.strictObject({
        name: Text,
        type: z.enum(variableTypes),
        max_length: z.number().int(),
        sample: Text,
      }),
    )
    .max(2 * limits.variables)
    .default([]),
})

/** The cost of a template in one country, for its shortest and its longest message. */
const Estimate = z.object({
  iso2: z.string(),
  parts: z.object({ min: z.number().int(), max: z.number().int() }),
  price: z.object({ min: Decimal, max: Decimal }).nullable(),
})

const params = z.strictObject({ id: TemplateId })
const wholeNumber = z.coerce.number()

/**
 * Screens S3. A form that breaks a rule is refused as the first finding of the severity `error`, with `field` and
 * `{findings}` in `details`; a finding `rejection` is stored and rejected at once (1).
 */
export const templates = endpoints(addresses.templates, {
  /** Newest first unless sorted. `text` is part of a name, code or content. */
  list: {
    query: z.strictObject({
      ...Page,
      sort: sortBy(sortColumns.templates, '-created_at'),
      status: wholeNumber.pipe(z.enum(ReviewStatus)).optional(),
      scene: wholeNumber.pipe(z.enum(MessageScene)).optional(),
      language: z.string().max(35).optional(),
      signature: SignatureId.optional(),
      text: z.string().max(limits.contentMax).optional(),
    }),
    reply: z.array(Template),
  },
  create: { idempotent: true, unlessSuspended: true, body: Form, reply: TemplateDetail },
  /** Checks a form and says what its messages cost: in the account's home country and in those it sends to most. */
  lint: {
    unaudited: true,
    body: Form,
    reply: z.object({ findings: z.array(Finding), currency: z.string(), estimates: z.array(Estimate) }),
  },
  get: { params, reply: TemplateDetail },
  /**
   * Submits a new version. The version that messages use stays until the new one is approved. Stale: `state_conflict`
   * with `{current}`. An absent code keeps the present one.
   */
  revise: {
    unlessSuspended: true,
    params,
    body: Form.extend({ code: Text.optional(), version: z.number().int().min(1) }),
    reply: TemplateDetail,
  },
  remove: { params, reply: Nothing },
  /** Every version, newest first. */
  versions: { params, reply: z.array(TemplateVersion) },
  /** Sends the newest version to one of the account's own verified numbers, at the usual price. */
  test: {
    idempotent: true,
    unlessSuspended: true,
    params,
    body: z.strictObject({
      to: z.string().max(32),
      data: fewKeys(z.record(z.string().max(64), z.string().max(limits.contentMax))),
    }),
    reply: z.object({
      message: MessageId,
      text: z.string(),
      price: Decimal,
      currency: z.string(),
      /** The opening of the sending hours that it waits for; null where it goes out now. */
      waits_until: z.iso.datetime().nullable(),
    }),
  },
  /** Withdraws a version that waits for its decision. A template without another version is deleted. */
  withdraw: { params, reply: Nothing },
  urge: { params, reply: TemplateDetail },
  refile: {
    unlessSuspended: true,
    params,
    body: z.strictObject({ carrier: z.enum(mainlandCarriers) }),
    reply: TemplateDetail,
  },
})

export const publicTemplates = endpoints(addresses.publicTemplates, { list: { reply: z.array(PublicTemplate) } })
