import { SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import { statement, txOf } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { notifyRevert } from './notice.ts'
import { lockRestriction, writeRestriction } from './store.ts'

const AT_ONCE = 50
const DUE = statement(
  'ip_restriction.due',
  `select account_id as account from ip_restriction where revert_at <= $1 order by revert_at limit ${AT_ONCE}`,
)

interface Deps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** Reverts the changes that were not kept in time. The row's lock makes it happen once, in whichever process. */
export const revertLoop = (deps: Deps): Loop => ({
  name: 'ip-restriction-reverts',
  every: SECOND,
  isDue: 'exists (select from ip_restriction where revert_at <= $1)',
  run: async (stopping) => {
    const due = await txOf(deps.db).run<{ readonly account: AccountId }>(DUE, [deps.clock.now()])
    for (const { account } of due) {
      if (stopping.aborted) return
      await revert(deps, account)
    }
  },
})

const revert = ({ db, clock }: Deps, account: AccountId): Promise<void> =>
  db.transaction().execute(async (kysely) => {
    const tx = txOf(kysely)
    const now = clock.now()
    const { trial } = await lockRestriction(tx, account)
    if (trial === null || trial.revertAt > now) return
    await writeRestriction(tx, account, trial.before, { trial: null, revertedAt: now })
    await announceConfigChange(kysely, account)
    await notifyRevert(tx, account, now)
    await recordAct(tx, { account, actor: 'system', action: 'ipRestriction.revert' }, now)
  })
