import { DAY } from '@hongyan/contract/durations'
import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { type AccountId, ExportId } from '@hongyan/contract/ids'
import { exports as limits } from '@hongyan/contract/limits/exports'
import { logs } from '@hongyan/contract/limits/messaging'
import type { ExportKind, ExportRepeat } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { alone, inTransaction } from '../../../db/tx.ts'
import type { Exports } from '../../../exports/exports.ts'
import { sealedKeyOf } from '../../../exports/sealed.ts'
import type { NewOrder } from '../../../exports/source.ts'
import * as store from '../../../exports/store.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { presentExport } from './present.ts'

/** Seconds after which the first of three exports may have ended. */
const RETRY_SECONDS = 30

const tooMany = (): Refusal => new Refusal('too_many_running', { retryAfter: RETRY_SECONDS })

interface Choice {
  readonly kind: ExportKind
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Record<string, string>>
}

/** Milliseconds that an estimate looks for. */
const LOOK = 300

interface Estimate {
  readonly rows: number
  readonly exact: boolean
}

/** Counts the rows of a choice for a short time. */
export async function estimate(exports: Exports, account: AccountId, choice: Choice): Promise<Estimate> {
  const { kind, from, to, filters } = choice
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days > logs.maxDays) throw new Refusal('range_too_wide', { field: 'from' })
  const before = exports.clock.now()
  const reader = await exports.sources[kind].open({ account, from, to, filters, before })
  const started = performance.now()
  let rows = 0
  for (let place: string | null = null; performance.now() - started < LOOK;) {
    const counted = await reader.count(place)
    rows += counted.rows
    if (counted.isEnd) return { rows, exact: true }
    place = counted.place
  }
  return { rows, exact: false }
}

export async function createExport(
  exports: Exports,
  account: AccountId,
  order: NewOrder,
  key: CallKey,
): Promise<Export> {
  if (key.earlier !== null) return readExport(exports, account, ExportId.parse(key.earlier))
  const { rows, exact } = await estimate(exports, account, order)
  // An export that repeats has rows on other days.
  if (rows === 0 && exact && order.repeat === 'none') throw new Refusal('no_rows')
  const { pool, clock, secrets } = exports
  const now = clock.now()
  const id = ExportId.parse(uuidv7(now))
  await inTransaction(pool, async (tx) => {
    const made = { account, id, order, sealedKey: sealedKeyOf(secrets, id), now, by: 'owner', after: null } as const
    if (!(await store.insertExport(tx, made, limits.running))) throw tooMany()
    await key.name(tx, id)
  })
  return readExport(exports, account, id)
}

export async function listExports(
  { pool, clock }: Exports,
  account: AccountId,
  choice: store.ListChoice,
): Promise<{ readonly rows: Export[]; readonly total: number }> {
  const { rows, total } = await store.listExports(alone(pool), account, choice)
  return { rows: rows.map((row) => presentExport(row, clock.now())), total }
}

async function find({ pool }: Exports, account: AccountId, id: ExportId): Promise<store.ExportRow> {
  const row = await store.findExport(alone(pool), { account, id })
  if (row === null) throw new Refusal('not_found')
  return row
}

export const readExport = async (exports: Exports, account: AccountId, id: ExportId): Promise<Export> =>
  presentExport(await find(exports, account, id), exports.clock.now())

export async function cancelExport(exports: Exports, account: AccountId, id: ExportId): Promise<Export> {
  const { pool, clock } = exports
  await find(exports, account, id)
  const cancelled = await inTransaction(pool, (tx) => store.failExport(tx, { account, id }, 'cancelled', clock.now()))
  if (!cancelled) throw new Refusal('state_conflict')
  return readExport(exports, account, id)
}

export async function retryExport(exports: Exports, account: AccountId, id: ExportId): Promise<Export> {
  const { pool, clock } = exports
  const { status } = await find(exports, account, id)
  if (status !== ExportJobStatus.Failed) throw new Refusal('state_conflict')
  if (!(await store.restartExport(alone(pool), { account, id }, clock.now(), limits.running))) throw tooMany()
  return readExport(exports, account, id)
}

export async function repeatExport(
  exports: Exports,
  account: AccountId,
  id: ExportId,
  repeat: ExportRepeat,
): Promise<Export> {
  const { pool, clock } = exports
  if (!(await store.setRepeat(alone(pool), { account, id }, repeat, clock.now()))) throw new Refusal('not_found')
  return readExport(exports, account, id)
}

export async function removeExport({ pool, clock }: Exports, account: AccountId, id: ExportId): Promise<void> {
  const removed = await inTransaction(pool, (tx) => store.deleteExport(tx, { account, id }, clock.now()))
  if (!removed) throw new Refusal('not_found')
}

/** An export with a file that can be downloaded. Throws `export_expired` for a file that is deleted. */
export async function requireFile(exports: Exports, account: AccountId, id: ExportId): Promise<store.ExportRow> {
  const row = await find(exports, account, id)
  if (row.reason === 'erased') throw new Refusal('export_expired')
  if (row.status !== ExportJobStatus.Finished || row.expires_at === null) throw new Refusal('state_conflict')
  if (row.expires_at <= exports.clock.now()) throw new Refusal('export_expired')
  return row
}
