import { z } from 'zod'
import { filingStates, mainlandCarriers } from '../../vocabulary/filing.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { industries, reviewStepEvents } from '../../vocabulary/review.ts'

/** The filing of a sender or template at one mainland carrier. */
export const Filing = z.object({
  carrier: z.enum(mainlandCarriers),
  state: z.enum(filingStates),
  /** The carrier's own words; null where it gave none. */
  reason: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
  /** The day by which the carrier usually answers; null unless it is filing. */
  due_on: z.iso.date().nullable(),
})
export type Filing = z.infer<typeof Filing>

/** A rejected field with its texts in the caller's language. `rule` names the rule of the automatic check. */
export const Reason = z.object({
  field: z.string(),
  code: z.string(),
  rule: z.string().nullable(),
  what: z.string(),
  remedy: z.string(),
})

/** An announced end of an approval. Messages go out until then. */
export const Revocation = z.object({
  /** Of a template: this version and the earlier ones lose their approval. */
  version: z.number().int(),
  ends_at: z.iso.datetime(),
  reasons: z.array(Reason),
})
export type Revocation = z.infer<typeof Revocation>

/** An event of a review, oldest first. `by` is null where the reviewer is not named to customers. */
export const ReviewStep = z.object({
  at: z.iso.datetime(),
  event: z.enum(reviewStepEvents),
  version: z.number().int(),
  by: z.enum(['owner', 'check', 'reviewer', 'carrier']),
  reasons: z.array(Reason),
  /** The carrier and its answer, of the event `file`. */
  carrier: z.enum(mainlandCarriers).nullable(),
  state: z.enum(filingStates).nullable(),
})
export type ReviewStep = z.infer<typeof ReviewStep>

/** A finding of the rules, with its texts in the caller's language (`senders/findings.ts`). */
export const Finding = z.object({
  rule: z.string(),
  field: z.string(),
  severity: z.enum(['error', 'rejection', 'hint']),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  what: z.string(),
  remedy: z.string(),
})
export type Finding = z.infer<typeof Finding>

export const Scene = z.enum(MessageScene)
export const Industry = z.enum(industries)
