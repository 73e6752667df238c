import { DAY } from '@hongyan/contract/durations'
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

const LOOK_EVERY = 10_000
const FORGET_EVERY = 3_600_000

export const forgetOld = ({ db, clock }: NoticeDeps): Promise<void> =>
  forgetNotices(db, new Date(clock.now().getTime() - limits.keptDays * DAY), limits.kept)

/** Looks for balances that fell, and keeps no more notices than are shown. */
export const noticeLoops = (deps: NoticeDeps): readonly Loop[] => [
  { name: 'low-balances', every: LOOK_EVERY, run: () => notifyLowBalances(deps) },
  { name: 'old-notices', every: FORGET_EVERY, run: () => forgetOld(deps) },
]
