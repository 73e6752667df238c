import { buffer } from 'node:stream/consumers'
import { SECOND } from '@hongyan/contract/durations'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ParseResult } from '@hongyan/contract/vocabulary/job'
import type { ImportProblem } from '@hongyan/contract/vocabulary/phonebook'
import { alone, txOf } from '../../../../db/tx.ts'
import { dueRows } from '../../../../jobs/due.ts'
import type { Loop } from '../../../../jobs/loop.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { RecipientPage, RecipientSummary } from '../../../../recipient-files/read.ts'
import { releaseUploads, scheduleDeletion } from '../../../../uploads/claims.ts'
import { openUpload } from '../../../../uploads/open.ts'
import { countContacts, lockPhonebook } from '../store.ts'
import { subjectOf } from './begin.ts'
import { type ColumnPlan, type ColumnUse, planColumns } from './columns.ts'
import type { ImportDeps } from './deps.ts'
import { newStorageKey, openLeftOut } from './left-out.ts'
import { countNew, mergeContacts } from './merge.ts'
import { readRows } from './rows.ts'
import { ClaimLost, type ClaimedImport, type ImportReport, updateClaimed } from './store.ts'

/** A claim is renewed with every page, which takes a second. */
const LEASE = 30 * SECOND
/** An import that fails so often without getting further is given up. */
const TRIES = 5
/** The percents of a file's check; the merge has the others. */
const CHECKED = 50

const waiting = dueRows<ClaimedImport>({
  table: 'contact_import',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  set: 'claim = gen_random_uuid()',
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 1,
})

/** Reads the files that wait, one after the other. */
export const contactImportLoop = (deps: ImportDeps): Loop => {
  const { pool, clock } = deps.uploads
  return {
    name: 'contact-imports',
    every: SECOND,
    isDue: waiting.isDue,
    run: (stopping) => importDue(deps, stopping),
    backlog: () => waiting.backlog(alone(pool), clock.now()),
  }
}

async function importDue(deps: ImportDeps, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  while (!stopping.aborted) {
    const [row] = await waiting.claim(alone(deps.uploads.pool), deps.uploads.clock.now())
    if (row === undefined) break
    await importOne(deps, row, stopping).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * A file is read twice. The first time it is checked whole, so that one with a problem changes no contact; the second
 * time it is merged, page by page, each in a transaction with the place that it ends at.
 */
async function importOne(deps: ImportDeps, row: ClaimedImport, stopping: AbortSignal): Promise<void> {
  try {
    if (row.tries > TRIES) return await fail(deps, row, { result: ParseResult.ParseFileFailed })
    const report = row.report ?? (await check(deps, row, stopping))
    if (report !== null) await merge(deps, row, report, stopping)
  } catch (error) {
    // The phonebook was deleted, and its imports with it.
    if (error instanceof ClaimLost || (error instanceof Refusal && error.code === 'not_found')) return
    throw error
  }
}

const keyOf = ({ account_id: account, phonebook_id: phonebook }: ClaimedImport) => ({ account, phonebook })

const leaseEnd = ({ uploads: { clock } }: ImportDeps): Date => new Date(clock.now().getTime() + LEASE)

async function readFile(
  { uploads, read }: ImportDeps,
  row: ClaimedImport,
  signal: AbortSignal,
  take: (page: RecipientPage) => Promise<void>,
): Promise<RecipientSummary | null> {
  const opened = await openUpload(uploads, row.account_id, row.upload_id)
  if (opened === null) return null
  const content = await buffer(opened.content)
  const { country, phone_column: phoneColumn, sheet } = row.choices
  return read({ kind: 'file', content }, { country, phoneColumn, sheet, signal }, take)
}

/** Reads the whole file and stores its left-out rows. Null where the import fails. */
async function check(deps: ImportDeps, row: ClaimedImport, stopping: AbortSignal): Promise<ImportReport | null> {
  const { db, uploads } = deps
  if (row.left_out_key !== null) await uploads.storage.remove(row.left_out_key)
  const storageKey = newStorageKey()
  // The row names the object before there is one, so that none is left behind.
  await updateClaimed(db, row, { left_out_key: storageKey })
  const leftOut = await openLeftOut(uploads, row, storageKey)
  try {
    let [fresh, tooLong] = [0, 0]
    const summary = await readFile(deps, row, stopping, async (page) => {
      const { contacts, tooLong: long } = readRows(page.rows, [], rowChoices(row))
      await leftOut.add([...page.leftOut, ...long].toSorted((one, other) => one.row - other.row))
      tooLong += long.length
      fresh += await countNew(
        db,
        keyOf(row),
        contacts.map(({ recipient }) => recipient),
      )
      const progress = Math.floor((page.progress * CHECKED) / 100)
      await updateClaimed(db, row, { progress, due_at: leaseEnd(deps) })
    })
    if (summary === null) return await failNull(deps, row, { result: ParseResult.ParseFileFailed })
    if (!(await leftOut.store())) await updateClaimed(db, row, { left_out_key: null })
    return await planned(deps, row, summary, { fresh, tooLong })
  } catch (error) {
    // The row may be deleted already, and would no longer name what was stored.
    if (error instanceof ClaimLost) await uploads.storage.remove(storageKey)
    throw error
  } finally {
    await leftOut.close()
  }
}

const rowChoices = ({ choices: { consent, clear_empty: clearEmpty } }: ClaimedImport) => ({ consent, clearEmpty })

interface Checked {
  /** Numbers that the phonebook does not have. */
  readonly fresh: number
  /** Rows with a value that no field holds. */
  readonly tooLong: number
}

/** Adds the fields that the file's headings bring, and notes what its columns become. Null where the import fails. */
async function planned(
  deps: ImportDeps,
  row: ClaimedImport,
  { result, problem, counts, columns, phoneColumn, sheets, sheet }: RecipientSummary,
  { fresh, tooLong }: Checked,
): Promise<ImportReport | null> {
  const corrected = { ...counts, valid: counts.valid - tooLong, too_long: counts.too_long + tooLong }
  const report = { counts: corrected, columns, phone_column: phoneColumn, sheets, sheet, uses: [] }
  if (result !== ParseResult.Ok || problem !== null) return failNull(deps, row, { result, problem, report })
  const failed = await deps.db.transaction().execute(async (tx): Promise<ImportProblem | ColumnPlan> => {
    const { fields, next_key: nextKey, contacts, version } = await lockPhonebook(tx, keyOf(row))
    if (contacts + fresh > limits.contacts) return 'phonebook_full'
    const names = columns.map(({ name }) => name)
    const plan = planColumns(names, phoneColumn, { fields, nextKey }, row.choices.consent !== null)
    if (plan.fields.length > limits.fields) return 'too_many_fields'
    if (plan.fields.length > fields.length) {
      await tx
        .updateTable('phonebook')
        .set({ fields: JSON.stringify(plan.fields), next_key: plan.nextKey, version: version + 1 })
        .where('account_id', '=', row.account_id)
        .where('id', '=', row.phonebook_id)
        .execute()
    }
    const done = { ...report, uses: plan.uses }
    await updateClaimed(tx, row, { report: JSON.stringify(done), progress: CHECKED, tries: 0, due_at: leaseEnd(deps) })
    return plan
  })
  if (typeof failed === 'string') return failNull(deps, row, { result, problem: failed, report })
  return { ...report, uses: failed.uses }
}

/** Merges the pages behind the place that an earlier try reached. */
async function merge(deps: ImportDeps, row: ClaimedImport, report: ImportReport, stopping: AbortSignal): Promise<void> {
  const totals = { added: row.added, updated: row.updated, unchanged: row.unchanged }
  let isFull = false
  const summary = await readFile(deps, row, stopping, async (page) => {
    const last = page.rows.at(-1)
    if (isFull || last === undefined || last.row <= row.position) return
    const rows = page.rows.filter((one) => one.row > row.position)
    isFull = !(await deps.db
      .transaction()
      .execute(async (tx) => {
        const { fields, contacts: before } = await lockPhonebook(tx, keyOf(row))
        const live = new Set(fields.map(({ key }) => key))
        // A field may have been removed since the file was checked.
        const uses = report.uses.map((use): ColumnUse =>
          use.kind === 'field' && !live.has(use.key) ? { kind: 'ignored' } : use,
        )
        const { contacts } = readRows(rows, uses, rowChoices(row))
        const at = deps.uploads.clock.now()
        const merged = await mergeContacts(tx, keyOf(row), contacts, at)
        if (before + merged.added > limits.contacts) throw new Full()
        if (merged.added > 0) await countContacts(tx, keyOf(row), merged.added, at)
        totals.added += merged.added
        totals.updated += merged.updated
        totals.unchanged += merged.unchanged
        const progress = CHECKED + Math.floor((page.progress * (99 - CHECKED)) / 100)
        await updateClaimed(tx, row, { ...totals, position: last.row, progress, tries: 0, due_at: leaseEnd(deps) })
        return true
      })
      .catch(notFull))
  })
  if (summary === null) return fail(deps, row, { result: ParseResult.ParseFileFailed })
  if (isFull) return fail(deps, row, { result: ParseResult.Ok, problem: 'phonebook_full' })
  await end(deps, row, { state: 'ready', result: ParseResult.Ok, progress: 100 })
}

/** Contacts that others added since the check left no room. */
class Full extends Error {}
const notFull = (error: unknown): false => {
  if (error instanceof Full) return false
  throw error
}

interface Failure {
  readonly result: ParseResult
  readonly problem?: ImportProblem | null
  readonly report?: ImportReport
}

const fail = (deps: ImportDeps, row: ClaimedImport, { result, problem = null, report }: Failure): Promise<void> =>
  end(deps, row, { state: 'failed', result, problem, ...(report && { report: JSON.stringify(report) }) })

const failNull = async (deps: ImportDeps, row: ClaimedImport, failure: Failure): Promise<null> => {
  await fail(deps, row, failure)
  return null
}

/** Ends an import. A file with a problem can be imported again with other choices; a merged one is deleted. */
async function end(
  { db, uploads: { clock } }: ImportDeps,
  row: ClaimedImport,
  change: Parameters<typeof updateClaimed>[2],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await updateClaimed(tx, row, { ...change, due_at: null, claim: null })
    const subject = subjectOf(row.id)
    if (change.state === 'ready') await scheduleDeletion(txOf(tx), row.account_id, subject, clock.now())
    else await releaseUploads(txOf(tx), row.account_id, subject, clock.now())
  })
}
