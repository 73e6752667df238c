import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceKeyFile } from '../src/keys/key-file.ts'
import { keyIdOf, newKey } from '../src/kit/secret-box.ts'
import { type House, type HouseServer, startHouse, until } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'

const MINUTES = 60_000
/** Calls of each server that must have been answered at each stage. */
const ENOUGH = 20
/** The milliseconds between two rounds of calls, so that the load leaves the processors to the rotation. */
const PAUSE = 200

let house: House
let dataDir: string
beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: '1000', sinkDelay: 1 })
  dataDir = house.dataDir
})
afterAll(() => house.close())

const keysIn = (): string => readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim()

interface Load {
  readonly answered: number
  readonly failures: readonly string[]
  readonly stop: () => Promise<void>
}

/** Sends messages, and creates and lists credentials, until it is stopped. Each call seals or opens values. */
function startLoad({ address }: HouseServer, cookie: string): Load {
  let [isStopped, answered] = [false, 0]
  const failures: string[] = []
  const call = async (method: string, url: string, body?: object, headers = {}): Promise<unknown> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const own = { cookie, origin: address(), 'content-type': 'application/json', ...headers }
    const reply = await fetch(`${address()}${url}`, { method, headers: own, ...content })
    const text = await reply.text()
    if (!reply.ok) failures.push(`${method} ${url}: ${reply.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const send = (key: string) =>
    call('POST', `/?action=sms.message.send&accessKeyId=${key}`, { to: ['+14155552671'], text: 'Hello' })
  const round = async (): Promise<void> => {
    await send(house.credentials[0]?.key ?? '')
    const idempotent = { 'idempotency-key': randomUUID() }
    const made = (await call('PUT', '/api/credentials', { mode: 1 }, idempotent)) as { id: string; key: string } // the reply
    const again = await call('PUT', '/api/credentials', { mode: 1 }, idempotent)
    if (JSON.stringify(again) !== JSON.stringify(made)) failures.push('a repeated call got another response')
    await send(made.key)
    await call('GET', '/api/credentials')
    await call('DELETE', `/api/credentials/${made.id}`)
    answered += 6
    await sleep(PAUSE)
  }
  const running = (async () => {
    while (!isStopped) await round()
  })()
  return {
    get answered() {
      return answered
    },
    failures,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

async function signIn(address: string): Promise<string> {
  const body = JSON.stringify({ identifier: 'sender@example.com', password: 'wild goose' })
  const headers = { origin: address, 'content-type': 'application/json' }
  const reply = await fetch(`${address}/api/session`, { method: 'POST', headers, body })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function keysOfValues(): Promise<readonly string[]> {
  const values = await house.rows<{ sealed: string }>(
    `select sealed_secret as sealed from credential union all select sealed_answer from console_answer
       where sealed_answer is not null union all select sealed from sandbox_key union all
     select sealed_hash_key from secret_ring`,
  )
  return [...new Set(values.map(({ sealed }) => keyIdOf(sealed)))]
}

test(
  'a rotation beside two servers under load fails no call, and afterwards the new key alone opens every value',
  async () => {
    const old = keysIn()
    const next = newKey('k2')
    replaceKeyFile(dataDir, `${next},${old}`)
    const another = await house.startAnother()
    const cookie = await signIn(house.address())
    const loads = [startLoad(house.server, cookie), startLoad(another, cookie)]
    const loaded = async (calls: number) => loads.every(({ answered }) => answered >= calls)
    await until(() => loaded(ENOUGH))
    expect(await keysOfValues()).toEqual(['k1'])

    const report = await house.command('keys', 'rotate')
    expect(report).toMatchObject({ current: 'k2', retired: ['k1'] })
    const before = Math.max(...loads.map(({ answered }) => answered))
    await until(() => loaded(before + ENOUGH))
    await Promise.all(loads.map((load) => load.stop()))
    expect(loads.flatMap(({ failures }) => failures)).toEqual([])
    expect(await keysOfValues()).toEqual(['k2'])

    expect(keysIn()).toBe(next)
    await house.server.kill()
    const load = startLoad(house.server, await signIn(house.address()))
    await until(async () => load.answered >= ENOUGH)
    await load.stop()
    expect(load.failures).toEqual([])
    expect(await house.command('keys', 'check')).toMatchObject({ ok: true })
  },
  patient(2 * MINUTES),
)
