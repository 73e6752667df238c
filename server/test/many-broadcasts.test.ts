import { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastest } from './fastest.ts'
import { broadcastTo } from './running-broadcasts.ts'
import { newWorld, type World } from './world.ts'

const ROWS = process.env['SCALE'] === 'full' ? 100_000 : 5_000
/** One broadcast in so many has a rare name, one recipient in so many failed. */
const RARE = 1_000

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const measure = async (
  what: string,
  queries: Readonly<Record<string, object>>,
  work: (query: object) => Promise<unknown>,
) => {
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(10, () => work(query))
    process.stdout.write(`${what} of ${ROWS}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
}

test('very many broadcasts are read page by page, and a rare name is found among them', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, [{ to: '+6581230008' }])
  const { rows } = await world.pool.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = 'broadcast' and is_generated = 'NEVER' and column_name not in ('id', 'name', 'status', 'created_at')`,
  )
  const columns = rows[0]?.columns ?? ''
  await world.pool.query(
    `insert into broadcast (id, name, status, created_at, ${columns})
     select uuidv7(make_interval(secs => -n)), case when n % ${RARE} = 0 then 'Winter ' else 'Autumn ' end || n, 2,
       created_at - make_interval(secs => n), ${columns.replace('due_at', 'null').replace('watch_at', 'null')}
       from broadcast, generate_series(1, $2::integer) n where id = $1`,
    [id, ROWS],
  )
  await world.pool.query('vacuum analyze broadcast')
  const list = (query: object) => owner.call(broadcasts.list, { query })
  const queries = {
    first: {},
    last: { offset: '4980' },
    rare: { text: 'winter' },
    none: { text: 'spring' },
    finished: { status: '2' },
    marketing: { scene: '3' },
  }
  await measure('broadcasts', queries, list)
  expect(await list(queries.rare)).toHaveLength(Math.min(20, ROWS / RARE))
  expect(await list(queries.last)).toHaveLength(20)
})

test('very many recipients of a broadcast are read page by page, by each state', async () => {
  const owner = await world.account()
  const id = await broadcastTo(world, owner.id, [])
  await world.pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, cells)
     select account_id, audience_id, n, '+6581' || 100000 + n, 'SG', '{}' from broadcast, generate_series(1, $2::integer) n
      where id = $1`,
    [id, ROWS],
  )
  await world.pool.query(
    `insert into broadcast_send (account_id, broadcast_id, row, country, state, error_code, at)
     select account_id, id, n, 'SG', case when n % ${RARE} = 0 then 'skipped' else 'delivered' end,
       case when n % ${RARE} = 0 then 'quiet_hours' end, created_at
       from broadcast, generate_series(1, $2::integer - 100) n where id = $1`,
    [id, ROWS],
  )
  await world.pool.query(
    `insert into broadcast_count (account_id, broadcast_id, country, state, error_code, recipients, cost_micros)
     select account_id, broadcast_id, country, state, coalesce(error_code, ''), count(*), 0 from broadcast_send
      where broadcast_id = $1 group by 1, 2, 3, 4, 5`,
    [id],
  )
  await world.pool.query('update broadcast set recipients = $2, position = $2 - 100 where id = $1', [id, ROWS])
  await world.pool.query('vacuum analyze broadcast_send, audience_member')
  const list = (query: object) => owner.call(broadcasts.recipients, { params: { id }, query })
  const queries = {
    first: {},
    last: { offset: '4980' },
    delivered: { state: 'delivered' },
    skipped: { state: 'skipped' },
    waiting: { state: 'waiting' },
  }
  await measure('recipients', queries, list)
  expect((await list(queries.skipped))[0]).toMatchObject({ row: RARE })
  expect((await list(queries.waiting))[0]).toMatchObject({ row: ROWS - 99, state: 'waiting' })
  expect(await list(queries.last)).toHaveLength(20)
})
