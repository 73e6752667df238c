import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse, until } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { signalThose } from './signals.ts'

const MINUTES = 60_000
const CALLS_AT_ONCE = 20
/** The milliseconds between a response and the caller's next call, so that the calls leave the processors to the server. */
const PAUSE = 50

let house: House
beforeAll(async () => {
  buildServerOnce()
  house = await startHouse({ balance: '100', sinkDelay: 1 })
})
afterAll(() => house.close())

const statusOf = async (path: string): Promise<number> => {
  const reply = await fetch(`${house.address()}${path}`)
  await reply.arrayBuffer()
  return reply.status
}

const send = () =>
  fetch(`${house.address()}/?action=sms.message.send&accessKeyId=${house.credentials[0]?.key}`, {
    method: 'POST',
    body: JSON.stringify({ to: ['+14155552671'], text: 'Hello' }),
  })
const signIn = () =>
  fetch(`${house.address()}/api/session`, {
    method: 'POST',
    headers: { origin: house.address(), 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'sender@example.com', password: 'wild goose' }),
  })

/** Sends both kinds of calls, over and over, until it is stopped. Returns the statuses that are neither 200 nor 503. */
function startCalls() {
  const odd: string[] = []
  let isStopped = false
  const call = async (kind: () => Promise<Response>): Promise<void> => {
    while (!isStopped) {
      const reply = await kind()
      const text = await reply.text()
      if (![200, 503].includes(reply.status)) odd.push(`${reply.status} ${text}`)
      await sleep(PAUSE)
    }
  }
  const running = Promise.all(Array.from({ length: CALLS_AT_ONCE }, (_, at) => call(at % 4 === 0 ? signIn : send)))
  return {
    odd,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

async function expectRefused(): Promise<void> {
  const sent = await send()
  expect(sent.status).toBe(503)
  expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await sent.json()).toMatchObject({ details: { error: 'unavailable', retryable: true } })
  const signed = await signIn()
  expect(signed.status).toBe(503)
  expect(Number(signed.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await signed.json()).toMatchObject({ error: { code: 'unavailable' } })
}

test(
  'calls are refused with 503 while PostgreSQL stands still, none gets 500 when it goes on, and the log stays short',
  async () => {
    await until(async () => (await statusOf('/readyz')) === 200)
    const calls = startCalls()
    const began = { line: house.server.log().length, at: performance.now() }
    const stopped = house.processes().postgres
    signalThose(stopped, 'SIGSTOP')
    try {
      await until(async () => (await statusOf('/readyz')) === 503)
      await until(async () => (await send()).status === 503, 60)
      await expectRefused()
      expect(await statusOf('/healthz')).toBe(200)
    } finally {
      signalThose(stopped, 'SIGCONT')
    }
    await until(async () => (await statusOf('/readyz')) === 200)
    await calls.stop()
    expect(calls.odd).toEqual([])
    const lines = house.server.log().slice(began.line)
    const seconds = Math.ceil((performance.now() - began.at) / 1_000)
    expect(lines.slice(seconds + 1)).toEqual([])
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
  },
  patient(2 * MINUTES),
)

test(
  'calls are refused with 503 while all connections of PostgreSQL are cut, and the log stays short',
  async () => {
    const calls = startCalls()
    const began = { line: house.server.log().length, at: performance.now() }
    for (let round = 0; round < 5; round += 1) {
      await house
        .rows(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
        )
        .catch(() => undefined)
      await until(async () => (await send()).status === 200)
    }
    await calls.stop()
    expect(calls.odd).toEqual([])
    const lines = house.server.log().slice(began.line)
    const seconds = Math.ceil((performance.now() - began.at) / 1_000)
    expect(lines.slice(seconds + 1)).toEqual([])
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
  },
  patient(MINUTES),
)
