import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { countSends } from '../gateway/broadcast-progress.ts'
import type { Clock } from '../kit/clock.ts'
import { foldAll } from './fold.ts'
import type { ClaimedRow, Left } from './run-store.ts'
import { keyOf } from './store.ts'
import { canaryVerdict } from './verdict.ts'

/** Looks at the first messages of a broadcast: on, held, or looked at again in a moment. */
export async function watchCanary(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  row: ClaimedRow,
): Promise<Left | 'held'> {
  const now = clock.now()
  await foldAll(pool, keyOf(row), now)
  const isOver = row.canary_until === null || row.canary_until <= now
  const verdict = canaryVerdict(await countSends(alone(pool), keyOf(row)), isOver)
  if (verdict === 'held') return verdict
  if (verdict === 'watched') return { phase: 'canary', due: new Date(now.getTime() + SECOND) }
  return { phase: 'sending', due: now, canaryPassed: true }
}
