import { support as limits } from '@hongyan/contract/limits/support'
import type { NetworkState } from '@hongyan/contract/vocabulary/support'
import type { Counted, Counts } from './count.ts'

export interface Judged extends Counts {
  readonly state: NetworkState
}

/**
 * Judges a country's channel by its newest minutes, or by the whole window where these have too few messages. A share of
 * many messages changes slowly, so a single bad batch changes no state.
 */
export function judge({ whole, newest }: Pick<Counted, 'whole' | 'newest'>): Judged {
  const counts = newest.finished >= limits.statusLeast ? newest : whole
  return { ...counts, state: stateOf(counts) }
}

function stateOf({ finished, failed }: Counts): NetworkState {
  if (finished < limits.statusLeast) return 'quiet'
  const share = failed / finished
  if (share >= limits.outageFrom) return 'outage'
  return share >= limits.degradedFrom ? 'degraded' : 'operational'
}
