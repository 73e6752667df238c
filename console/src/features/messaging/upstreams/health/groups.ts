import { HOUR, MINUTE } from '@hongyan/contract/durations'
import type { UpstreamHealth } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { HealthPeriod } from '../search.ts'

type Point = UpstreamHealth['points'][number]

/** The bars of a period: few enough for a phone. Lengths are milliseconds. */
const steps: Readonly<Record<HealthPeriod, { readonly length: number; readonly count: number }>> = {
  '1h': { length: MINUTE, count: 60 },
  '24h': { length: 30 * MINUTE, count: 48 },
  '7d': { length: 4 * HOUR, count: 42 },
}

/** Sums up the points of a period in bars of equal length, the last one around `now`. Bars without a point are zero. */
export function groupsOf(points: readonly Point[], period: HealthPeriod, now: number): readonly Point[] {
  const { length, count } = steps[period]
  const last = Math.floor(now / length)
  const sums = new Map<number, Point[]>()
  for (const point of points) {
    const place = Math.floor(Date.parse(point.at) / length)
    sums.set(place, [...(sums.get(place) ?? []), point])
  }
  return Array.from({ length: count }, (_, index) => {
    const place = last - count + 1 + index
    return { ...sumOf(sums.get(place) ?? []), at: new Date(place * length).toISOString() }
  })
}

/** The figures of several points. The latency is that of the slowest one, since percentiles have no sum. */
export function sumOf(points: readonly Point[]): Omit<Point, 'at'> {
  const latencies = points.flatMap(({ p95 }) => (p95 === null ? [] : [p95]))
  return {
    submitted: points.reduce((sum, { submitted }) => sum + submitted, 0),
    errors: points.reduce((sum, { errors }) => sum + errors, 0),
    receipts: points.reduce((sum, { receipts }) => sum + receipts, 0),
    p95: latencies.length === 0 ? null : Math.max(...latencies),
  }
}
