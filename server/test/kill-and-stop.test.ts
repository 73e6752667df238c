import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR } from '@hongyan/contract/durations'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_MILLIS } from '../src/gateway/link-owner.ts'
import { type House, type HouseServer, startHouse, until, untilEnded } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import {
  proveBalance,
  proveCounters,
  proveLedger,
  proveNoneDoubled,
  proveNoneLostNoneDoubled,
  proveRanks,
  recordStatuses,
} from './proof.ts'
import { below, type Random, randomFrom } from './random.ts'
import { type Sending, startSending } from './retrying-clients.ts'
import { newShiftedClock } from './shifted-clock.ts'
import { signalIfThere, signalThose } from './signals.ts'

const FULL = process.env['SCALE'] === 'full'
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
/** The messages of each test, and the milliseconds over which they are sent. */
const MESSAGES = FULL ? 5_000 : 500
const OVER = FULL ? 20_000 : 1_500
const KILLS = FULL ? 6 : 2
/** Longer than a statement of the gateway waits for a lock, and in the whole run longer than any statement may take. */
const POSTGRES_STOPS = FULL ? [4_000, 20_000] : [2_500]
/** After a take-over: for the whole run longer than it takes to exclude a message that was not handed over. */
const SERVER_STOPS = FULL ? [1_000, 16_000] : [500]
const JUMPS = [48 * HOUR, -48 * HOUR, 0]
const BALANCE = '10000'
const MINUTES = 60_000

const clock = newShiftedClock()
let house: House
/** Servers beside the one that runs PostgreSQL. */
let another: HouseServer
/** The name by which the server that runs PostgreSQL had the link at its start. */
let first: string | undefined
/** All messages that were accepted so far. */
const accepted: string[] = []

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: BALANCE, sinkDelay: 5, settings: clock.settings })
  await recordStatuses(house)
  await until(async () => (await owner()) !== undefined)
  first = await owner()
  another = await house.startAnother()
})
afterAll(async () => {
  await house.close()
  clock.remove()
})

const count = async (which: string): Promise<number> => {
  const [found] = await house.rows<{ count: bigint }>(`select count(*) from message where ${which}`)
  return Number(found?.count)
}

/** The process that owns the link, as it names itself. */
const owner = async (): Promise<string | undefined> => {
  const [link] = await house.rows<{ process: string }>('select process from link_owner')
  return link?.process
}

/** Sends to both servers in turn, a repeated request too. */
function sendToBoth(name: string, random: Random, credentials = house.credentials): Sending {
  const servers = [house.server, another]
  let turn = 0
  const address = (): string => servers[turn++ % servers.length]?.address() ?? ''
  return startSending({ messages: MESSAGES, over: OVER, address, credentials, random, name })
}

/** Moments by progress, as counts of accepted messages: spread, so that some are accepted between two of them. */
const momentsOf = (random: Random, size: number): readonly number[] =>
  Array.from({ length: size }, (_, nr) => ((nr + random() / 2) / size) * MESSAGES)

/** Waits until all are accepted and none waits for its hand-over, and proves what has to hold at any time. */
async function prove({ ids, done }: Sending): Promise<void> {
  await done
  accepted.push(...ids)
  await until(async () => (await count('status = 0')) === 0)
  proveNoneDoubled(house)
  await proveRanks(house, ids)
}

test(
  `a server that was stopped while another took its link over submits nothing twice (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    // Clients of the stopped server wait for it, so that each server has clients of its own.
    const sendings = [house.server, another].map(({ address }, nr) =>
      startSending({ ...house, messages: MESSAGES / 2, over: OVER, address, random, name: `stop-${nr}` }),
    )
    for (const [nr, moment] of momentsOf(random, SERVER_STOPS.length).entries()) {
      await until(async () => sendings.reduce((sum, { ids }) => sum + ids.length, 0) >= moment)
      // Each stop moves the link to the other server, and so may a moment at which a busy machine runs neither.
      const before = await owner()
      const stopped = before === first ? house.server : another
      process.kill(stopped.pid(), 'SIGSTOP')
      try {
        await until(async () => (await owner()) !== before, (3 * LEASE_MILLIS) / 1_000)
        await sleep(SERVER_STOPS[nr])
      } finally {
        process.kill(stopped.pid(), 'SIGCONT')
      }
    }
    for (const sending of sendings) await prove(sending)
  },
  patient(3 * MINUTES),
)

test(
  `two servers on one database, both killed while they accept, double nothing (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed + 1)
    const sending = sendToBoth('two', random)
    const first = below(random, 2)
    for (const [nr, moment] of momentsOf(random, KILLS).entries()) {
      await until(async () => sending.ids.length >= moment)
      // With the first server PostgreSQL ends, with the other one only that process does.
      await ((first + nr) % 2 === 0 ? house.server : another).kill()
    }
    await prove(sending)
  },
  patient(3 * MINUTES),
)

test(
  `kill -9 of a PostgreSQL backend while messages are sent doubles nothing (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed + 2)
    const sending = sendToBoth('backend', random)
    const backends = async (): Promise<readonly number[]> => {
      const found = await house.rows<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'hongyan' and pid <> pg_backend_pid() order by pid`,
      )
      return found.map(({ pid }) => pid)
    }
    for (const moment of momentsOf(random, KILLS)) {
      await until(async () => sending.ids.length >= moment)
      let before: readonly number[] = []
      // PostgreSQL may still be starting, and a backend may end between the look and the kill.
      await until(async () => {
        before = await backends()
        const victim = before[below(random, before.length)]
        return victim !== undefined && signalIfThere(victim, 'SIGKILL')
      })
      // The postmaster ends all others and starts anew.
      await until(async () => !(await backends()).some((pid) => before.includes(pid)))
    }
    await prove(sending)
  },
  patient(3 * MINUTES),
)

test(
  `PostgreSQL that stands still for seconds while messages are sent doubles nothing (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed + 3)
    const sending = sendToBoth('still', random)
    for (const [nr, moment] of momentsOf(random, POSTGRES_STOPS.length).entries()) {
      await until(async () => sending.ids.length >= moment)
      const { postgres } = house.processes()
      signalThose(postgres, 'SIGSTOP')
      await sleep(POSTGRES_STOPS[nr])
      signalThose(postgres, 'SIGCONT')
    }
    await prove(sending)
  },
  patient(3 * MINUTES),
)

test(
  `a clock that jumps 48 hours ahead and back while messages are sent doubles nothing (KILL_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed + 4)
    // A signature is refused while the clock is wrong.
    const simple = house.credentials.filter(({ mode }) => mode === AuthMode.Simple)
    const sending = sendToBoth('clock', random, simple)
    await house.sink.mute()
    for (const [nr, moment] of momentsOf(random, JUMPS.length).entries()) {
      await until(async () => sending.ids.length >= moment)
      clock.shift([house.server, another], JUMPS[nr] ?? 0)
      // On a busy machine the others may all have been accepted before.
      const { address } = house.server
      const one = startSending({ messages: 1, address, credentials: simple, random, name: `clock-${nr}` })
      await one.done
      accepted.push(...one.ids)
    }
    await prove(sending)
    // Receipts have to find hand-overs of all three times, also in a server that did not make them.
    await house.server.kill()
    await another.kill()
    await house.sink.unmute()
    for (const hours of [24, -24]) {
      const sign = hours > 0 ? '>' : '<'
      expect(await count(`accepted_at ${sign} now() + interval '${hours} hours'`)).toBeGreaterThan(0)
    }
  },
  patient(3 * MINUTES),
)

test(
  'all messages of these deaths, stops and jumps come to an end, none is lost, and the balance is exact',
  async () => {
    await untilEnded(house)
    await proveNoneLostNoneDoubled(house, accepted)
    await proveRanks(house, accepted)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
  },
  patient(3 * MINUTES),
)
