import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, ContactId, ContactImportId, PhonebookId } from '@hongyan/contract/ids'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { FIRST_ID } from '../../../kit/ids.ts'
import type { Uploads } from '../../../uploads/uploads.ts'

/** Contacts of one statement: it holds its locks for some tens of milliseconds. */
const STEP = 2_000

interface DuePhonebook {
  readonly account_id: AccountId
  readonly id: PhonebookId
  readonly removed_at: Date | null
  readonly removed_keys: readonly string[]
}

/** The phonebooks that are removed, or whose removed fields still have values. */
const untidy = dueRows<DuePhonebook>({
  table: 'phonebook',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  backOff: { first: MINUTE, factor: 0, most: MINUTE },
  batch: 1,
})

interface DueImport {
  readonly account_id: AccountId
  readonly id: ContactImportId
  readonly left_out_key: string | null
}

const oldImports = dueRows<DueImport>({
  table: 'contact_import',
  work: 'delete',
  key: ['account_id', 'id'],
  due: 'delete_after',
  since: 'created_at',
  open: 'due_at is null',
  backOff: { first: MINUTE, factor: 0, most: MINUTE },
  batch: 50,
})

type Parts = Pick<Uploads, 'pool' | 'clock' | 'storage'>

/** Deletes what owners removed, in small statements: old imports with their files, contacts, and values of fields. */
export const phonebookRemovals = (parts: Parts): Loop => ({
  name: 'phonebook-removals',
  every: 5 * SECOND,
  run: async (stopping) => {
    await deleteImports(parts, stopping)
    await tidy(parts, stopping)
  },
  backlog: () => untidy.backlog(alone(parts.pool), parts.clock.now()),
})

const DELETE_IMPORT = statement(
  'contact_import.delete',
  'delete from contact_import where account_id = $1 and id = $2 and due_at is null',
)

/** First the object, then the row that names it. */
async function deleteImports({ pool, clock, storage }: Parts, stopping: AbortSignal): Promise<void> {
  const db = alone(pool)
  for (;;) {
    const due = await oldImports.claim(db, clock.now())
    for (const { account_id: account, id, left_out_key: stored } of due) {
      stopping.throwIfAborted()
      if (stored !== null) await storage.remove(stored)
      await db.run(DELETE_IMPORT, [account, id])
    }
    if (due.length < oldImports.batch) return
  }
}

async function tidy({ pool, clock }: Parts, stopping: AbortSignal): Promise<void> {
  const db = alone(pool)
  for (;;) {
    const [row] = await untidy.claim(db, clock.now())
    if (row === undefined) return
    if (row.removed_at === null) await deleteValues(db, row, stopping)
    else await deletePhonebook(db, row, stopping)
  }
}

const DELETE_CONTACTS = statement(
  'contact.delete_some',
  `delete from contact where account_id = $1 and phonebook_id = $2 and id in (
     select id from contact where account_id = $1 and phonebook_id = $2 order by id limit ${STEP}) returning 1`,
)

/** A phonebook whose imports still have files waits for the next turn. */
const DELETE_PHONEBOOK = statement(
  'phonebook.delete',
  `delete from phonebook where account_id = $1 and id = $2 and removed_at is not null
     and not exists (select from contact_import where account_id = $1 and phonebook_id = $2)`,
)

async function deletePhonebook(
  db: Tx,
  { account_id: account, id }: DuePhonebook,
  stopping: AbortSignal,
): Promise<void> {
  for (let deleted = STEP; deleted === STEP;) {
    stopping.throwIfAborted()
    deleted = (await db.run(DELETE_CONTACTS, [account, id])).length
  }
  await db.run(DELETE_PHONEBOOK, [account, id])
}

const LAST_OF_STEP = statement(
  'contact.last_of_step',
  `select id from contact where account_id = $1 and phonebook_id = $2 and id > $3 order by id offset ${STEP - 1} limit 1`,
)

const DELETE_VALUES = statement(
  'contact.delete_values',
  `update contact set fields = fields - $3::text[]
    where account_id = $1 and phonebook_id = $2 and fields ?| $3::text[] and id > $4 and ($5::uuid is null or id <= $5)`,
)

const TIDIED = statement(
  'phonebook.tidied',
  `update phonebook set removed_keys = array(select key from unnest(removed_keys) key where not key = any($3::text[])),
     due_at = case when removed_keys <@ $3::text[] then null else due_at end
    where account_id = $1 and id = $2 and removed_at is null`,
)

/** The last contact of the step behind an id; null where the step is the last one. */
async function lastOfStep(db: Tx, account: AccountId, id: PhonebookId, after: string): Promise<ContactId | null> {
  const [last] = await db.run<{ readonly id: ContactId }>(LAST_OF_STEP, [account, id, after])
  return last?.id ?? null
}

/** No contact gets a value under these keys any more: what writes one holds the phonebook's lock. */
async function deleteValues(
  db: Tx,
  { account_id: account, id, removed_keys: keys }: DuePhonebook,
  stopping: AbortSignal,
): Promise<void> {
  let after: string | null = FIRST_ID
  while (after !== null) {
    stopping.throwIfAborted()
    const last: ContactId | null = await lastOfStep(db, account, id, after)
    await db.run(DELETE_VALUES, [account, id, keys, after, last])
    after = last
  }
  await db.run(TIDIED, [account, id, keys])
}
