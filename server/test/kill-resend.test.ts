import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HouseOwner, signInTo } from './house-owner.ts'
import { type House, startHouse, until } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveLedger, proveNoneDoubled } from './proof.ts'
import { below, randomFrom } from './random.ts'

const FULL = process.env['SCALE'] === 'full'
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const KILLS = FULL ? 8 : 2
/** Messages sent again for each kill. */
const CALLS = 12
/** Calls that are made at once. */
const CLIENTS = 6
const MINUTES = 60_000

const random = randomFrom(seed)
let house: House
let owner: HouseOwner

beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: '10', sinkDelay: 5 })
  owner = await signInTo(house, 'sender@example.com')
})
afterAll(() => house.close())

async function sendFirst(): Promise<string> {
  const url = `${house.address()}/?action=sms.message.send&accessKeyId=${house.credentials[0]?.key ?? ''}`
  const body = JSON.stringify({ to: '+14152010001', text: 'Your parcel is here.', clientRef: 'order-1' })
  const reply = await fetch(url, { method: 'POST', body })
  const [row] = await house.rows<{ id: string }>('select id from message')
  if (row === undefined) throw new Error(`the message was refused: ${await reply.text()}`)
  return row.id
}

/** Sends a message again; null where the server ended before it answered. */
async function resend(id: string, key: string): Promise<string | null> {
  const reply = await owner.call('POST', `/sms/messages/${id}/resend`, { key, body: {} }).catch(() => null)
  if (reply?.status !== 200) return null
  const body = (await reply.json().catch(() => null)) as { readonly id: string } | null
  return body?.id ?? null
}

const messages = async (): Promise<number> => {
  const [found] = await house.rows<{ count: bigint }>('select count(*) from message')
  return Number(found?.count)
}

/**
 * Calls with all keys, some at once, and kills the server as soon as there are so many messages: the last of them are
 * kept, and their calls are not answered yet.
 */
async function killedMeanwhile(first: string, keys: readonly string[], at: number) {
  const answers = new Map<string, string | null>()
  const line = [...keys]
  let isKilled = false
  const client = async (): Promise<void> => {
    for (let key = line.shift(); key !== undefined && !isKilled; key = line.shift()) {
      answers.set(key, await resend(first, key))
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  while ((await messages()) <= at && line.length > 0);
  isKilled = true
  await house.server.kill()
  await clients
  return answers
}

/** Repeats a call until it is answered. The calls of a dead process leave their keys at once instead of after a minute. */
async function untilAnswered(id: string, key: string): Promise<string> {
  let sent: string | null = null
  await until(async () => {
    sent = await resend(id, key)
    return sent !== null
  })
  return sent ?? ''
}

test(
  `a message sent again under one Idempotency-Key is one message, however the server is killed (KILL_SEED=${seed})`,
  async () => {
    const first = await sendFirst()
    const again = new Set<string>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const keys = Array.from({ length: CALLS }, (_, nr) => `again-${kill}-${nr}`)
      const before = await killedMeanwhile(first, keys, again.size + 1 + below(random, CALLS))
      await house.rows('update console_answer set runs_until = now() where sealed_answer is null')
      for (const key of keys) {
        const id = await untilAnswered(first, key)
        expect(id).toBe(before.get(key) ?? id)
        again.add(id)
      }
    }
    expect(again.size).toBe(KILLS * CALLS)
    const rows = await house.rows<{ id: string }>(`select id from message where client_ref = 'order-1'`)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([first, ...again]))
    await until(async () => (await house.rows('select id from message where status = 0')).length === 0)
    proveNoneDoubled(house)
    await proveLedger(house)
  },
  patient(3 * MINUTES),
)
