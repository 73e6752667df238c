import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** The use of a sender or template. */
export interface Use {
  /** Messages of the last 30 days, and those of them that were delivered. */
  readonly messages: number
  readonly delivered: number
  /** The last day with a message, as an ISO date; null where none is known. */
  readonly last: string | null
}

const NONE: Use = { messages: 0, delivered: 0, last: null }
const DAYS = 30

/** Reads the use of senders or templates, by id. */
export async function readUse(
  db: Kysely<Schema>,
  account: AccountId,
  subjects: readonly string[],
  now: Date,
): Promise<(subject: string) => Use> {
  if (subjects.length === 0) return () => NONE
  const { rows } = await sql<Use & { subject: string }>`
    select subject, coalesce(sum(messages) filter (where recent), 0)::integer as messages,
      coalesce(sum(delivered) filter (where recent), 0)::integer as delivered, to_char(max(day), 'YYYY-MM-DD') as last
    from sender_day, lateral (select day > (${now}::timestamptz - make_interval(days => ${DAYS}))::date as recent) r
    where account_id = ${account} and subject = any(${subjects}::text[]) group by subject`.execute(db)
  const known = new Map(rows.map(({ subject, ...use }) => [subject, use]))
  return (subject) => known.get(subject) ?? NONE
}
