import { expect, test } from 'vitest'
import { createLinkHealth } from './link-state.ts'

const middle = () => 0.5

test('a link fails with the first refused connection and is up with the first result', () => {
  const health = createLinkHealth(middle)
  expect(health.state()).toBe('up')
  health.unreachable(0)
  expect(health.state()).toBe('failing')
  health.reached()
  expect([health.state(), health.pause(0)]).toEqual(['up', 0])
})

test('a single lost result does not fail a link, three in a row do', () => {
  const health = createLinkHealth(middle)
  for (const step of [health.lost, health.lost]) step(0)
  health.reached()
  for (const step of [health.lost, health.lost]) step(0)
  expect(health.state()).toBe('up')
  health.lost(0)
  expect(health.state()).toBe('failing')
})

test('pauses between probes double up to two seconds, and results that come together are one failure', () => {
  const health = createLinkHealth(middle)
  const pauses: number[] = []
  for (let now = 0; pauses.length < 6; now += health.pause(now)) {
    for (let nr = 0; nr < 50; nr += 1) health.unreachable(now)
    pauses.push(health.pause(now))
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
})

test('a link that has failed for half a minute is down, and still probed', () => {
  const health = createLinkHealth(middle)
  health.unreachable(0)
  health.unreachable(30_000)
  expect(health.state()).toBe('down')
  expect(health.pause(30_000)).toBeLessThanOrEqual(2_000)
})
