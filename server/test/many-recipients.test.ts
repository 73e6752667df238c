import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastest } from './fastest.ts'
import { newWorld, type World } from './world.ts'

const LISTED = process.env['SCALE'] === 'full' ? 100_000 : 10_000
/** One entry in so many is a block; the others are imported opt-outs. */
const BLOCKS = 1_000

/** A possible number; the last digits count up. */
const numberAt = (n: number): string => `+1206${String(2_000_000 + n)}`

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('a list of very many recipients is read page by page, and a rare entry is found among them', async () => {
  const owner = await world.account()
  for (let from = 0; from < LISTED; from += limits.importMax) {
    const given = Array.from({ length: Math.min(limits.importMax, LISTED - from) }, (_, n) => numberAt(from + n))
    const { added } = await owner.call(recipients.import, { body: { recipients: given, reason: 'opt_out' } })
    expect(added).toBe(given.length)
  }
  await world.pool.query(
    `update listed_recipient set reason = 'block', scenes = 7, source = 'log' where account_id = $1 and to_last4 like '%999'`,
    [owner.id],
  )
  await world.pool.query('vacuum analyze listed_recipient')
  const list = (query: object) => owner.call(recipients.list, { query })
  const queries = {
    first: {},
    last: { offset: '9980' },
    blocks: { reason: 'block' },
    codes: { scene: '1' },
    log: { source: 'log', sort: 'created_at' },
    number: { recipient: numberAt(LISTED - 7) },
    digits: { recipient: numberAt(7).slice(-4) },
    none: { from: '2030-01-01' },
  }
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(10, () => list(query))
    process.stdout.write(`recipients of ${LISTED}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  expect(await list(queries.blocks)).toHaveLength(Math.min(20, LISTED / BLOCKS))
  expect(await list(queries.number)).toMatchObject([{ recipient: numberAt(LISTED - 7) }])
  expect(await list(queries.last)).toHaveLength(20)
})
