import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { countries } from '@hongyan/contract/endpoints/messaging/countries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratedFrom } from '../../../../test/old-database.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const save = (owner: SignedIn, body: object) => owner.ask(countries.save, { body })
const enabledOf = async (owner: SignedIn) =>
  (await owner.call(countries.list)).filter(({ enabled }) => enabled).map(({ iso2 }) => iso2)

test('a new account may send to its home country alone, and sees the price of every country', async () => {
  const [us, cn] = [await world.account(), await world.account({ partition: 'cn' })]
  const list = await us.call(countries.list)
  expect(list.length).toBeGreaterThan(150)
  expect(list.map(({ iso2 }) => iso2)).toEqual(list.map(({ iso2 }) => iso2).toSorted())
  expect(list.filter(({ enabled }) => enabled)).toEqual([
    { iso2: 'US', unit_price: '0.008500', enabled: true, home: true, high_risk: null },
  ])
  expect(list.find(({ iso2 }) => iso2 === 'NG')).toMatchObject({ enabled: false, high_risk: 'pumping' })
  expect(await enabledOf(cn)).toEqual(['CN'])
})

test('an owner enables and disables countries, and the audit log names each of them', async () => {
  const owner = await world.account()
  expect((await save(owner, { enable: ['GB', 'FR', 'GB', 'US'] })).status).toBe(200)
  expect((await save(owner, { enable: ['DE'], disable: ['FR', 'JP'] })).status).toBe(200)
  expect(await enabledOf(owner)).toEqual(['DE', 'GB', 'US'])
  const [last, first] = await owner.call(audit.list, { query: {} })
  expect(first).toMatchObject({ action: 'countries.save', outcome: 'done' })
  expect(first?.changes.map(({ field }) => field)).toEqual(['country.FR', 'country.GB'])
  expect(last?.changes).toEqual([
    { field: 'country.FR', before: 'true', after: null },
    { field: 'country.DE', before: null, after: 'true' },
  ])
})

test.each([
  [{ enable: ['NG'] }, 'high_risk_country', 'enable', { countries: ['NG'] }],
  [{ enable: ['NG', 'GB'], confirm_high_risk: true }, 'high_risk_country', 'enable', { countries: ['NG'] }],
  [{ enable: ['NG', 'PK'], confirm_high_risk: true }, 'high_risk_country', 'enable', { countries: ['NG', 'PK'] }],
  [{ enable: ['NG'], disable: ['GB'], confirm_high_risk: true }, 'high_risk_country', 'enable', { countries: ['NG'] }],
  [{ enable: ['XX', 'GB'] }, 'no_route', 'enable', { countries: ['XX'] }],
  [{ enable: ['gb'] }, 'invalid_request', 'enable[0]', undefined],
  [{ enable: ['GB'], disable: ['GB'] }, 'invalid_request', 'disable', undefined],
  [{ disable: ['US'] }, 'invalid_request', 'disable', undefined],
  [{ countries: ['GB'] }, 'restricted_params', 'countries', undefined],
])('%o is refused by name and saves nothing', async (body, code, field, details) => {
  const owner = await world.account()
  const answer = await save(owner, body)
  expect(answer).toMatchObject({ status: 400, body: { error: { code, field } } })
  expect((answer.body as { error: { details?: unknown } }).error.details).toEqual(details)
  expect(await enabledOf(owner)).toEqual(['US'])
})

test('a high-risk country is enabled alone with its confirmation, and then stands beside others', async () => {
  const owner = await world.account()
  expect((await save(owner, { enable: ['NG'], confirm_high_risk: true })).status).toBe(200)
  expect((await save(owner, { enable: ['NG', 'GB'] })).status).toBe(200)
  expect(await enabledOf(owner)).toEqual(['GB', 'NG', 'US'])
})

test('the owner gets a notice of a high-risk country and of no other, at the bell and by email', async () => {
  const owner = await world.account()
  await owner.call(countries.save, { body: { enable: ['GB'] } })
  await owner.call(countries.save, { body: { enable: ['NG'], confirm_high_risk: true } })
  await owner.call(countries.save, { body: { enable: ['FR', 'NG'] } })
  expect((await owner.call(notices.list)).notices).toMatchObject([
    { kind: 'country_enabled', values: { country: 'NG' } },
  ])
  const { rows } = await world.pool.query('select channel, address from notice_letter where account_id = $1', [
    owner.id,
  ])
  expect(rows).toEqual([{ channel: 'email', address: owner.email }])
})

test('a suspended account disables countries and enables none', async () => {
  const owner = await world.account()
  await save(owner, { enable: ['GB'] })
  await world.db.updateTable('account').set({ status: 1 }).where('id', '=', owner.id).execute()
  expect(await save(owner, { enable: ['FR'] })).toMatchObject({
    status: 403,
    body: { error: { code: 'account_suspended' } },
  })
  expect((await save(owner, { disable: ['GB'] })).status).toBe(200)
  expect(await enabledOf(owner)).toEqual(['US'])
})

test('simultaneous calls that enable different countries are all saved', async () => {
  const owner = await world.account()
  await Promise.all(
    ['GB', 'FR', 'DE', 'JP'].map((country) => owner.call(countries.save, { body: { enable: [country] } })),
  )
  expect(await enabledOf(owner)).toEqual(['DE', 'FR', 'GB', 'JP', 'US'])
})

test('an account that sent abroad before countries were enabled keeps those countries', async () => {
  const pool = await migratedFrom(
    'sending-countries',
    `insert into account (id, email, password_hash, partition, currency, time_zone, hash_key, created_at, house)
       select ('00000000-0000-0000-0000-00000000000' || n)::uuid, n || '@example.com', '', 'us', 'USD', 'UTC', '', now(), n = 2
       from generate_series(1, 2) n;
     insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene,
         unicode, parts, unit_price_micros, price_micros, status, hold_entry, retention_days)
       select ('00000000-0000-0000-0000-00000000000' || n)::uuid, gen_random_uuid(), '', now(), now(), country, '', '', 2,
         false, 1, 0, 0, 4, case when country <> 'FR' then gen_random_uuid() end, 30
       from generate_series(1, 2) n, unnest(array['US', 'GB', 'NG', 'GB', 'FR']) country`,
  )
  const { rows } = await pool.query('select account_id, country from sending_country order by country')
  const account_id = '00000000-0000-0000-0000-000000000001'
  expect(rows).toEqual([
    { account_id, country: 'GB' },
    { account_id, country: 'NG' },
  ])
})
