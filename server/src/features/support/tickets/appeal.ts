import type { Appeal } from '@hongyan/contract/endpoints/support/tickets'
import type { AppealFact, AppealState, TicketState } from '@hongyan/contract/vocabulary/support'
import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { TicketTable } from '../../../db/schema/support.ts'
import { firstIdAt } from '../../../kit/ids.ts'

/** The part of a ticket that an appeal is made of. */
export type AppealRow = Pick<
  Selectable<TicketTable>,
  'account_id' | 'category' | 'state' | 'answers' | 'decision' | 'suspended_at' | 'created_at'
>

const courses: Readonly<Record<TicketState, AppealState>> = {
  new: 'received',
  waiting_for_us: 'in_review',
  waiting_for_you: 'more_needed',
  // Silence decides nothing: until it is closed, the owner can go on with it, and a new one may follow at any time.
  solved: 'lapsed',
  closed: 'lapsed',
}

/** The status of an appeal: its decision, and before one the turn of its ticket. */
export const appealStateOf = (state: TicketState, decision: AppealRow['decision']): AppealState =>
  decision ?? courses[state]

/** The appeal of a ticket, with the facts of this moment; null for a ticket of another category. */
export async function readAppeal(db: Kysely<Schema>, ticket: AppealRow): Promise<Appeal | null> {
  const { account_id: account, category, state, answers, decision, suspended_at: since, created_at: created } = ticket
  if (category !== 'appeal' || answers === null) return null
  return {
    state: appealStateOf(state, decision),
    answers: { ...answers },
    facts: await readFacts(db, account, since ?? created),
  }
}

type Facts = Readonly<Record<AppealFact, boolean>>

/**
 * Reads the facts that count for an appeal: the account is verified, has a second factor, and since it was suspended its
 * password was changed and all its credentials were made anew. An account without credentials has renewed them.
 */
async function readFacts(db: Kysely<Schema>, account: AccountId, since: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select a.realname_auth as verified,
      exists (select from totp t where t.account_id = a.id and not t.pending)
        or exists (select from passkey p where p.account_id = a.id) as second_factor,
      exists (select from audit_entry e where e.account_id = a.id and e.id >= ${firstIdAt(since)} and e.at >= ${since}
        and e.action in ('profile.changePassword', 'password.reset') and e.outcome = 'done') as password_changed,
      not exists (select from credential c where c.account_id = a.id and c.created_at < ${since}) as keys_renewed
    from account a where a.id = ${account}`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error(`account ${account} does not exist`)
  return facts
}
