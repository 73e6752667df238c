import type { Session } from '@hongyan/contract/endpoints/account/security'
import type { SessionId } from '@hongyan/contract/ids'
import type { Caller } from '../../../http/implement.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { SessionDeps } from './service.ts'
import * as store from './store.ts'

type Deps = Pick<SessionDeps, 'db' | 'clock'>

/** Where the caller is signed in: here first, then the one that was used last. */
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

/** Every call asks the database whose session it came with, so that an ended one is over everywhere at once. */
export async function endOneSession({ db }: Deps, { account }: Caller, session: SessionId): Promise<void> {
  if (!(await store.deleteSession(db, { account, session }))) throw new Refusal('not_found')
}

export const endOtherSessions = ({ db }: Deps, caller: Caller): Promise<number> =>
  db.transaction().execute((tx) => store.deleteOthers(tx, caller))
