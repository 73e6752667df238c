import { MINUTE } from '@hongyan/contract/durations'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { keepPartitions, type PartitionDeps } from '../db/keep-partitions.ts'
import { exposePartitions } from '../db/partition-metrics.ts'
import type { Loop } from '../jobs/loop.ts'
import { doesWork } from '../kit/role.ts'

/** Gives the first messages after a start precedence; the partitions of today and tomorrow exist by then. */
const FIRST_AFTER = MINUTE
const EVERY = 10 * MINUTE

interface PartitionParts {
  readonly metrics: Registry
  readonly config: Pick<Config, 'role'>
}

export interface ServedPartitions {
  /** Keeps them from the start on. */
  readonly loop: Loop
  /** Partitions that do not exist, of today and the days ahead. */
  readonly missing: () => number
}

/** Makes the partitions that the first messages need. */
export async function servePartitions(deps: PartitionDeps & PartitionParts): Promise<ServedPartitions> {
  const partitions = keepPartitions(deps)
  if (doesWork(deps.config.role)) exposePartitions(deps.metrics, partitions.states)
  await partitions.first()
  return {
    loop: { name: 'partitions', every: EVERY, firstAfter: FIRST_AFTER, run: partitions.keep },
    missing: partitions.missing,
  }
}
