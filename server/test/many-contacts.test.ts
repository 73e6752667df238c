import { contacts, phonebooks, segments } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastest } from './fastest.ts'
import { newWorld, type World } from './world.ts'

const CONTACTS = process.env['SCALE'] === 'full' ? 100_000 : 5_000
/** One contact in so many has a rare value. */
const RARE = 1_000

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('a phonebook of very many contacts is read page by page, searched and counted', async () => {
  const owner = await world.account()
  const { id, version } = await owner.call(phonebooks.create, { body: { name: 'Members' } })
  const params = { id }
  const fields = ['Name', 'Plan'].map((name) => ({ name, was: null }))
  await owner.call(phonebooks.update, { params, body: { version, fields } })
  await world.pool.query(
    `insert into contact (account_id, phonebook_id, id, recipient, country, fields, created_at, updated_at)
     select $1, $2, uuidv7(make_interval(secs => n)), '+1206' || 2000000 + n, 'US',
       jsonb_build_object('1', 'Member ' || n, '2', case when n % ${RARE} = 0 then 'Platinum' else 'Basic' end), now(), now()
       from generate_series(1, $3::int) n`,
    [owner.id, id, CONTACTS],
  )
  await world.pool.query('update phonebook set contacts = $2 where id = $1', [id, CONTACTS])
  await world.pool.query('vacuum analyze contact')
  const conditions = [{ field: 'Plan', operator: 'is', value: 'platinum' }] as const
  const body = { name: 'Platinum', conditions: [...conditions] }
  const segment = await owner.call(segments.create, { params, body })
  const list = (query: object) => owner.call(contacts.list, { params, query })
  const queries = {
    first: {},
    last: { offset: '4980' },
    number: { text: '+12062000007' },
    digits: { text: '0007' },
    rare: { text: 'platin' },
    common: { text: 'member' },
    none: { text: 'nobody' },
    segment: { segment: segment.id },
  }
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(10, () => list(query))
    process.stdout.write(`contacts of ${CONTACTS}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  const counted = await fastest(10, () => owner.call(segments.count, { params, body: { conditions: [...conditions] } }))
  process.stdout.write(`contacts of ${CONTACTS}, counted: ${counted.toFixed(1)} ms\n`)
  expect(await list(queries.rare)).toHaveLength(Math.min(20, CONTACTS / RARE))
  expect(segment).toMatchObject({ contacts: CONTACTS / RARE, exact: true })
  expect(await list(queries.number)).toMatchObject([{ to: '+12062000007', fields: { Name: 'Member 7' } }])
  expect(await list(queries.last)).toHaveLength(20)
})
