import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { exports as limits } from '@hongyan/contract/limits/exports'
import { ExportId } from '@hongyan/contract/ids'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { recordAct } from '../audit/log.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import type { Loop } from '../jobs/loop.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { Exports } from './exports.ts'
import { deleteDuePieces, piecesToDelete } from './pieces.ts'
import { type ExportRow, insertExport, nextRun, setRepeat } from './store.ts'
import { sealedKeyOf } from './sealed.ts'
import { endWithout, LEASE, writeSome } from './write.ts'

/** An export that fails so often without a further piece is given up. */
const TRIES = 5

/** The claim is new each time, so a process that lost its export can write no more. */
const waiting = dueRows<ExportRow & { readonly claim: string }>({
  table: 'export',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  set: `status = ${ExportJobStatus.Pending}, claim = gen_random_uuid()`,
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 1,
})

/** The exports that repeat, at the moments of their runs. */
const repeating = dueRows<ExportRow>({
  table: 'export',
  work: 'repeat',
  key: ['account_id', 'id'],
  due: 'repeat_at',
  since: 'created_at',
  backOff: { first: MINUTE, factor: 0, most: MINUTE },
  batch: 20,
})

/** Writes the files of exports, runs those that repeat, and deletes the files whose time is over. */
export const exportLoops = (exports: Exports): readonly Loop[] => {
  const { pool, clock } = exports
  const db = alone(pool)
  return [
    {
      name: 'exports',
      every: SECOND,
      isDue: waiting.isDue,
      run: (stopping) => writeDue(exports, stopping),
      backlog: () => waiting.backlog(db, clock.now()),
    },
    { name: 'export-repeats', every: MINUTE, run: () => repeatDue(exports) },
    {
      name: 'export-files',
      every: MINUTE,
      run: (stopping) => deleteDuePieces(exports, stopping),
      backlog: () => piecesToDelete.backlog(db, clock.now()),
    },
  ]
}

/** One export after the other has its turn, the one that waited longest first. A failure leaves the others their turn. */
async function writeDue(exports: Exports, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  while (!stopping.aborted) {
    const [row] = await waiting.claim(alone(exports.pool), exports.clock.now())
    if (row === undefined) break
    if (row.tries > TRIES) await endWithout(exports, row, 'broken')
    else await writeSome(exports, row, stopping).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function repeatDue(exports: Exports): Promise<void> {
  const { pool, clock } = exports
  for (;;) {
    const due = await repeating.claim(alone(pool), clock.now())
    for (const row of due) await repeat(exports, row)
    if (due.length < repeating.batch) return
  }
}

/** A run of a schedule is an export of its own, which carries the schedule on. */
const repeat = ({ pool, clock, secrets }: Exports, row: ExportRow): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { account_id: account, id: earlier, kind, name } = row
    const now = clock.now()
    const run = await nextRun(tx, account, row.repeat, row.repeat_from, now)
    if (run === null) return
    const id = ExportId.parse(uuidv7(now))
    const choices = { ...row.choices, from: run.from, to: run.to }
    const order = { ...choices, kind, name, repeat: row.repeat }
    const child = {
      account,
      id,
      order,
      sealedKey: sealedKeyOf(secrets, id),
      now,
      by: 'schedule',
      after: run.next,
    } as const
    // Without room for a further export, the run is tried again in a minute.
    if (!(await insertExport(tx, child, limits.running))) return
    await setRepeat(tx, { account, id: earlier }, 'none', now)
    await recordAct(tx, { account, actor: 'system', action: 'exports.schedule', subject: id }, now)
  })
