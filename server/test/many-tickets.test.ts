import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastest } from './fastest.ts'
import { manyTickets, newTicket } from './tickets.ts'
import { newWorld, type World } from './world.ts'

const LISTED = process.env['SCALE'] === 'full' ? 100_000 : 10_000

let world: World
beforeAll(async () => {
  world = await newWorld()
  world.clock.set(new Date())
})
afterAll(() => world.close())

test('a list of very many tickets is read by page, state, category and text, and a new one is numbered behind them', async () => {
  const owner = await world.account()
  await world.pool.query(manyTickets, [owner.id, LISTED])
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
    rare: { text: `matter ${LISTED - 7}` },
    number: { text: `#${LISTED}` },
    none: { text: 'no such matter' },
  }
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(5, () => list(query))
    process.stdout.write(`tickets of ${LISTED}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  expect(await list(queries.last)).toHaveLength(20)
  expect(await list(queries.rare)).toMatchObject([{ no: LISTED - 7 }])
  expect(await list(queries.number)).toMatchObject([{ no: LISTED }])
  expect(await list(queries.none)).toEqual([])
  expect(await newTicket(owner)).toMatchObject({ no: LISTED + 1 })
})
