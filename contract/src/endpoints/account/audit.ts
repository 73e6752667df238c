import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { AuditId, SessionId } from '../../ids.ts'
import { auditActors, auditOutcomes } from '../../vocabulary/audit.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'

/** One write in the audit log: actor, source, action and changes, without secrets (screens S14). */
export const AuditEntry = z.object({
  id: AuditId,
  at: z.iso.datetime(),
  actor: z.enum(auditActors),
  /** The name of the staff member who acted; null for other actors, and for entries from before names were kept. */
  operator: z.string().nullable(),
  /** The session of the actor, where it had one. */
  session: SessionId.nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Noun and verb of the call, such as credentials.update. Actions of staff and of the server follow the same form. */
  action: z.string(),
  /** The id of the changed object, or null where the action identifies it. */
  subject: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  /** The error code of a refused write. */
  error: z.string().nullable(),
  /** The fields that differ. A secret shows up as changed, without its values. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')
const Filters = {
  /** Days in the account's time zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
  actor: z.enum(auditActors).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** The prefix of an action: a noun, or noun and verb. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{1,64}$/)
    .optional(),
}
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

export const audit = endpoints(addresses.audit, {
  /** Newest first unless sorted. */
  list: {
    query: z
      .strictObject({ ...Page, ...Filters, sort: sortBy(sortColumns.audit, '-at') })
      .refine(inOrder, { path: ['to'] }),
    reply: z.array(AuditEntry),
  },
  file: {
    query: z.strictObject(Filters).refine(inOrder, { path: ['to'] }),
    download: 'text/csv',
    reply: z.object({ name: z.string(), content: z.string() }),
  },
})
