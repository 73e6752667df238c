import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../src/kit/password.ts'
import { floodSignIn } from './flooders.ts'
import { type HouseOwner, signInTo } from './house-owner.ts'
import { type House, startHouse } from './house.ts'
import { codeIn } from './inbox.ts'
import { quantile } from './load.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { eventually } from './sender.ts'
import { sheddingProcess } from './shedding.ts'
import { memoryOf, SLOW_HEAD, withheldBody, withhold } from './withholders.ts'

/** A tenth of the flood by default; all of it with SCALE=full. */
const FULL = process.env['SCALE'] === 'full'
const SCALE = FULL ? 1 : 0.1
const SECONDS = 5
const WARM_UP = { seconds: 3, mostRounds: 6, settledBytes: 8 * 1024 * 1024 }
const GUESSES = 1_000 * SCALE
const CODE_REQUESTS = (10_000 * SCALE) / SECONDS
const ADDRESSES = 500
const WITHHELD = 3_000 * SCALE
const SLOW_HEADS = 5_000 * SCALE
const READ_EVERY = 40
const QUIET_READS = FULL ? 200 : 50
const BUDGET = 2
const CODE_WITHIN_MILLIS = 60_000
const MEGABYTE = 1024 * 1024
const EMAIL = 'sender@example.com'

const PLAN = { seconds: SECONDS, guesses: GUESSES, codes: CODE_REQUESTS, addresses: ADDRESSES, email: EMAIL }

let house: House
/** The owner in a browser that signed in before. */
let owner: HouseOwner
beforeAll(buildServerOnce)
beforeEach(async () => {
  house = await startHouse({ balance: '1', sinkDelay: 0, settings: { CODE_BUDGET_USD: String(BUDGET) } })
  await house.rows('update account set password_hash = $1 where email = $2', [await hashPassword('wild goose'), EMAIL])
  owner = await signInTo(house, EMAIL, 'known')
})
afterEach(() => house.close())

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Reads the account in the console until told to stop. Returns the milliseconds of each read. */
async function readWhile(goesOn: (reads: number) => boolean): Promise<readonly number[]> {
  const taken: number[] = []
  while (goesOn(taken.length)) {
    taken.push(await timed(async () => (await owner.call('GET', '/account')).text()))
    await sleep(READ_EVERY)
  }
  return taken
}

async function inbox(): Promise<readonly InboxMessage[]> {
  const url = `${house.address()}/sandbox/inbox?${new URLSearchParams({ to: EMAIL }).toString()}`
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  return (await answer.json()) as readonly InboxMessage[] // the inbox's own form
}

/** Requests a code, reads it and exchanges it for a token, each as soon as the server lets the owner. */
async function getCode(): Promise<void> {
  const target = { scene: 'verif_reset_password', email: EMAIL }
  const until200 = async (place: string, body: object): Promise<Response> =>
    eventually(
      () => owner.call('POST', place, { body }),
      ({ status }) => status === 200,
    )
  const { handle } = (await (await until200('/verif/code', target)).json()) as { handle: string } // the reply's form
  const [message] = await eventually(
    async () => (await inbox()).filter(({ text }) => text.includes('reset your password')),
    (found) => found.length > 0,
  )
  const code = message === undefined ? 'none' : codeIn(message)
  await until200('/verif/verification', { ...target, code, handle })
}

async function spent(): Promise<number> {
  const [row] = await house.rows<{ spent: number }>(
    `select coalesce(sum(m.price_micros), 0)::float8 / 1e6 as spent from message m
      join account a on a.id = m.account_id where a.house and a.currency = 'USD'`,
  )
  return row?.spent ?? 0
}

/** With the process that accepts connections for it. */
function memoryOfServer(pid: number): number {
  const shedding = sheddingProcess(pid)
  return memoryOf(pid) + (shedding === null ? 0 : memoryOf(shedding))
}

/**
 * Floods the server until its memory no longer grows by that: the heap of a server that has not worked yet grows by its
 * first work, to a size that it keeps.
 */
async function warmUp(pid: number): Promise<void> {
  for (let round = 0; round < WARM_UP.mostRounds; round += 1) {
    const before = memoryOfServer(pid)
    await floodSignIn({ address: house.address(), ...PLAN, seconds: WARM_UP.seconds })
    if (memoryOfServer(pid) - before < WARM_UP.settledBytes) return
  }
}

const TICKS_A_SECOND = 100
/** The seconds that a process or one of its threads has worked; 0 for one that has ended. */
function workOf(folder: string): number {
  if (!existsSync(`/proc/${folder}/stat`)) return 0
  const [user, system] = readFileSync(`/proc/${folder}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11) ?? []
  return (Number(user) + Number(system)) / TICKS_A_SECOND
}

/** The seconds that the server, its event loop and the processes of its database have worked. */
function works() {
  const { server, postgres } = house.processes()
  return {
    server: workOf(`${server}`),
    loop: workOf(`${server}/task/${server}`),
    database: postgres.reduce((sum, pid) => sum + workOf(`${pid}`), 0),
  }
}

test(
  'a flood of guesses and code requests keeps the owner from no code, the server’s memory flat, and the house within its budget',
  async () => {
    const pid = house.server.pid()
    await warmUp(pid)
    const memory = memoryOfServer(pid)
    const quiet = quantile(await readWhile((reads) => reads < QUIET_READS), 0.95)
    const withholders = [
      await withhold(house.address(), { count: WITHHELD, ...withheldBody('nobody') }),
      await withhold(house.address(), { count: SLOW_HEADS, ...SLOW_HEAD }),
    ]
    const before = works()
    const floodEnds = performance.now() + SECONDS * 1_000
    const [{ answers, worked }, busy, codeAfter] = await Promise.all([
      floodSignIn({ address: house.address(), ...PLAN }),
      readWhile(() => performance.now() < floodEnds),
      timed(getCode),
    ])
    const grown = memoryOfServer(pid) - memory
    for (const { close } of withholders) close()

    const inFlood = quantile(busy, 0.95)
    const after = works()
    const figures = [
      `console p95 ${quiet.toFixed(1)} ms quiet, ${inFlood.toFixed(1)} ms in the flood (${(inFlood / quiet).toFixed(1)} times)`,
      `a code after ${codeAfter.toFixed(0)} ms`,
      `${(grown / MEGABYTE).toFixed(0)} MB more memory after withheld requests and the flood`,
      `processor seconds: server ${(after.server - before.server).toFixed(2)}, of these its event loop ${(after.loop - before.loop).toFixed(2)}; database ${(after.database - before.database).toFixed(2)}; clients ${worked.toFixed(2)}`,
      JSON.stringify(answers),
    ]
    process.stdout.write(`sign-in flood: ${figures.join('; ')}\n`)
    expect(grown).toBeLessThan(100 * MEGABYTE)
    expect(codeAfter).toBeLessThan(patient(CODE_WITHIN_MILLIS))
    expect(await spent()).toBeGreaterThan(0)
    expect(await spent()).toBeLessThanOrEqual(BUDGET)
  },
  patient(240_000),
)

/** More connections than the kernel keeps by default for a server that does not accept them. */
const AT_THE_DOOR = 1_000
const DOOR_ADDRESSES = 50

test(
  'connections that arrive while the server is busy are kept and answered',
  async () => {
    const { hostname, port } = new URL(house.address())
    const pid = house.server.pid()
    const sockets: Socket[] = []
    process.kill(pid, 'SIGSTOP')
    try {
      for (let nr = 0; nr < AT_THE_DOOR; nr += 1) {
        const localAddress = `127.0.3.${1 + (nr % DOOR_ADDRESSES)}`
        sockets.push(connect({ host: hostname, port: Number(port), localAddress }))
      }
      const connected = Promise.all(sockets.map((socket) => once(socket, 'connect'))).then(() => 'all connected')
      expect(await Promise.race([connected, sleep(patient(10_000), 'not all connected')])).toBe('all connected')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    const answers = sockets.map((socket) => once(socket.setEncoding('latin1'), 'data'))
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    const statuses = (await Promise.all(answers)).map(([answer]) => String(answer).slice(9, 12))
    expect(new Set(statuses)).toEqual(new Set(['200']))
    for (const socket of sockets) socket.destroy()
  },
  patient(60_000),
)
