import { randomUUID } from 'node:crypto'
import { table } from '@hongyan/contract/endpoints/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Row } from '../src/http/implement.ts'
import { patient } from './patience.ts'
import { below, type Random, randomFrom } from './random.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)
/** Requests to each row. */
const REQUESTS = process.env['SCALE'] === 'full' ? 400 : 40

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const rows: readonly (readonly [string, Row])[] = Object.entries(table).flatMap(
  ([noun, calls]) => Object.entries(calls).map(([call, row]) => [`${noun}.${call}`, row as Row] as const), // each value is a row
)

const hostileGroups: readonly (readonly unknown[])[] = [
  ['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', '💥', '%', '%00', "';--", '../..', '__proto__', 'null', 'true'],
  ['0', '-1', '1e309', '0.000001', '12,5', '１２', '2026-02-30', '9999-12-31', '+', '@'],
  ['9'.repeat(14), '9'.repeat(20)],
  ['us', 'cn', 'USD', 'en', 'stripe', '+12065550100', 'a@b.co', '2026-11-20', '20.00', 'x'.repeat(5_000)],
  [0, -1, 1, 2, 3, 1.5, 1e308, -0, 2 ** 53, true, false, null, [], {}, [[[]]], [null], { $gt: '' }, { toString: 1 }],
]
const hostile = hostileGroups.flatMap((group) => group)

/** The names of the fields that a schema knows. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

function fuzzOf(random: Random) {
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(random, from.length)]
    if (picked === undefined && from.length === 0) throw new Error('there is nothing to pick')
    return picked as T // an index below the length
  }
  const value = (): unknown => {
    const kind = below(random, 8)
    if (kind === 0) return randomUUID()
    if (kind === 1) return Array.from({ length: below(random, 4) }, () => pick(hostile))
    return pick(hostile)
  }
  const object = (names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries([
      ...names.filter(() => random() < 0.9).map((name) => [name, value()] as const),
      ...(random() < 0.1 ? [['constructor', value()] as const] : []),
    ])
  return { pick, value, object }
}

/** Fills the parameters of a path. A parameter with a slash, or an empty one, is another path. */
function pathOf(address: string, fuzz: ReturnType<typeof fuzzOf>): string {
  const path = address.slice(address.indexOf(' ') + 1)
  return path.replaceAll(/:\w+/g, () => {
    const text = spelt(fuzz.value())
    return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
  })
}

function queryOf(values: Record<string, unknown>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${textOf(spelt(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** A value as an address spells it. */
const spelt = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const textOf = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ff')

async function newOwner(): Promise<SignedIn> {
  const owner = await world.account({ balance: '100' })
  await world.pool.query('update account set realname_auth = true, credit_enabled = true where id = $1', [owner.id])
  return owner
}

test(
  `no random request to any row of the contract is answered with a server error (FUZZ_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    const fuzz = fuzzOf(random)
    const failed: string[] = []
    const statuses = new Map<number, number>()
    let owner = await newOwner()
    for (const [name, row] of rows) {
      const [fields, filters] = [fieldsOf(row.body), fieldsOf(row.query)]
      const [method = ''] = row.address.split(' ')
      for (let nr = 0; nr < REQUESTS; nr += 1) {
        const body = random() < 0.9 ? fuzz.object(fields) : fuzz.value()
        const payload = random() < 0.05 ? '{"a":' : JSON.stringify(body)
        const url = `/api${pathOf(row.address, fuzz)}${random() < 0.5 ? queryOf(fuzz.object(filters)) : ''}`
        const isSignedIn = random() < 0.9
        const reply = await world.app.inject({
          method: method as 'GET', // every address begins with an HTTP method
          url,
          headers: {
            origin: 'http://localhost',
            ...(isSignedIn && { cookie: owner.cookie }),
            ...(method !== 'GET' && { 'content-type': 'application/json' }),
            ...(random() < 0.2 && { 'idempotency-key': fuzz.pick(['once', 'a b', 'ü', 'x'.repeat(300), '']) }),
            ...(random() < 0.2 && { 'accept-language': fuzz.pick(['zh', 'en', '*', ';;q=', 'x'.repeat(1_000)]) }),
          },
          ...(method !== 'GET' && { payload }),
        })
        statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
        if (reply.statusCode >= 500) failed.push(`${name} ${reply.statusCode} ${url} ${payload} ${reply.body}`)
        if (isSignedIn && reply.statusCode === 401) owner = await refreshed(owner)
      }
    }
    expect(failed).toEqual([])
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
  },
  patient(REQUESTS * 6_000),
)

/** The same owner, or a new one where a request ended the session. */
async function refreshed(owner: SignedIn): Promise<SignedIn> {
  const { statusCode } = await world.app.inject({ url: '/api/account', headers: { cookie: owner.cookie } })
  return statusCode === 200 ? owner : newOwner()
}
