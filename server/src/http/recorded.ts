import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Tx } from '../db/tx.ts'
import { changesBetween } from '../audit/changes.ts'
import { type Act, beginAct, type ActOutcome, endAct, recordRefusal } from '../audit/log.ts'
import type { NamingCall } from '../audit/state.ts'
import type { Background } from '../kit/background.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { Refusal } from '../kit/refusal.ts'
import { refusalOf } from './error-reply.ts'
import type { Caller, PassedCall, Route, Row } from './implement.ts'

export interface RecordDeps {
  readonly db: Tx
  readonly clock: Clock
  readonly log: Logger
  readonly background: Background
}

type RecordedCall = Pick<PassedCall, 'caller' | 'source' | 'params'> & NamingCall

const actions: ReadonlyMap<string, string> = new Map(
  Object.entries(addresses).flatMap(([noun, rows]) =>
    Object.entries(rows).map(([verb, address]) => [address, `${noun}.${verb}`] as const),
  ),
)

/** Noun and verb of a row, such as `credentials.update`. */
export const actionOf = ({ address }: Pick<Row, 'address'>): string => actions.get(address) ?? address

/**
 * Runs a call and records it in the audit log. A write of an account is recorded before it runs, then its outcome and
 * changes. A visitor's refused call is recorded for the account that it tried; a visitor's successful call records
 * itself in its own transaction. The entry holds no field of the call, only the changes.
 */
export async function recorded(
  deps: RecordDeps,
  { row, audit }: Pick<Route, 'row' | 'audit'>,
  call: RecordedCall,
  work: () => unknown,
): Promise<unknown> {
  if (audit === undefined) return work()
  if (row.access === 'anyone' || call.caller === null) return recordRefused(deps, row, call, work)
  const act = actOf(row, call, call.caller)
  const [hasIds, stateOf] = 'noState' in audit ? [false, async () => null] : [audit.hasIds, audit.read]
  const newest = 'noState' in audit ? undefined : audit.newest
  const named = 'noState' in audit ? undefined : audit.named?.(call)
  const id = await beginAct(deps.db, act, deps.clock.now())
  const before = await stateOf(deps.db, act.account, named ?? act.subject)
  const end = (how: () => Promise<ActOutcome>): Promise<void> => recordEnd(deps, act, id, how)
  try {
    const answer = await work()
    const subject = act.subject ?? (hasIds ? idOf(answer) : null)
    await end(async () => {
      const after = await stateOf(deps.db, act.account, named ?? subject)
      const isNew = newest !== undefined && before?.[newest] !== after?.[newest]
      return { outcome: 'done', subject, changes: changesBetween(isNew ? null : before, after) }
    })
    return answer
  } catch (error) {
    const { code } = refusalOf(error)
    await end(async () => ({ outcome: error instanceof Refusal ? 'refused' : 'failed', error: code }))
    throw error
  }
}

const actOf = (row: Row, { source, params }: RecordedCall, { account, session }: Caller) => ({
  account,
  session,
  actor: 'owner' as const,
  action: actionOf(row),
  subject: idOf(params),
  address: source.address,
  userAgent: source.userAgent,
})

/**
 * Records the end of a call. If that fails, the call stays done and its response unchanged; the entry then says that it
 * has begun.
 */
async function recordEnd({ db, log }: RecordDeps, act: Act, id: string, how: () => Promise<ActOutcome>): Promise<void> {
  try {
    await endAct(db, act.account, id, await how())
  } catch (error) {
    log.warn({ err: error, action: act.action }, 'the end of an act was not written down')
  }
}

/** Records a refusal after the response, whose time must not show whether the account exists. */
async function recordRefused(
  deps: RecordDeps,
  row: Row,
  { source }: RecordedCall,
  work: () => unknown,
): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const account = error instanceof Refusal ? error.concerns : undefined
    if (error instanceof Refusal && account !== undefined) {
      const { address, userAgent } = source
      const act = { account, actor: 'visitor', action: actionOf(row), address, userAgent } as const
      const at = deps.clock.now()
      deps.background.after('writing down a refusal', () => recordRefusal(deps.db, act, at, error.code))
    }
    throw error
  }
}

const idOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null
