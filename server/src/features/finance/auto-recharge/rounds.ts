import { type Kysely, sql } from 'kysely'
import type { AccountId } from '@hongyan/contract/ids'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { ask } from './ask.ts'
import { beginDue, readDue } from './begin.ts'
import type { RechargeDeps } from './deps.ts'
import { watch } from './settings.ts'
import { claimUnknown, type RechargeRow } from './store.ts'

const EVERY = 1_000
/** Whoever has just paid is in no hurry, and owners who never pay are many after some years. */
const RESUME_EVERY = 60_000
/** Accounts that are looked at in a round, and how many providers are asked for at the same time. */
const BATCH = 100
const AT_ONCE = 5

export interface Recharging extends Rounds {
  /** Looks once at everything that is due. */
  readonly round: () => Promise<void>
}

/** Charges cards of accounts whose balance has fallen, and finds out what became of charges that nobody answered. */
export function createRecharging(deps: RechargeDeps): Recharging {
  let stopped = false
  let resumedAt = Number.NEGATIVE_INFINITY
  const round = async (): Promise<void> => {
    const now = deps.clock.now().getTime()
    if (Math.abs(now - resumedAt) >= RESUME_EVERY) {
      await resumePaid(deps)
      resumedAt = now
    }
    const work: (() => Promise<void>)[] = (await claimUnknown(deps.db, deps.clock.now(), BATCH)).map(
      (recharge) => () => looked(deps, recharge.account_id, () => ask(deps, recharge)),
    )
    for (const account of await readDue(deps.db, deps.clock.now(), BATCH))
      work.push(() => looked(deps, account, () => lookAt(deps, account)))
    const worker = async (): Promise<void> => {
      for (let next = work.shift(); next !== undefined && !stopped; next = work.shift()) await next()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
  const loop = createRounds(round, { every: EVERY, what: 'recharging', log: deps.log })
  return {
    round,
    start: loop.start,
    async stop() {
      stopped = true
      await loop.stop()
    },
  }
}

async function lookAt(deps: RechargeDeps, account: AccountId): Promise<void> {
  const begun: RechargeRow | null = await beginDue(deps, account)
  if (begun !== null) await ask(deps, begun)
}

/** One account that fails keeps none of the others from its turn: it is due again by itself. */
async function looked({ log }: RechargeDeps, account: AccountId, look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (error) {
    log.warn({ err: error, account }, 'an account could not be recharged')
  }
}

/** An owner whom the bank wanted to see has paid since: from here on cards are charged again. */
async function resumePaid({ db }: Pick<RechargeDeps, 'db'>): Promise<void> {
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
       select from top_up t where t.account_id = r.account_id and t.paid_at > r.paused_at and not t.auto)
     limit ${BATCH}`.execute(db)
  return rows
}
