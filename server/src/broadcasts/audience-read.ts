import { createHash } from 'node:crypto'
import { MINUTE } from '@hongyan/contract/durations'
import { ParseResult, RecipientSource } from '@hongyan/contract/vocabulary/job'
import { alone, inTransaction } from '../db/tx.ts'
import { FAILED } from '../recipient-files/parse.ts'
import type { RecipientInput, RecipientSummary } from '../recipient-files/read.ts'
import { releaseUploads } from '../uploads/claims.ts'
import { openUpload } from '../uploads/open.ts'
import { readContacts } from './audience-contacts.ts'
import { addMembers, deleteMembers, groupMembers } from './audience-members.ts'
import { type MemberPage, newTally, NO_REPORT, type Tally } from './audience-report.ts'
import * as store from './audience-store.ts'
import { readRetryable } from './audience-retry.ts'
import type { Audiences } from './audiences.ts'
import { type LeftOutWriter, leftOutWriter } from './left-out-file.ts'
import { markUnreached } from './unreached-members.ts'

/** A claim ends by itself after this time without a page: the list is then read anew by another process. */
export const LEASE = MINUTE
/** A list whose reading breaks off so often is given up. */
const TRIES = 5

/** Thrown where another process has the list meanwhile, or a newer one took its place. */
class Lost extends Error {}

export type ClaimedRow = store.AudienceRow & { readonly claim: string }

/** The record that holds an upload. */
export const subjectOf = (id: store.AudienceKey['id']): string => `audience ${id}`

/** A list while this process reads it. */
interface Work {
  readonly deps: Audiences
  readonly row: ClaimedRow
  readonly claimed: store.Claimed
  readonly tally: Tally
  readonly leftOut: LeftOutWriter
}

/** Reads a claimed list from its beginning to its end. Members of an earlier reading that broke off are deleted first. */
export async function readAudience(deps: Audiences, row: ClaimedRow, stopping: AbortSignal): Promise<void> {
  const claimed = { account: row.account_id, id: row.id, claim: row.claim }
  if (row.tries > TRIES) {
    await deleteMembers(alone(deps.pool), claimed, stopping)
    await giveUp(deps, claimed)
    return
  }
  if (row.tries > 1) await removeEarlier(deps, row, claimed, stopping)
  const leftOut = leftOutWriter(deps.uploads, row)
  const work: Work = { deps, row, claimed, tally: newTally(), leftOut }
  try {
    const summary = await readSource(work, stopping)
    if (summary.result === ParseResult.Ok) await finish(work, summary, stopping)
    else await fail(work, summary)
  } catch (error) {
    if (!(error instanceof Lost)) throw error
  } finally {
    await leftOut.close()
  }
}

async function giveUp(deps: Audiences, claimed: store.Claimed): Promise<void> {
  const { result, problem } = FAILED
  await end(deps, claimed, { state: 'failed', result, problem, report: NO_REPORT, members: 0, contentHash: null })
}

async function removeEarlier(
  { pool, uploads }: Audiences,
  { left_out_key: key }: ClaimedRow,
  claimed: store.Claimed,
  stopping: AbortSignal,
): Promise<void> {
  const db = alone(pool)
  await deleteMembers(db, claimed, stopping)
  if (key === null) return
  await uploads.storage.remove(key)
  await store.noteLeftOut(db, claimed, null)
}

async function readSource(work: Work, stopping: AbortSignal): Promise<RecipientSummary> {
  const { deps, row } = work
  if (row.retry_of !== null) {
    return readRetryable(deps, { ...row, retry_of: row.retry_of }, stopping, (page) => takePage(work, page))
  }
  if (row.source === RecipientSource.Phonebook) return readContacts(deps, row, stopping, (page) => takePage(work, page))
  const input = await inputOf(deps, row)
  if (input === null) return FAILED
  const options = { country: row.country, phoneColumn: row.phone_column, sheet: row.sheet, signal: stopping }
  return deps.read(input, options, async ({ phone, rows, leftOut, progress }) => {
    await takePage(work, { members: rows.map((each) => ({ ...each, zone: null })), phone, progress })
    await work.leftOut.add(leftOut)
  })
}

/** Null where the file is deleted. */
async function inputOf({ uploads }: Audiences, row: ClaimedRow): Promise<RecipientInput | null> {
  if (row.source === RecipientSource.Input) return { kind: 'pasted', text: row.input ?? '' }
  const opened = row.upload_id === null ? null : await openUpload(uploads, row.account_id, row.upload_id)
  if (opened === null) return null
  const content = new Uint8Array(opened.upload.size)
  let filled = 0
  for await (const chunk of opened.content as AsyncIterable<Buffer>) {
    // a stream of bytes
    content.set(chunk, filled)
    filled += chunk.length
  }
  return { kind: 'file', content }
}

async function takePage({ deps, claimed, tally }: Work, { members, phone, progress }: MemberPage): Promise<void> {
  tally.add(members, phone)
  const dueAt = leaseFrom(deps)
  // The last percent is that of the end.
  const added = await addMembers(alone(deps.pool), claimed, members, Math.min(progress, LAST_PROGRESS), dueAt)
  if (!added) throw new Lost()
}

const LAST_PROGRESS = 99

const leaseFrom = ({ clock }: Audiences): Date => new Date(clock.now().getTime() + LEASE)

async function finish(
  { deps, row, claimed, tally, leftOut }: Work,
  summary: RecipientSummary,
  stopping: AbortSignal,
): Promise<void> {
  const db = alone(deps.pool)
  const look = { now: deps.clock.now(), dueAt: () => leaseFrom(deps), stopping }
  if (!(await markUnreached(db, claimed, look))) throw new Lost()
  await leftOut.store(async (storageKey) => {
    if (!(await store.noteLeftOut(db, claimed, storageKey))) throw new Lost()
  })
  const groups = await groupMembers(db, claimed)
  const report = { ...NO_REPORT, ...reportOf(summary), ...tally.end(), groups }
  await end(deps, claimed, {
    state: 'ready',
    result: summary.result,
    problem: null,
    report,
    members: summary.counts.valid,
    contentHash: hashOf(row, summary),
  })
}

/** A source that cannot be used keeps no members. Its report says what the owner can resolve. */
async function fail({ deps, claimed }: Work, summary: RecipientSummary): Promise<void> {
  const { result, problem } = summary
  await deleteMembers(alone(deps.pool), claimed)
  const report = { ...NO_REPORT, ...reportOf(summary) }
  await end(deps, claimed, { state: 'failed', result, problem, report, members: 0, contentHash: null })
}

const reportOf = ({ counts, columns, phoneColumn, sheets, sheet }: RecipientSummary) => ({
  counts,
  columns,
  phoneColumn,
  sheets,
  sheet,
})

/** The same source read by another column or country has other recipients. */
function hashOf({ country }: ClaimedRow, { sha256, phoneColumn, sheet }: RecipientSummary): Buffer {
  return createHash('sha256')
    .update(sha256 ?? '')
    .update(JSON.stringify([country, phoneColumn, sheet]))
    .digest()
}

/** Ends a reading, and lets go of its file: it is deleted in a day unless the owner reads it anew before. */
const end = ({ pool, clock }: Audiences, claimed: store.Claimed, ended: store.Ended): Promise<void> =>
  inTransaction(pool, async (tx) => {
    if (!(await store.endAudience(tx, claimed, ended))) throw new Lost()
    await releaseUploads(tx, claimed.account, subjectOf(claimed.id), clock.now())
  })
