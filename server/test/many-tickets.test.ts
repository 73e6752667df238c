import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, statement } from '../src/db/tx.ts'
import { manyTickets, newTicket } from './tickets.ts'
import { newWorld, type World } from './world.ts'

const isFull = process.env['SCALE'] === 'full'
const LISTED = isFull ? 100_000 : 10_000
const CALLS = isFull ? 40 : 5
const MEGABYTE = 1024 * 1024
/** The most megabytes that the calls may leave behind. */
const GROWTH = 50

/** A busy machine takes longer than a statement of the server may. */
const UNTIMED = statement('test.untimed', 'set local statement_timeout = 0')

/** The milliseconds of some runs, in their order. */
async function timesOf(runs: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.toSorted((one, other) => one - other)
}

let world: World
beforeAll(async () => {
  world = await newWorld()
  world.clock.set(new Date())
})
afterAll(() => world.close())

test('a list of very many tickets is read by page, state, category and text, and a new one is numbered behind them', async () => {
  const owner = await world.account()
  await inTransaction(world.pool, async (tx) => {
    await tx.run(UNTIMED, [])
    await tx.run(statement('test.many_tickets', manyTickets), [owner.id, LISTED])
  })
  await world.pool.query('insert into ticket_number (account_id, last) values ($1, $2)', [owner.id, LISTED])
  await world.pool.query('vacuum analyze ticket')
  const list = (query: object) => owner.call(tickets.list, { query })
  const queries = {
    first: {},
    last: { offset: '9980' },
    oldest: { sort: 'updated_at' },
    numbers: { sort: '-no' },
    new: { state: 'new' },
    billing: { category: 'billing' },
    both: { state: 'closed', category: 'billing' },
    appeals: { category: 'appeal' },
    appeal: { category: 'appeal', sort: '-no', limit: '1' },
    rare: { text: `matter ${LISTED - 7}` },
    number: { text: `#${LISTED}` },
    none: { text: 'no such matter' },
  }
  // The first call compiles code and opens connections.
  await list({})
  const before = process.memoryUsage.rss()
  for (const [name, query] of Object.entries(queries)) {
    const times = await timesOf(CALLS, () => list(query))
    const [median, most] = [0.5, 0.95].map((share) => times[Math.ceil(CALLS * share) - 1]?.toFixed(1))
    process.stdout.write(`tickets of ${LISTED}, ${name}: p50 ${median}, p95 ${most} ms\n`)
  }
  const grown = (process.memoryUsage.rss() - before) / MEGABYTE
  process.stdout.write(`tickets of ${LISTED}: ${grown.toFixed(0)} MB more memory\n`)
  // A page holds its own rows alone; the rest is what the calls themselves leave behind.
  expect(grown).toBeLessThan(GROWTH)
  expect(await list(queries.last)).toHaveLength(20)
  expect(await list(queries.rare)).toMatchObject([{ no: LISTED - 7 }])
  expect(await list(queries.number)).toMatchObject([{ no: LISTED }])
  expect(await list(queries.none)).toEqual([])
  expect(await newTicket(owner)).toMatchObject({ no: LISTED + 1 })
})
