import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged, percentilesOf } from './latency.ts'

/** The bucket as `bucketOf` has the database compute it. */
const bucket = (millis: number): number => Math.floor(Math.log(Math.max(millis, 1)) * (8 / Math.LN2))
const histogram = (millis: readonly number[]) => merged(millis.map((each) => [[bucket(each), 1n] as const]))

const latencies = fc.array(fc.integer({ min: 100, max: 10 * 86_400_000 }), { minLength: 1, maxLength: 200 })

test('percentiles of merged histograms are within 5 % of those of all latencies, however these are divided', () => {
  fc.assert(
    fc.property(fc.array(latencies, { minLength: 1, maxLength: 8 }), (groups) => {
      const sorted = groups.flat().toSorted((a, b) => a - b)
      const found = percentilesOf(merged(groups.map((group) => histogram(group))))
      for (const [name, share] of [
        ['p50', 50],
        ['p95', 95],
        ['p99', 99],
      ] as const) {
        const exact = sorted[Math.ceil((sorted.length * share) / 100) - 1] ?? 0
        expect(Math.abs((found?.[name] ?? 0) / exact - 1)).toBeLessThan(0.05)
      }
    }),
  )
})

test('merging histograms in any order and grouping has the same sum', () => {
  fc.assert(
    fc.property(latencies, latencies, latencies, (a, b, c) => {
      const [one, two, three] = [histogram(a), histogram(b), histogram(c)]
      const sorted = (all: ReadonlyMap<number, bigint>) => [...all].toSorted(([x], [y]) => x - y)
      expect(sorted(merged([merged([one, two]), three]))).toEqual(sorted(merged([three, two, one])))
    }),
  )
})

test('without a delivered message there is no percentile', () => {
  expect(percentilesOf(merged([]))).toBeNull()
})
