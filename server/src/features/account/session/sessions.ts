import type { Session } from '@hongyan/contract/endpoints/account/security'
import type { AccountId, SessionId } from '@hongyan/contract/ids'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller } from '../../../http/implement.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { SessionDeps } from './service.ts'
import * as store from './store.ts'

type Deps = Pick<SessionDeps, 'db' | 'clock'>

/** The dependencies of ending sessions; functions of other features are handed in. */
export interface EndSessionsDeps {
  /** Ends every sign-in of an account that waits for its second step. */
  readonly endPendingAuth: (tx: Transaction<Schema>, account: AccountId) => Promise<void>
}

/** The caller's sessions: the current one first, then by last use. */
export async function listSessions({ db, clock }: Deps, caller: Caller): Promise<Session[]> {
  const rows = await store.readSessions(db, caller, clock.now())
  return rows.map(({ id, created_at, seen_at, address, user_agent }) => ({
    id,
    current: id === caller.session,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    address,
    user_agent,
  }))
}

/** Ends a session. Every call reads its session from the database, so the end takes effect everywhere at once. */
export async function endOneSession({ db }: Deps, { account }: Caller, session: SessionId): Promise<void> {
  if (!(await store.deleteSession(db, { account, session }))) throw new Refusal('not_found')
}

/** Ends every session of an account, and every sign-in that waits for its second step. */
export async function endSessions(tx: Transaction<Schema>, deps: EndSessionsDeps, account: AccountId): Promise<void> {
  // Pending sign-ins first: this waits for one that is just completing, so that its session is ended below.
  await deps.endPendingAuth(tx, account)
  await store.deleteSessions(tx, account)
}

/** Ends every session of the account but the caller's, and every sign-in that waits. Returns the number of sessions. */
export async function endOthers(tx: Transaction<Schema>, deps: EndSessionsDeps, caller: Caller): Promise<number> {
  await deps.endPendingAuth(tx, caller.account)
  return store.deleteOthers(tx, caller)
}

export const endOtherSessions = (deps: Deps & EndSessionsDeps, caller: Caller): Promise<number> =>
  deps.db.transaction().execute((tx) => endOthers(tx, deps, caller))
