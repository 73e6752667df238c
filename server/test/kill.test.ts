import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type House, startHouse, until, untilEnded } from './house.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveCounters, proveLedger, proveNoneLostNoneDoubled } from './proof.ts'
import { type Random, randomFrom } from './random.ts'
import { type Sending, startSending } from './retrying-clients.ts'
import { patient } from './patience.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const MESSAGES = process.env['SCALE'] === 'full' ? 5_000 : 500
const KILLS = 3
/** The size of one batch. At most so many messages can be in doubt after a kill. */
const DISPATCH_BATCH = 500
const BALANCE = '1000'
/** The sink's delay in milliseconds: long enough that a kill hits messages without a response. */
const SINK_DELAY = 5
const MINUTES = 60_000

beforeAll(buildServerOnce)

/** Kills the server. Messages under submission at that moment may become unknown. */
async function killServer(house: House, kills: number): Promise<void> {
  await house.server.kill()
  const marked = await house.rows('select id from outbox where mark is not null')
  expect(marked.length).toBeLessThanOrEqual(kills * DISPATCH_BATCH)
}

const victims = [
  ['the server', killServer],
  ['PostgreSQL', (house: House) => house.killPostgres()],
] as const

test.each(victims)(
  `kill -9 of %s while ${MESSAGES} messages are sent loses none, doubles none and keeps the balance exact (KILL_SEED=${seed})`,
  async (_victim, kill) => {
    const random = randomFrom(seed)
    const house = await startHouse({ balance: BALANCE, sinkDelay: SINK_DELAY })
    onTestFinished(() => house.close())
    const { address, credentials, sink } = house
    const sending = startSending({ messages: MESSAGES, address, credentials, random })
    for (const [nr, moment] of momentsOf(random).entries()) {
      await waitForProgress(house, sending, moment)
      if (random() < 0.5) await sink.mute()
      await kill(house, nr + 1)
    }
    await sending.done
    await until(() => nothingWaits(house))
    expect(await count(house, 'status = 13')).toBeLessThanOrEqual(KILLS * DISPATCH_BATCH)
    await sink.unmute()
    await untilEnded(house)
    await proveNoneLostNoneDoubled(house, sending.ids)
    await proveBalance(house, BigInt(BALANCE) * 1_000_000n)
    await proveLedger(house)
    await proveCounters(house)
  },
  patient(3 * MINUTES),
)

/** The moments of the kills, by progress: accepting a message is half of it, its outcome the other half. */
const momentsOf = (random: Random): readonly number[] =>
  Array.from({ length: KILLS }, () => random() * 0.95 * 2 * MESSAGES).toSorted((a, b) => a - b)

const count = async ({ rows }: House, which: string): Promise<number> => {
  const [found] = await rows<{ count: bigint }>(`select count(*) from message where ${which}`)
  return Number(found?.count)
}

const waitForProgress = (house: House, { ids }: Sending, moment: number): Promise<void> =>
  until(async () => ids.length + (await count(house, 'status <> 0')) >= moment)

/** True when no outbox row waits for submission: the rest depends on receipts and queries. */
const nothingWaits = async (house: House): Promise<boolean> => (await count(house, 'status = 0')) === 0
