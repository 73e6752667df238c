import { wireId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import type { Clock } from '../../../kit/clock.ts'
import type { ManagedChannel, ManagedProviders } from '../managed.ts'
import { createThrottle, isReachable, judged, playedBy, remoteState, THROTTLED_PARTS } from './behaviours.ts'
import { receiptsIn } from './receipts.ts'
import { type Carrier, createSandbox } from './sandbox.ts'
import { createSink } from './sink.ts'

/**
 * Seconds of a channel's rate that may be unanswered. Slow carriers answer after four, and one account may fill half of
 * a window with anything but codes.
 */
const WINDOW_SECONDS = 8
const WINDOW = { least: 50, most: 2_000 } as const

export interface SandboxProvidersDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** The address of the sink that takes every channel's messages; null: the sandbox answers them itself. */
  readonly sink: string | null
  readonly wait?: (millis: number) => Promise<void>
}

/** Plays every provider of managed channels, with the behaviour that each channel chooses. */
export const sandboxProviders = ({ sink, ...deps }: SandboxProvidersDeps): ManagedProviders => ({
  open: (channel) => {
    const carrier = carrierOf(channel, deps.clock)
    return sink === null ? createSandbox({ ...deps, carrier }) : createSink(sink, carrier)
  },
  check: async (_, credentials) => judged(credentials),
  mappingState: async (_, __, remote) => remoteState(remote),
  receive: (_, body) => receiptsIn(body),
})

function carrierOf(channel: ManagedChannel, clock: Clock): Carrier {
  const { id, tps, behaviour } = channel
  const throttle = createThrottle(THROTTLED_PARTS)
  const now = (): number => clock.now().getTime()
  return {
    code: wireId(id),
    window: Math.min(WINDOW.most, Math.max(WINDOW.least, tps * WINDOW_SECONDS)),
    rate: tps,
    play: (message) =>
      playedBy(channel, message, { now: now(), chance: Math.random(), hasRoom: (parts) => throttle(parts, now()) }),
    isReachable: () => isReachable(behaviour, now()),
  }
}
