import type { ContactId } from '@hongyan/contract/ids'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { contactsAtOnce } from '../../../broadcasts/contact-steps.ts'
import { segmentSql } from '../../../broadcasts/segment-sql.ts'
import type { StoredCondition } from '../../../db/schema/phonebooks.ts'
import type { Schema } from '../../../db/schema.ts'
import { LAST_ID } from '../../../kit/ids.ts'
import type { PhonebookKey } from './store.ts'

/** Milliseconds after which no further step begins. */
const LOOK = 1_000

/**
 * Calls `step` with the bounds of each part of a phonebook, newest first, until it wants no more or time is up. The more
 * conditions a contact is looked at by, the smaller are the parts.
 */
async function inSteps(
  db: Kysely<Schema>,
  { account, phonebook }: PhonebookKey,
  conditions: number,
  step: (part: RawBuilder<boolean>) => Promise<boolean>,
): Promise<{ readonly isEnd: boolean }> {
  const most = contactsAtOnce(conditions)
  const started = performance.now()
  for (let before = LAST_ID; performance.now() - started < LOOK;) {
    const { rows } = await sql<{ readonly id: ContactId }>`select id from contact
      where account_id = ${account} and phonebook_id = ${phonebook} and id < ${before}::uuid
      order by id desc offset ${most - 1} limit 1`.execute(db)
    const least = rows[0]?.id
    const part = sql<boolean>`(c.account_id = ${account} and c.phonebook_id = ${phonebook} and c.id < ${before}::uuid
      ${least === undefined ? sql`` : sql`and c.id >= ${least}::uuid`})`
    if (!(await step(part)) || least === undefined) return { isEnd: true }
    before = least
  }
  return { isEnd: false }
}

export interface Found {
  /** Newest first. */
  readonly ids: readonly ContactId[]
  /** False where time was up before the phonebook was read to its end. */
  readonly isEnd: boolean
}

/** A condition on `contact c`, and the number of conditions in it. */
interface Wanted {
  readonly where: RawBuilder<boolean>
  readonly conditions: number
}

/** Finds the newest contacts that meet a condition, `most` of them. */
export async function findContacts(
  db: Kysely<Schema>,
  key: PhonebookKey,
  { where, conditions }: Wanted,
  most: number,
): Promise<Found> {
  const ids: ContactId[] = []
  const { isEnd } = await inSteps(db, key, conditions, async (part) => {
    const { rows } = await sql<{ readonly id: ContactId }>`select c.id from contact c
      where ${part} and ${where} order by c.id desc limit ${most - ids.length}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
    return ids.length < most
  })
  return { ids, isEnd }
}

export interface Counted {
  readonly contacts: number
  /** False: an estimate from the contacts that were read in time. */
  readonly exact: boolean
}

/** Counts the contacts of each of some segments, all in one pass. `contacts` is the size of the phonebook. */
export async function countMatches(
  db: Kysely<Schema>,
  key: PhonebookKey,
  segments: readonly (readonly StoredCondition[])[],
  contacts: number,
): Promise<readonly Counted[]> {
  if (segments.length === 0) return []
  const counts = segments.map(() => 0)
  let read = 0
  const filtered = segments.map(
    (conditions) => sql`count(*) filter (where ${segmentSql(key.account, conditions)})::integer`,
  )
  const { isEnd } = await inSteps(db, key, segments.flat().length, async (part) => {
    const { rows } = await sql<{ readonly read: number; readonly counts: readonly number[] }>`
      select count(*)::integer as read, array[${sql.join(filtered)}] as counts from contact c where ${part}`.execute(db)
    read += rows[0]?.read ?? 0
    for (const [index, count] of (rows[0]?.counts ?? []).entries()) counts[index] = (counts[index] ?? 0) + count
    return true
  })
  return counts.map((count) => ({
    contacts: isEnd || read === 0 ? count : Math.round((count * contacts) / read),
    exact: isEnd,
  }))
}
