import type { AccountId, ExportId } from '@hongyan/contract/ids'
import type { ExportFailure, ExportKind, ExportMaker, ExportRepeat } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { statement, type Tx } from '../db/tx.ts'
import type { Choices, NewOrder, Place } from './source.ts'

/** An export as the table has it. */
export interface ExportRow {
  readonly account_id: AccountId
  readonly id: ExportId
  readonly kind: ExportKind
  readonly name: string
  readonly choices: Choices
  readonly created_at: Date
  readonly created_by: ExportMaker
  readonly status: ExportJobStatus
  readonly reason: ExportFailure | null
  readonly tries: number
  readonly claim: string | null
  readonly counted: boolean
  readonly place: Place
  readonly total: bigint
  readonly done: bigint
  readonly pieces: number
  readonly rows: bigint
  readonly size: bigint
  readonly writer: unknown
  readonly sealed_key: string
  readonly finished_at: Date | null
  readonly expires_at: Date | null
  readonly repeat: ExportRepeat
  readonly repeat_from: string | null
  readonly repeat_at: Date | null
}

/** An export of an account. */
export interface ExportKey {
  readonly account: AccountId
  readonly id: ExportId
}

export interface NewExport extends ExportKey {
  readonly order: NewOrder
  readonly sealedKey: string
  readonly now: Date
  readonly by: ExportMaker
  /** The first day of its next run; null where it is the first of its schedule. */
  readonly after: string | null
}

const { Failed, Queued, Pending, Finished } = ExportJobStatus
const OPEN = `status in (${Queued}, ${Pending})`

/** A day, week or month of exports that repeat, by the date that it begins at. */
const PERIOD = `case $1::text when 'daily' then interval '1 day' when 'weekly' then interval '1 week'
  when 'monthly' then interval '1 month' end`
const UNIT = `case $1::text when 'daily' then 'day' when 'weekly' then 'week' when 'monthly' then 'month' end`
/** The receipts of a period's last messages come within this time. */
const RECEIPTS = `interval '1 hour'`

const NEXT = statement(
  'export.next_run',
  `select first as "from", ((first + ${PERIOD} + ${RECEIPTS}) at time zone a.time_zone) as at, (first + ${PERIOD})::date - 1 as "to",
     (first + ${PERIOD})::date as next
     from account a, lateral (
       select coalesce($3::date, date_trunc(${UNIT}, $4::timestamptz at time zone a.time_zone)::date) as first
     ) run where a.id = $2`,
)

interface Run {
  readonly from: string
  readonly to: string
  readonly at: Date
  /** The first day of the run behind it. */
  readonly next: string
}

/** The next run of a schedule: the period that begins at `first`, else the one that is under way. */
export async function nextRun(
  tx: Tx,
  account: AccountId,
  repeat: ExportRepeat,
  first: string | null,
  now: Date,
): Promise<Run | null> {
  if (repeat === 'none') return null
  const [run] = await tx.run<Run>(NEXT, [repeat, account, first, now])
  if (run === undefined) throw new Error(`there is no account ${account}`)
  return run
}

/**
 * The lock of an account's exports, shared by those that begin and taken alone by an erasure: an export begins before an
 * erasure looks for exports, or after it is committed.
 */
export const exportsLock = (account: string): string => `hashtextextended('exports of ' || ${account}::uuid, 0)`
const BEGINS = `locked as materialized (select pg_advisory_xact_lock_shared(${exportsLock('$1')}))`

const INSERT = statement(
  'export.insert',
  `with ${BEGINS}
   insert into export (account_id, id, kind, name, choices, created_at, created_by, due_at, sealed_key, repeat, repeat_from, repeat_at)
   select $1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::timestamptz, $7, $6::timestamptz, $8, $9, $10::date, $11::timestamptz
    from locked where (select count(*) from export where account_id = $1 and ${OPEN}) < $12
   returning id`,
)

/** Adds an export. False where the account has `most` that wait or run. Calls at one moment may exceed them by one each. */
export async function insertExport(
  tx: Tx,
  { account, id, order, sealedKey, now, by, after }: NewExport,
  most: number,
): Promise<boolean> {
  const { kind, name, repeat, ...choices } = order
  const run = await nextRun(tx, account, repeat, after, now)
  const rows = await tx.run(INSERT, [
    account,
    id,
    kind,
    name,
    JSON.stringify(choices),
    now,
    by,
    sealedKey,
    repeat,
    run?.from ?? null,
    run?.at ?? null,
    most,
  ])
  return rows.length > 0
}

const LIST = statement(
  'export.list',
  `select * from export where account_id = $1 and ($2::smallint is null or status = $2) and ($3::text is null or kind = $3)
    order by id desc limit $4 offset $5`,
)
const COUNT = statement(
  'export.count',
  `select count(*)::integer as total from export
    where account_id = $1 and ($2::smallint is null or status = $2) and ($3::text is null or kind = $3)`,
)

export interface ListChoice {
  readonly status?: ExportJobStatus | undefined
  readonly kind?: ExportKind | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of exports, newest first, and the number of them all. */
export async function listExports(
  tx: Tx,
  account: AccountId,
  { status, kind, limit, offset }: ListChoice,
): Promise<{ readonly rows: readonly ExportRow[]; readonly total: number }> {
  const chosen = [account, status ?? null, kind ?? null]
  const rows = await tx.run<ExportRow>(LIST, [...chosen, limit, offset])
  const [count] = await tx.run<{ total: number }>(COUNT, chosen)
  return { rows, total: count?.total ?? 0 }
}

const FIND = statement('export.find', `select * from export where account_id = $1 and id = $2`)

export async function findExport(tx: Tx, { account, id }: ExportKey): Promise<ExportRow | null> {
  const [row] = await tx.run<ExportRow>(FIND, [account, id])
  return row ?? null
}

const END = statement(
  'export.end',
  `update export set status = ${Failed}, reason = $3, due_at = null, claim = null, finished_at = $4
    where account_id = $1 and id = $2 and ${OPEN} returning id`,
)

/** Ends a waiting or running export without a file. False where it has an outcome. */
export async function failExport(
  tx: Tx,
  { account, id }: ExportKey,
  reason: ExportFailure,
  now: Date,
): Promise<boolean> {
  const ended = (await tx.run(END, [account, id, reason, now])).length > 0
  if (ended) await dropPieces(tx, { account, id }, now)
  return ended
}

/** The columns of an export that has written nothing. */
export const fromStart = `reason = null, tries = 0, claim = null, counted = false, place = null, total = 0, done = 0, pieces = 0,
     rows = 0, size = 0, writer = null, finished_at = null`

const AGAIN = statement(
  'export.again',
  `with ${BEGINS}
   update export set status = ${Queued}, due_at = $3, ${fromStart}
    from locked where account_id = $1 and id = $2 and status = ${Failed}
      and (select count(*) from export o where o.account_id = $1 and o.${OPEN}) < $4 returning id`,
)

/** Queues a failed export again, from its start. */
export const restartExport = async (tx: Tx, { account, id }: ExportKey, now: Date, most: number): Promise<boolean> =>
  (await tx.run(AGAIN, [account, id, now, most])).length > 0

const DELETE = statement('export.delete', `delete from export where account_id = $1 and id = $2 returning id`)

/** Deletes an export; the loop deletes its pieces. */
export async function deleteExport(tx: Tx, { account, id }: ExportKey, now: Date): Promise<boolean> {
  await dropPieces(tx, { account, id }, now)
  return (await tx.run(DELETE, [account, id])).length > 0
}

const DROP = statement(
  'export_piece.drop',
  `update export_piece set nr = null, delete_after = $3 where account_id = $1 and export_id = $2 and nr is not null`,
)

/** A piece on its way into the storage keeps its time: its object would come after its row was deleted. */
export const dropPieces = (tx: Tx, { account, id }: ExportKey, at: Date): Promise<unknown> =>
  tx.run(DROP, [account, id, at])

const REPEAT = statement(
  'export.repeat',
  `update export set repeat = $3, repeat_from = $4::date, repeat_at = $5
    where account_id = $1 and id = $2 returning id`,
)

/** Sets how often an export repeats. False where there is none. */
export async function setRepeat(tx: Tx, { account, id }: ExportKey, repeat: ExportRepeat, now: Date): Promise<boolean> {
  const run = await nextRun(tx, account, repeat, null, now)
  return (await tx.run(REPEAT, [account, id, repeat, run?.from ?? null, run?.at ?? null])).length > 0
}

/** The part of an export that is written so far. */
export interface Progress {
  readonly counted: boolean
  readonly place: Place
  readonly total: number
  readonly done: number
  readonly pieces: number
  readonly rows: number
  readonly size: number
  readonly writer: unknown
}

const ADVANCE = statement(
  'export.advance',
  `update export set counted = $4, place = $5, total = $6, done = $7, pieces = $8, rows = $9, size = $10, writer = $11::jsonb,
     tries = 0, due_at = $12
    where account_id = $1 and id = $2 and claim = $3 and status = ${Pending} returning id`,
)

/** A claimed export. */
export interface Claimed extends ExportKey {
  readonly claim: string
}

/** Notes what was written, and when the next claim may begin. False where the export is another's meanwhile. */
export const advance = async (
  tx: Tx,
  { account, id, claim }: Claimed,
  { counted, place, total, done, pieces, rows, size, writer }: Progress,
  due: Date,
): Promise<boolean> =>
  (
    await tx.run(ADVANCE, [
      account,
      id,
      claim,
      counted,
      place,
      total,
      done,
      pieces,
      rows,
      size,
      JSON.stringify(writer),
      due,
    ])
  ).length > 0

const FINISH = statement(
  'export.finish',
  `update export set status = ${Finished}, due_at = null, claim = null, done = total, finished_at = $4, expires_at = $5
    where account_id = $1 and id = $2 and claim = $3 and status = ${Pending} returning id`,
)
const EXPIRE = statement(
  'export_piece.expire',
  `update export_piece set delete_after = $3 where account_id = $1 and export_id = $2 and nr is not null`,
)

export async function finishExport(
  tx: Tx,
  { account, id, claim }: Claimed,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const finished = (await tx.run(FINISH, [account, id, claim, now, expiresAt])).length > 0
  if (finished) await tx.run(EXPIRE, [account, id, expiresAt])
  return finished
}

const NEW_PIECE = statement(
  'export_piece.insert',
  `insert into export_piece (account_id, export_id, storage_key, created_at, delete_after) values ($1, $2, $3, $4, $5)`,
)

/** Notes a piece before its object is stored. The loop deletes both at `deleteAfter` unless the piece is kept. */
export const insertPiece = (
  tx: Tx,
  { account, id }: ExportKey,
  storageKey: string,
  now: Date,
  deleteAfter: Date,
): Promise<unknown> => tx.run(NEW_PIECE, [account, id, storageKey, now, deleteAfter])

const KEEP_PIECE = statement(
  'export_piece.keep',
  `update export_piece set nr = $4, delete_after = null where account_id = $1 and export_id = $2 and storage_key = $3`,
)

/** Makes a stored piece part of its export's file. */
export const keepPiece = (tx: Tx, { account, id }: ExportKey, storageKey: string, nr: number): Promise<unknown> =>
  tx.run(KEEP_PIECE, [account, id, storageKey, nr])

const PIECES = statement(
  'export_piece.of_export',
  `select storage_key from export_piece where account_id = $1 and export_id = $2 and nr is not null order by nr`,
)

export async function piecesOf(tx: Tx, { account, id }: ExportKey): Promise<readonly string[]> {
  const rows = await tx.run<{ storage_key: string }>(PIECES, [account, id])
  return rows.map(({ storage_key: key }) => key)
}

const DELETE_PIECE = statement(
  'export_piece.delete',
  `delete from export_piece where account_id = $1 and export_id = $2 and storage_key = $3`,
)

export const deletePiece = (tx: Tx, { account, id }: ExportKey, storageKey: string): Promise<unknown> =>
  tx.run(DELETE_PIECE, [account, id, storageKey])
