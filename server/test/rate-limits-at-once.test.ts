import { HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentOf } from '../src/kit/ids.ts'
import { type House, type HouseServer, startHouse } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { proveLedger } from './proof.ts'
import { eventually } from './sender.ts'
import { newShiftedClock, type ShiftedClock } from './shifted-clock.ts'

const FULL = process.env['SCALE'] === 'full'
const PROCESSES = FULL ? 4 : 2
const CLIENTS = FULL ? 64 : 20
const BALANCE = '100'
const LIMITS = { minute: 3, hour: 5, day: 8 }
const RULE = '0199a000-0000-7000-8000-00000000000a'

let clock: ShiftedClock
let house: House
let servers: readonly HouseServer[]

beforeAll(async () => {
  buildServerOnce()
  clock = newShiftedClock()
  house = await startHouse({ balance: BALANCE, sinkDelay: 1, settings: clock.settings, accounts: [0, 0, 0] })
  const others = []
  for (let nr = 1; nr < PROCESSES; nr += 1) others.push(await house.startAnother())
  servers = [house.server, ...others]
})
afterAll(async () => {
  await house.close()
  clock.remove()
})

/** Sends to a number at one server, and again while that server is busy. */
async function send(server: HouseServer, key: string, to: string) {
  for (;;) {
    const reply = await fetch(`${server.address()}/?action=sms.message.send&accessKeyId=${key}`, {
      method: 'POST',
      body: JSON.stringify({ to, text: 'Hello' }),
    })
    await reply.arrayBuffer()
    const at = momentOf(reply.headers.get('x-request-id') ?? '')
    if (reply.status !== 503) return { status: reply.status, at }
  }
}

/** Moves the clock of every server, and waits until each of them goes by it. */
async function setClock(to: Date): Promise<void> {
  clock.shift(servers, to.getTime() - Date.now())
  const distance = async (server: HouseServer): Promise<number> =>
    Math.abs((await send(server, 'none', 'none')).at.getTime() - to.getTime())
  await Promise.all(
    servers.map((server) =>
      eventually(
        () => distance(server),
        (off) => off < 50 * SECOND,
      ),
    ),
  )
}

/** The requests of many clients at all servers that were accepted. */
async function burst(key: string, to: string): Promise<number> {
  const requests = Array.from({ length: CLIENTS }, (_, nr) => send(servers[nr % PROCESSES] ?? house.server, key, to))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

/** Stores a rule without a notification, as if each process had lost its listener. */
async function limit(key: string, { minute, hour, day }: typeof LIMITS, zone: string): Promise<void> {
  const rule = { id: RULE, scope: 'recipient', scene: null, action: 'reject' }
  const rules = [{ ...rule, per_minute: minute, per_hour: hour, per_day: day }]
  const owner = `(select account_id from credential where key = $1)`
  await house.rows(
    `insert into rate_limiting (account_id, version, enabled, rules, exempt, countries)
     values (${owner}, 1, true, $2, '[]', '[]')`,
    [key, JSON.stringify(rules)],
  )
  await house.rows(`update account set time_zone = $2, changed_at = now() where id = ${owner}`, [key, zone])
}

test('a rule that was saved elsewhere is enforced by every process within five seconds of a lost notification', async () => {
  const { key = '' } = house.credentials[0] ?? {}
  await Promise.all(servers.map((server) => send(server, key, '+12065550199')))
  await limit(key, { minute: 1, hour: 1, day: 1 }, 'UTC')
  const saved = Date.now()
  const statuses = () => Promise.all(servers.map(async (server) => (await send(server, key, '+12065550198')).status))
  await eventually(statuses, (found) => found.every((status) => status === 429))
  expect(Date.now() - saved).toBeLessThan(patient(6 * SECOND))
})

/** The first moments of days of a clock change, and their lengths. */
const days = [
  [0, 'America/New_York', '2026-11-01T04:00:00Z', 25],
  [1, 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  [2, 'Asia/Beirut', '2026-03-28T22:00:00Z', 23],
] as const

test.each(days)(
  'many clients at all processes get exactly as many messages through as a rule allows, over the edges of a day (%i: %s)',
  async (nr, zone, first, hours) => {
    const { key = '' } = house.accounts[nr] ?? {}
    await limit(key, LIMITS, zone)
    const start = new Date(first).getTime()
    const end = hours * HOUR
    /** The bursts that went through, by day and hour. */
    const passed: { readonly day: number; readonly hour: number }[] = []
    for (const since of [end - 2 * HOUR, end - HOUR, end - HOUR + MINUTE, end - MINUTE, end, end + MINUTE]) {
      const day = since < end ? 0 : 1
      const hour = Math.floor((since - day * end) / HOUR)
      await setClock(new Date(start + since + 2 * SECOND))
      const ofDay = passed.filter((one) => one.day === day)
      const ofHour = ofDay.filter((one) => one.hour === hour)
      const room = Math.min(LIMITS.minute, LIMITS.hour - ofHour.length, LIMITS.day - ofDay.length)
      const through = await burst(key, '+12065550101')
      expect([since / MINUTE, through]).toEqual([since / MINUTE, room])
      passed.push(...Array.from({ length: through }, () => ({ day, hour })))
    }
    expect(passed.length).toBeGreaterThan(LIMITS.day)
  },
)

test('the books are exact after limits stopped messages at several processes', () => proveLedger(house))
