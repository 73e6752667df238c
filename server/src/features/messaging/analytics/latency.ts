/** Numbers of messages by bucket of their latency. Histograms of several days or keys are merged by adding them. */
export type Histogram = ReadonlyMap<number, bigint>

/**
 * Bucket b holds latencies from 2^(b/8) to below 2^((b+1)/8) milliseconds, bucket 0 also those below one. The middle of a
 * bucket differs from each of its latencies by less than 4.5 %.
 */
const PER_DOUBLING = 8

/** SQL: the bucket of a span in milliseconds, a double. */
export const bucketOf = (millis: string): string =>
  `floor(ln(greatest(${millis}, 1)) * ${PER_DOUBLING / Math.LN2})::smallint`

const middleOf = (bucket: number): number => Math.round(2 ** ((bucket + 0.5) / PER_DOUBLING))

/** Adds histograms up. */
export function merged(histograms: Iterable<Iterable<readonly [number, bigint]>>): Histogram {
  const sum = new Map<number, bigint>()
  for (const histogram of histograms)
    for (const [bucket, count] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0n) + count)
  return sum
}

/** The latencies in milliseconds that 50, 95 and 99 % of the messages took at most; null without any message. */
export function percentilesOf(histogram: Histogram): { p50: number; p95: number; p99: number } | null {
  const buckets = [...histogram].toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0n)
  if (total === 0n) return null
  const at = (percent: bigint): number => {
    const rank = (total * percent + 99n) / 100n
    let seen = 0n
    const found = buckets.find(([, count]) => (seen += count) >= rank)
    return middleOf(found?.[0] ?? 0)
  }
  return { p50: at(50n), p95: at(95n), p99: at(99n) }
}
