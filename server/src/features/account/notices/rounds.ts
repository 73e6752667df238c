import { DAY, HOUR, SECOND } from '@hongyan/contract/durations'
import { notices as limits } from '@hongyan/contract/limits/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { forgetNotices } from '../../../notices/store.ts'
import { notifyLowBalances } from './low-balance.ts'

export interface NoticeDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

const CHECK_EVERY = 10 * SECOND
const FORGET_EVERY = HOUR

export const forgetOld = ({ db, clock }: NoticeDeps): Promise<void> =>
  forgetNotices(db, new Date(clock.now().getTime() - limits.keptDays * DAY), limits.kept)

/** The loops of this feature: low balance notices, and the deletion of notices that are no longer shown. */
export const noticeLoops = (deps: NoticeDeps): readonly Loop[] => [
  { name: 'low-balances', every: CHECK_EVERY, run: () => notifyLowBalances(deps) },
  { name: 'old-notices', every: FORGET_EVERY, run: () => forgetOld(deps) },
]
