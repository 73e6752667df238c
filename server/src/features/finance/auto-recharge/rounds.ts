import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { workThrough } from '../../../kit/work-through.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { chargeCard } from '../../../payments/charges/charge-card.ts'
import type { PaymentDeps } from '../../../payments/deps.ts'
import { beginDue, readDue } from './begin.ts'
import { watch } from './settings.ts'

const EVERY = SECOND
/**
 * The interval of resuming. It is long, because many paused accounts are never paid, and each run reads all of them.
 */
const RESUME_EVERY = MINUTE
/** The most accounts that one round reads, and the most that it charges at the same time. */
const BATCH = 100
const AT_ONCE = 5

export interface Recharging {
  /** Checks the accounts that are due, at most a batch of them. */
  readonly round: (stopping?: AbortSignal) => Promise<void>
  /** Checks one account, if it is due. */
  readonly check: (account: AccountId) => Promise<void>
  readonly loop: Loop
}

/** Charges the cards of accounts whose balance has fallen. */
export function createRecharging(deps: PaymentDeps): Recharging {
  let resumedAt = Number.NEGATIVE_INFINITY
  const round = async (stopping?: AbortSignal): Promise<void> => {
    const now = deps.clock.now().getTime()
    // An absolute difference, because the clock may have been set back.
    if (Math.abs(now - resumedAt) >= RESUME_EVERY) {
      await resumePaid(deps)
      resumedAt = now
    }
    const due = await readDue(deps.db, deps.clock.now(), BATCH)
    await workThrough(due, { atOnce: AT_ONCE, stopping }, (account) => recharge(deps, account))
  }
  const check = async (account: AccountId): Promise<void> => {
    const due = await readDue(deps.db, deps.clock.now(), 1, account)
    for (const one of due) await recharge(deps, one)
  }
  return { round, check, loop: { name: 'auto-recharge', every: EVERY, run: round } }
}

/** Charges one account. Logs a failure; the account stays due. */
async function recharge(deps: PaymentDeps, account: AccountId): Promise<void> {
  try {
    const charge = await beginDue(deps, account)
    if (charge !== null) await chargeCard(deps, charge)
  } catch (error) {
    deps.log.warn({ err: error, account }, 'an account could not be recharged')
  }
}

/** Resumes the accounts that were paused for an authentication and whose owner has paid since. */
async function resumePaid({ db }: Pick<PaymentDeps, 'db'>): Promise<void> {
  for (const { account_id: account } of await paidSince(db)) {
    await db.transaction().execute(async (tx) => {
      await ledger.lock(txOf(tx), [account])
      const resumed = await tx
        .updateTable('auto_recharge')
        .set({ paused_at: null })
        .where('account_id', '=', account)
        .where('paused_at', 'is not', null)
        .returning('below_micros')
        .executeTakeFirst()
      if (resumed !== undefined) await watch(tx, account, resumed.below_micros)
    })
  }
}

async function paidSince(db: Kysely<Schema>): Promise<readonly { readonly account_id: AccountId }[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select r.account_id from auto_recharge r
     where r.paused_at is not null and exists (
       select from top_up t
        where t.account_id = r.account_id and t.paid_at > r.paused_at and t.purpose <> 'auto_recharge')
     limit ${BATCH}`.execute(db)
  return rows
}
