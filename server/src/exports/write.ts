import { setImmediate as immediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { SECOND } from '@hongyan/contract/durations'
import { exports as limits } from '@hongyan/contract/limits/exports'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { columnsOf, columnTitle, type ExportFailure } from '@hongyan/contract/vocabulary/export'
import { inTransaction } from '../db/tx.ts'
import { notify } from '../notices/notify.ts'
import type { Exports } from './exports.ts'
import { formats } from './formats/format.ts'
import type { FileLayout, Writer } from './formats/writer.ts'
import { TooLarge } from './formats/xlsx.ts'
import { storePiece } from './pieces.ts'
import type { Place, Reader, Scope, Source } from './source.ts'
import { advance, type Claimed, type ExportRow, failExport, finishExport, keepPiece, type Progress } from './store.ts'

/** A claim ends by itself after this time without a piece: the export then goes on in another process. */
export const LEASE = 30 * SECOND
/** Milliseconds that one export is worked at before the next has its turn. */
const SLICE = 5 * SECOND
/** A piece ends behind so many bytes or rows, about: they are written again after a crash. */
const PIECE_BYTES = 2 * 1024 * 1024
const PIECE_ROWS = 10_000
/** Rows that are formatted before requests that came meanwhile have their turn: some milliseconds. */
const FORMATTED_AT_ONCE = 1_000

const compress = promisify(gzip)

/** Thrown where another process has the export meanwhile, or the owner ended it. */
class Lost extends Error {}

/** The rows that an export is made of. */
const scopeOf = ({ account_id: account, choices, created_at: before }: ExportRow): Scope => {
  const { from, to, filters } = choices
  return { account, from, to, filters, before }
}

function layoutOf({ kind, choices }: ExportRow, source: Source): FileLayout {
  const { columns, zone, language, format } = choices
  const known = columnsOf(kind)
  const labels = source.labels(language)
  return {
    columns: columns.flatMap((name) => {
      const column = known.get(name)
      if (column === undefined) return []
      const label = labels[name] ?? String
      return [{ name, title: columnTitle(column, language), form: column.form, label }]
    }),
    zone,
    sheetRows: limits.sheetRows,
    mark: format === 'csv' && language === Locale.SimplifiedChinese,
  }
}

/** One export while this process works at it. */
interface Work {
  readonly exports: Exports
  readonly row: ExportRow
  readonly claimed: Claimed
  readonly reader: Reader
  readonly isTimeOver: () => boolean
}

const progressOf = (row: ExportRow): Progress => ({
  counted: row.counted,
  place: row.place,
  total: Number(row.total),
  done: Number(row.done),
  pieces: row.pieces,
  rows: Number(row.rows),
  size: Number(row.size),
  writer: row.writer,
})

/**
 * Goes on with a claimed export where the last piece ends: counts its rows, then writes them, until it is finished or
 * the next one has its turn. What is written between two pieces is written again after a crash, into a new piece.
 */
export async function writeSome(exports: Exports, row: ExportRow & { claim: string }, stopping: AbortSignal) {
  const source = exports.sources[row.kind]
  const until = performance.now() + SLICE
  const work: Work = {
    exports,
    row,
    claimed: { account: row.account_id, id: row.id, claim: row.claim },
    reader: await source.open(scopeOf(row)),
    isTimeOver: () => stopping.aborted || performance.now() > until,
  }
  try {
    const counted = await countRows(work, progressOf(row))
    if (!counted.counted) return
    if (counted.total === 0) await end(work, 'no_rows')
    else await writeRows(work, counted, formats[row.choices.format].writer(layoutOf(row, source), counted.writer))
  } catch (error) {
    if (error instanceof TooLarge) await end(work, 'too_large')
    else if (!(error instanceof Lost)) throw error
  }
}

async function countRows(work: Work, start: Progress): Promise<Progress> {
  let progress = start
  while (!progress.counted) {
    const { rows, place, isEnd } = await work.reader.count(progress.place)
    progress = withCount(progress, rows, isEnd ? null : place)
    if (isEnd || work.isTimeOver()) await note(work, progress, null, work.isTimeOver() ? 'pause' : 'further')
    if (work.isTimeOver()) return { ...progress, counted: false }
  }
  return progress
}

const withCount = (before: Progress, rows: number, place: Place): Progress => ({
  ...before,
  total: before.total + rows,
  counted: place === null,
  place,
})

/** Reads and formats a piece while the one before it is stored. Pieces are kept in their order. */
async function writeRows(work: Work, start: Progress, writer: Writer): Promise<void> {
  let progress = start
  let keeping: Promise<void> = Promise.resolve()
  try {
    for (;;) {
      const read = await nextPiece(work, progress, writer)
      const packed = work.row.choices.gzip && read.content.length > 0 ? await compress(read.content) : read.content
      progress = withPiece(progress, read, packed.length, writer)
      await keeping
      const isOver = read.isEnd || work.isTimeOver()
      keeping = keep(work, progress, packed, read.isEnd ? 'end' : isOver ? 'pause' : 'further')
      if (isOver) return await keeping
    }
  } finally {
    await Promise.allSettled([keeping])
  }
}

/** What comes behind a piece: more of them now, in a later turn, or none. */
type Behind = 'further' | 'pause' | 'end'

/** Stores a piece and makes it part of the file. */
async function keep(work: Work, progress: Progress, content: Buffer, behind: Behind): Promise<void> {
  const piece = content.length === 0 ? null : await storePiece(work.exports, work.row, content)
  if (behind === 'end') await finish(work, progress, piece)
  else await note(work, progress, piece, behind)
}

const withPiece = (before: Progress, { place, done, rows }: Read, bytes: number, writer: Writer): Progress => ({
  ...before,
  place,
  done,
  rows,
  pieces: before.pieces + (bytes === 0 ? 0 : 1),
  size: before.size + bytes,
  writer: writer.state(),
})

interface Read extends Pick<Progress, 'place' | 'done' | 'rows'> {
  readonly content: Buffer
  readonly isEnd: boolean
}

/** Reads pages until they fill a piece. */
async function nextPiece({ row, reader }: Work, start: Progress, writer: Writer): Promise<Read> {
  const parts: Buffer[] = []
  let { place, done, rows } = start
  for (let bytes = 0; bytes < PIECE_BYTES && rows - start.rows < PIECE_ROWS;) {
    const page = await reader.read(place, row.choices)
    for (let first = 0; first < page.rows.length; first += FORMATTED_AT_ONCE) {
      const content = await writer.rows(page.rows.slice(first, first + FORMATTED_AT_ONCE))
      parts.push(content)
      bytes += content.length
      await immediate()
    }
    done += page.done
    rows += page.rows.length
    place = page.place
    if (page.isEnd) return { content: Buffer.concat([...parts, await writer.end()]), place, done, rows, isEnd: true }
  }
  return { content: Buffer.concat(parts), place, done, rows, isEnd: false }
}

/** Keeps a piece and the place behind it in one transaction. */
const note = ({ exports, claimed }: Work, progress: Progress, piece: string | null, behind: Behind): Promise<void> =>
  inTransaction(exports.pool, async (tx) => {
    const due = exports.clock.now().getTime() + (behind === 'pause' ? 0 : LEASE)
    if (!(await advance(tx, claimed, progress, new Date(due)))) throw new Lost()
    if (piece !== null) await keepPiece(tx, claimed, piece, progress.pieces)
  })

const finish = ({ exports, claimed, row }: Work, progress: Progress, piece: string | null): Promise<void> =>
  inTransaction(exports.pool, async (tx) => {
    const now = exports.clock.now()
    if (!(await advance(tx, claimed, progress, now))) throw new Lost()
    if (piece !== null) await keepPiece(tx, claimed, piece, progress.pieces)
    await finishExport(tx, claimed, now, new Date(now.getTime() + limits.keptFor))
    await notify(tx, {
      account: row.account_id,
      kind: 'export_ended',
      values: { name: row.name, state: 'finished', rows: String(progress.rows) },
      at: now,
      ...(!row.choices.notify && { onlyBell: true }),
    })
  })

/** Ends an export without a file, and notifies its owner. */
export const endWithout = (exports: Exports, row: ExportRow, reason: ExportFailure): Promise<void> =>
  inTransaction(exports.pool, async (tx) => {
    const now = exports.clock.now()
    if (!(await failExport(tx, { account: row.account_id, id: row.id }, reason, now))) return
    await notify(tx, {
      account: row.account_id,
      kind: 'export_ended',
      values: { name: row.name, state: reason === 'no_rows' ? 'empty' : 'failed', rows: '0' },
      at: now,
      ...(!row.choices.notify && { onlyBell: true }),
    })
  })

const end = ({ exports, row }: Work, reason: ExportFailure): Promise<void> => endWithout(exports, row, reason)
