import { SECOND } from '@hongyan/contract/durations'
import type { Loop } from '../../jobs/loop.ts'
import type { SettableClock } from '../../kit/clock.ts'

/** More turns than a broadcast of a story needs. One that waits for its hours has work for longer. */
const MOST_TURNS = 12

async function isDue(loops: readonly Loop[]): Promise<boolean> {
  for (const { backlog } of loops) if (((await backlog?.()) ?? 0) > 0) return true
  return false
}

/** Gives broadcasts that are due their turns, a second after another. */
export async function runBroadcasts(loops: readonly Loop[], clock: SettableClock): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS && (await isDue(loops)); turn += 1) {
    for (const { run } of loops) await run(new AbortController().signal)
    clock.advance(SECOND)
  }
}
