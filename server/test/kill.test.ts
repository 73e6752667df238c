import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Killable, startKillable, until } from './killable.ts'
import { buildServerOnce } from './process.ts'
import { proveBalance, proveCounters, proveNoneLostNoneDoubled } from './proof.ts'
import { type Random, randomFrom } from './random.ts'
import { type Sending, startSending } from './stubborn-clients.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const MESSAGES = process.env['SCALE'] === 'full' ? 5_000 : 500
const KILLS = 3
/** What one hand-over may carry: after a kill nobody knows of more than this. */
const DISPATCH_BATCH = 500
const BALANCE = '1000'
const MINUTES = 60_000

beforeAll(buildServerOnce)

/** Of the messages that then were on their way nobody knows whether they were handed over; each may become unknown. */
async function killServer(killable: Killable, kills: number): Promise<void> {
  await killable.killServer()
  const doubtful = await killable.rows('select id from outbox where mark is not null')
  expect(doubtful.length).toBeLessThanOrEqual(kills * DISPATCH_BATCH)
}

const victims = [
  ['the server', killServer],
  ['PostgreSQL', (killable: Killable) => killable.killPostgres()],
] as const

test.each(victims)(
  `kill -9 of %s while ${MESSAGES} messages are sent loses none, doubles none and keeps the balance exact (KILL_SEED=${seed})`,
  async (_victim, kill) => {
    const random = randomFrom(seed)
    const killable = await startKillable(BALANCE)
    onTestFinished(() => killable.close())
    const { address, credentials, sink } = killable
    const sending = startSending({ messages: MESSAGES, address, credentials, random })
    for (const [nr, moment] of momentsOf(random).entries()) {
      await reach(killable, sending, moment)
      if (random() < 0.5) await sink.mute()
      await kill(killable, nr + 1)
    }
    await sending.done
    await until(() => nothingWaits(killable))
    expect(await count(killable, 'status = 13')).toBeLessThanOrEqual(KILLS * DISPATCH_BATCH)
    await sink.unmute()
    await until(async () => (await count(killable, 'status in (0, 3, 13)')) === 0, 60)
    await proveNoneLostNoneDoubled(killable, sending.ids)
    await proveBalance(killable, BigInt(BALANCE) * 1_000_000n)
    await proveCounters(killable)
  },
  3 * MINUTES,
)

/** A message is half way when it is accepted and there when its outcome is known. */
const momentsOf = (random: Random): readonly number[] =>
  Array.from({ length: KILLS }, () => random() * 0.95 * 2 * MESSAGES).toSorted((a, b) => a - b)

const count = async ({ rows }: Killable, which: string): Promise<number> => {
  const [found] = await rows<{ count: bigint }>(`select count(*) from message where ${which}`)
  return Number(found?.count)
}

const reach = (killable: Killable, { ids }: Sending, moment: number): Promise<void> =>
  until(async () => ids.length + (await count(killable, 'status <> 0')) >= moment)

/** What is still in the outbox is unknown, so only receipts and queries can tell. */
const nothingWaits = async (killable: Killable): Promise<boolean> => (await count(killable, 'status = 0')) === 0
