import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { AuditId, SessionId } from '../../ids.ts'
import { auditActors, auditOutcomes } from '../../vocabulary/audit.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'

/** A write: who, from where, what, and what it changed, without secrets (screens S14). */
export const AuditEntry = z.object({
  id: AuditId,
  at: z.iso.datetime(),
  actor: z.enum(auditActors),
  /** Of whoever had one. */
  session: SessionId.nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Noun and verb of the call, as credentials.update; staff's and the product's own acts are named likewise. */
  action: z.string(),
  /** What it was done to: an id, or null where the action says it. */
  subject: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  /** The code of its refusal. */
  error: z.string().nullable(),
  /** Fields that differ; a secret is told as changed, never as what it is. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')
const Filters = {
  /** Days of the account's zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
  actor: z.enum(auditActors).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** The beginning of an action: a noun, or noun and verb. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{1,64}$/)
    .optional(),
}
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

export const audit = endpoints(addresses.audit, {
  /** Newest first. */
  list: {
    query: z.strictObject({ ...Page, ...Filters }).refine(inOrder, { path: ['to'] }),
    reply: z.array(AuditEntry),
  },
  file: {
    query: z.strictObject(Filters).refine(inOrder, { path: ['to'] }),
    download: 'text/csv',
    reply: z.object({ name: z.string(), content: z.string() }),
  },
})
