import { upstreams as limits } from '@hongyan/contract/limits/upstreams'

/**
 * The milliseconds within which a share of all submissions was answered, by their counts in the buckets of
 * `latencyBounds`. Within a bucket the answers are taken as evenly spread; beyond the last bound it is that bound. Null
 * without a submission.
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let left = total * share
  for (const [index, count] of counts.entries()) {
    const upper = limits.latencyBounds[index]
    if (upper === undefined) break
    if (left <= count) {
      const lower = limits.latencyBounds[index - 1] ?? 0
      return Math.round(lower + ((upper - lower) * left) / count)
    }
    left -= count
  }
  return limits.latencyBounds.at(-1) ?? null
}

const MINUTE_SECONDS = 60

/**
 * Parts a second over the last sixty seconds, of which the counted minutes cover the last full one and the current one.
 * `elapsed` is the part of the current minute that has passed, from 0 to 1.
 */
export const perSecond = (full: number, current: number, elapsed: number): number =>
  Math.round(((full * (1 - elapsed) + current) / MINUTE_SECONDS) * 10) / 10
