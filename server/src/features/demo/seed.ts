import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../db/schema.ts'
import { inOneTransaction } from '../../db/one-transaction.ts'
import { alone, statement } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import { StartError } from '../../kit/start-error.ts'
import { stories } from './accounts.ts'
import { play, type Stage } from './play.ts'
import { momentOf } from './when.ts'

/** The dependencies of the demo; the parts that write the story are handed in. */
export interface DemoDeps {
  readonly pool: Pool
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** True where real money moves. */
  readonly isLive: boolean
  /** Makes the partitions that the story's rows belong to. */
  readonly preparePast: (from: Date) => Promise<void>
  /** Builds the stage whose every part uses this pool. */
  readonly stageOn: (pool: Pool, now: Date) => Promise<Stage>
}

/** One process at a time seeds. The others wait for it, longer than a statement usually may. */
const WAIT = statement(
  'demo.wait',
  `select set_config(name, '120s', true)
   from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as t(name)`,
)
const LOCK = statement('demo.lock', 'select pg_advisory_xact_lock(4807202)')
const HAS_DEMO = statement('demo.find', 'select id from account where demo limit 1')

/**
 * Plays the stories of the demo accounts, unless the installation has any. Returns true when it did. The whole seed is
 * one transaction: a process that ends meanwhile leaves no row behind, and the next start begins again.
 */
export async function seedDemo({ pool, clock, isLive, preparePast, stageOn }: DemoDeps): Promise<boolean> {
  if (await hasDemo(pool)) return false
  if (isLive) throw new StartError('Demo accounts pay with test money, so a live server gets none; leave SEED out.')
  const now = clock.now()
  const begins = stories.map(({ signedUp, owner }) => momentOf(signedUp, now, owner.time_zone).getTime())
  await preparePast(new Date(Math.min(...begins)))
  return inOneTransaction(pool, async (one) => {
    await alone(one).run(WAIT, [])
    await alone(one).run(LOCK, [])
    if (await hasDemo(one)) return false
    const stage = await stageOn(one, now)
    for (const story of stories) await play(stage, story, now)
    return true
  })
}

const hasDemo = async (pool: Pool): Promise<boolean> => (await alone(pool).run(HAS_DEMO, [])).length > 0
