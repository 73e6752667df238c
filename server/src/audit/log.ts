import { DAY, HOUR } from '@hongyan/contract/durations'
import { audit as limits } from '@hongyan/contract/limits/account'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId } from '@hongyan/contract/ids'
import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import { statement, type Tx } from '../db/tx.ts'
import { firstIdAt, uuidv7 } from '../kit/ids.ts'
import type { Change } from './changes.ts'

/** An action on an account. */
export interface Act {
  readonly account: AccountId
  readonly actor: AuditActor
  /** The name of the staff member who acted (`--by`). */
  readonly operator?: string | null
  /** Noun and verb, such as `credentials.update`. */
  readonly action: string
  /** The subject of the action, where the action alone does not name it. */
  readonly subject?: string | null
  readonly session?: string | null
  readonly address?: string | null
  readonly userAgent?: string | null
}

/** The outcome of an action. */
export interface ActOutcome {
  readonly outcome: Exclude<AuditOutcome, 'begun'>
  readonly error?: ErrorCode | null
  readonly changes?: readonly Change[]
  /** The subject of a create, known only afterwards. */
  readonly subject?: string | null
}

const COLUMNS =
  'account_id, id, at, actor, session_id, address, user_agent, action, subject, outcome, error, changes, operator'
const INSERT = statement(
  'audit.insert',
  `insert into audit_entry (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

const COMPLETE = statement(
  'audit.complete',
  `update audit_entry set outcome = $3, error = $4, changes = $5, subject = coalesce($6, subject)
    where account_id = $1 and id = $2`,
)

/**
 * The most refusals of visitors without a session that one account's log records in an hour: anybody can cause them.
 */
const REFUSED_VISITORS = 50
const INSERT_REFUSED = statement(
  'audit.insert_refused',
  `insert into audit_entry (${COLUMNS})
   select $1::uuid, $2::uuid, $3::timestamptz, $4, $5::uuid, $6, $7, $8, $9, $10, $11, $12::jsonb, $13
    where (select count(*) from (
      select from audit_entry where account_id = $1::uuid and id >= $14::uuid and actor = 'visitor'
        and outcome in ('challenged', 'refused') limit ${REFUSED_VISITORS}) counted) < ${REFUSED_VISITORS}`,
)

const TEXT_MAX = 256

const valuesOf = (
  act: Act,
  at: Date,
  { outcome, error = null, changes = [] }: Omit<ActOutcome, 'outcome'> & { outcome: AuditOutcome },
) => [
  act.account,
  uuidv7(at),
  at,
  act.actor,
  act.session ?? null,
  act.address ?? null,
  act.userAgent?.slice(0, TEXT_MAX) ?? null,
  act.action,
  act.subject?.slice(0, TEXT_MAX) ?? null,
  outcome,
  error,
  JSON.stringify(changes),
  act.operator ?? null,
]

/** Writes an entry for an action before it runs. Returns the entry's id. */
export async function beginAct(tx: Tx, act: Act, at: Date): Promise<string> {
  const values = valuesOf(act, at, { outcome: 'begun' })
  await tx.run(INSERT, values)
  return String(values[1])
}

export async function endAct(tx: Tx, account: AccountId, id: string, end: ActOutcome): Promise<void> {
  const { outcome, error = null, changes = [], subject = null } = end
  await tx.run(COMPLETE, [account, id, outcome, error, JSON.stringify(changes), subject])
}

/** Writes an entry for an action that commits with the caller's transaction. */
export async function recordAct(tx: Tx, act: Act, at: Date, changes: readonly Change[] = []): Promise<void> {
  await tx.run(INSERT, valuesOf(act, at, { outcome: 'done', changes }))
}

const FORGET_AT_ONCE = 10_000
const FORGET = statement(
  'audit.forget',
  `delete from audit_entry where ctid = any(array(
     select ctid from audit_entry where at < $1 limit ${FORGET_AT_ONCE})) returning 1`,
)

/** Deletes the entries past their retention, in batches. */
export async function forgetActs(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - limits.keptDays * DAY)
  while ((await tx.run(FORGET, [before])).length === FORGET_AT_ONCE);
}

/**
 * Records the refusal of a visitor without a session, at most `REFUSED_VISITORS` of them in an hour. A right first step
 * of a sign-in is no refusal to its owner.
 */
export async function recordRefusal(tx: Tx, act: Act, at: Date, error: ErrorCode): Promise<void> {
  const since = firstIdAt(new Date(at.getTime() - HOUR))
  const outcome =
    error === 'second_factor_required' ? ({ outcome: 'challenged' } as const) : ({ outcome: 'refused', error } as const)
  await tx.run(INSERT_REFUSED, [...valuesOf(act, at, outcome), since])
}
