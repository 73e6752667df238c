import { hostname } from 'node:os'
import { statement, type Tx } from '../db/tx.ts'
import type { Role } from '../kit/role.ts'
import type { LoopState } from './loop.ts'

const WRITE = statement(
  'loop_run.write',
  `insert into loop_run (process, role, name, last_started_at, last_succeeded_at, failures_in_a_row, last_error,
     last_error_at, backlog, overdue, reported_at)
   select $1, $2, l.name, l."startedAt", l."succeededAt", l."failuresInARow", l.error ->> 'message',
     (l.error ->> 'at')::timestamptz, l.backlog, l.overdue, now()
   from jsonb_to_recordset($3::jsonb) as l(name text, "startedAt" timestamptz, "succeededAt" timestamptz,
     "failuresInARow" integer, error jsonb, backlog bigint, overdue boolean)
   on conflict (process, name) do update set role = excluded.role, last_started_at = excluded.last_started_at,
     last_succeeded_at = excluded.last_succeeded_at, failures_in_a_row = excluded.failures_in_a_row,
     last_error = excluded.last_error, last_error_at = excluded.last_error_at, backlog = excluded.backlog,
     overdue = excluded.overdue, reported_at = excluded.reported_at`,
)

/** Deletes the rows of processes that stopped reporting. A restarted server deletes the rows of a killed one. */
const FORGET_SILENT = statement(
  'loop_run.forget_silent',
  `delete from loop_run where reported_at < now() - interval '1 minute'`,
)

const FORGET = statement('loop_run.forget', 'delete from loop_run where process = $1')

const READ = statement(
  'loop_run.read',
  `select process, role, name, last_started_at as "startedAt", last_succeeded_at as "succeededAt",
     failures_in_a_row as "failuresInARow", last_error as error, last_error_at as "errorAt",
     backlog::integer, overdue, reported_at as "reportedAt", reported_at < now() - interval '30 seconds' as silent
   from loop_run order by name, process`,
)

/** The state of a loop in one process, as that process reported it. */
export interface LoopRun {
  readonly process: string
  readonly role: Role
  readonly name: string
  readonly startedAt: Date | null
  readonly succeededAt: Date | null
  readonly failuresInARow: number
  readonly error: string | null
  readonly errorAt: Date | null
  readonly backlog: number | null
  readonly overdue: boolean
  readonly reportedAt: Date
  /** The process reports every few seconds, but has not for 30. */
  readonly silent: boolean
}

const thisProcess = `${hostname()}:${process.pid}`

const ANOTHER = statement(
  'loop_run.another',
  `select exists (select from loop_run where process <> $1 and reported_at > now() - interval '30 seconds') as runs`,
)

/** True where another process of this database has reported within 30 seconds. */
export const anotherRuns = async (db: Tx): Promise<boolean> =>
  (await db.run<{ readonly runs: boolean }>(ANOTHER, [thisProcess]))[0]?.runs === true

export async function writeRuns(db: Tx, role: Role, states: readonly LoopState[]): Promise<void> {
  await db.run(WRITE, [thisProcess, role, JSON.stringify(states)])
  await db.run(FORGET_SILENT, [])
}

export async function forgetProcess(db: Tx): Promise<void> {
  await db.run(FORGET, [thisProcess])
}

export const readRuns = (db: Tx): Promise<readonly LoopRun[]> => db.run<LoopRun>(READ, [])
