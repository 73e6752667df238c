import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../src/kit/password.ts'
import { type HouseOwner, signInTo } from './house-owner.ts'
import { type House, startHouse, until } from './house.ts'
import { patient } from './patience.ts'
import { buildServerOnce } from './process.ts'
import { sheddingProcess } from './shedding.ts'

const EMAIL = 'sender@example.com'
const WAVE = 100
const NETWORKS = 30
const WAVE_EVERY = 500
/** Addresses of this machine that stand for networks of the internet. */
const CONSOLE = '127.0.9.1'
const PROGRAM = '127.0.9.2'
const UNKNOWN = '127.0.9.3'
/** More connections at once than one unknown network may have in line. */
const CROWD = 40
/** The headers of a browser that opens a page in Chinese. */
const OF_PAGE = 'Accept: text/html\r\nAccept-Language: zh-CN,zh;q=0.9\r\n'
const HEADERS = 'Host: a\r\nContent-Type: application/json\r\nConnection: close\r\n'

let house: House
let owner: HouseOwner
let flooding: Promise<void> = Promise.resolve()
let isFlooding = false
/** True once the server has shed load: fewer connections keep it at that. */
let isSeen = false
const agents: Agent[] = []

beforeAll(buildServerOnce)
beforeEach(async () => {
  house = await startHouse({ balance: '1', sinkDelay: 0 })
  await house.rows('update account set password_hash = $1 where email = $2', [await hashPassword('wild goose'), EMAIL])
  owner = await signInTo(house, EMAIL)
})
afterEach(async () => {
  await endFlood()
  for (const agent of agents.splice(0)) agent.destroy()
  await house.close()
})

interface Answer {
  readonly status: number
  /** The port from which the caller's connection came. */
  readonly from: number | undefined
  readonly isLast: boolean
}

/** Connections from an address of this machine. Without keepAlive each request has its own. */
function caller(localAddress: string, keepAlive = false): Agent {
  const agent = new Agent({ localAddress, keepAlive, maxSockets: keepAlive ? 1 : Infinity })
  agents.push(agent)
  return agent
}

function call(agent: Agent, place: string, { body, cookie = '' }: { body?: object | undefined; cookie?: string } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = { cookie, 'content-type': 'application/json' }
    request(`${house.address()}${place}`, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      const { statusCode = 0, socket } = response
      const answer = { status: statusCode, from: socket.localPort, isLast: response.headers.connection === 'close' }
      response.resume().once('end', () => resolve(answer))
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

/** The statuses of a crowd of requests at once, each on its own connection; 0 where it was closed without a response. */
async function crowd(localAddress: string): Promise<ReadonlySet<number>> {
  const answers = Array.from({ length: CROWD }, () =>
    call(caller(localAddress), '/healthz').catch(() => ({ status: 0 })),
  )
  return new Set((await Promise.all(answers)).map(({ status }) => status))
}

const account = (agent: Agent) => call(agent, '/api/account', { cookie: owner.cookie })

async function isShedding(): Promise<boolean> {
  const metrics = await fetch(`${house.address()}/metrics`)
  return /^hongyan_shedding 1$/m.test(await metrics.text())
}

const refusedIn = (answers: readonly string[]) => answers.find((answer) => answer.startsWith('HTTP/1.1 503'))

/**
 * Opens connections of thirty networks until `endFlood`. Resolves when another process accepts the server's
 * connections. Connections alone are a flood on any machine, however slowly it answers calls.
 */
async function floodUntilShedding(): Promise<void> {
  isFlooding = true
  isSeen = false
  flooding = openWaves()
  await until(isShedding)
  isSeen = true
}

async function openWaves(): Promise<void> {
  const sockets: Socket[] = []
  const { hostname, port } = new URL(house.address())
  while (isFlooding) {
    for (let nr = 0; nr < WAVE; nr += 1) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.10.${1 + (nr % NETWORKS)}` })
      sockets.push(socket.on('error', () => undefined).resume())
    }
    await sleep(isSeen ? WAVE_EVERY : WAVE_EVERY / 5)
  }
  for (const socket of sockets) socket.destroy()
}

async function endFlood(): Promise<void> {
  isFlooding = false
  await flooding
}

function shedder(): number {
  const found = sheddingProcess(house.server.pid())
  if (found === null) throw new Error('no process sheds load')
  return found
}

/** Writes to a connection of its own. The answer is all that comes until it is closed. */
function converse(localAddress: string, written: string) {
  const { hostname, port } = new URL(house.address())
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  socket.on('error', () => undefined).write(written)
  return { socket, answer: text(socket) }
}

const answered = (localAddress: string, line: string, headers = ''): Promise<string> =>
  converse(localAddress, `${line} HTTP/1.1\r\n${HEADERS}${headers}\r\n`).answer

test(
  'in a flood all connections of known networks are served, unknown networks take turns, and the server recovers by itself',
  async () => {
    const open = caller(UNKNOWN, true)
    const opened = await call(open, '/healthz')
    expect((await account(caller(CONSOLE))).status).toBe(200)
    await floodUntilShedding()

    expect(await call(open, '/healthz')).toEqual({ ...opened, status: 200 })
    expect(await crowd(CONSOLE)).toEqual(new Set([200]))
    const [credential] = house.credentials
    const query = new URLSearchParams({ action: 'sms.message.send', accessKeyId: credential?.key ?? '' }).toString()
    const sent = await call(caller(PROGRAM), `/?${query}`, { body: { to: '+12065550100', text: 'Hello' } })
    expect(sent.status).toBe(200)
    expect(await crowd(PROGRAM)).toEqual(new Set([200]))
    // The sandbox of Stripe is called at the server's own address.
    const order = { amount: '20', channel: 'stripe', currency: 'USD' }
    expect((await owner.call('POST', '/topup', { body: order })).status).toBe(200)

    expect(await call(caller('127.0.9.4', true), '/api/account')).toMatchObject({ status: 401, isLast: true })
    expect([...(await crowd('127.0.9.5'))]).toEqual(expect.arrayContaining([200, 503]))
    const calls = Array.from({ length: CROWD }, () => answered('127.0.9.6', 'GET /api/account'))
    const sends = Array.from({ length: CROWD }, () => answered('127.0.9.7', 'POST /'))
    expect(refusedIn(await Promise.all(calls))).toContain('{"error":{"code":"busy"')
    const pages = Array.from({ length: CROWD }, () => answered('127.0.9.8', 'GET /login', OF_PAGE))
    expect(refusedIn(await Promise.all(pages))).toMatch(/\r\nRefresh: 5\r\n.*<html lang="zh-CN">.*系统繁忙/s)
    expect(refusedIn(await Promise.all(sends))).toMatch(/{"code":"\d+"/)

    await endFlood()
    await until(async () => !(await isShedding()), 60)
    expect(await crowd('127.0.9.10')).toEqual(new Set([200]))
    expect(house.server.log().filter((line) => line.includes('calls without a session are few again'))).toHaveLength(1)
  },
  patient(180_000),
)

const MANY = 400

test.each([
  ['session', '/api/account', undefined],
  ['known key', '/?action=sms.message.send&accessKeyId=nobody', {}],
])(
  'many calls without a %s make a server shed load, unless they come from the operator’s own networks',
  async (_, place, body) => {
    const flood = (address: string) => Array.from({ length: MANY }, () => call(caller(address), place, { body }))
    await Promise.all(flood('127.0.0.1'))
    expect(sheddingProcess(house.server.pid())).toBeNull()
    await until(async () => {
      await Promise.all(flood('127.0.9.9').map((answer) => answer.catch(() => null)))
      return sheddingProcess(house.server.pid()) !== null
    })
  },
  patient(120_000),
)

test(
  'a server whose process that sheds load is killed accepts its connections itself again',
  async () => {
    expect((await account(caller(CONSOLE))).status).toBe(200)
    await floodUntilShedding()
    process.kill(shedder(), 'SIGKILL')
    await until(async () => house.server.log().some((line) => line.includes('"signal":"SIGKILL"')))
    expect((await account(caller(CONSOLE))).status).toBe(200)
    expect((await call(caller(UNKNOWN), '/healthz')).status).toBe(200)
  },
  patient(120_000),
)

test(
  'a server that is killed leaves no process that keeps its port',
  async () => {
    await floodUntilShedding()
    const pid = shedder()
    await house.server.kill()
    await until(async () => !existsSync(`/proc/${pid}`))
  },
  patient(120_000),
)

test(
  'a server that stops while it sheds load answers the request whose body is under way',
  async () => {
    expect((await account(caller(CONSOLE))).status).toBe(200)
    await floodUntilShedding()
    const { socket, answer } = converse(
      CONSOLE,
      `POST /api/session HTTP/1.1\r\n${HEADERS}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    )
    await once(socket, 'data')
    const server = house.server.pid()
    const shedding = shedder()
    process.kill(server, 'SIGTERM')
    await until(async () => !existsSync(`/proc/${shedding}`))
    // A server that did not wait would have ended by then.
    await sleep(3_000)
    socket.write('{}')
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
    await until(async () => !existsSync(`/proc/${server}`))
  },
  patient(120_000),
)
