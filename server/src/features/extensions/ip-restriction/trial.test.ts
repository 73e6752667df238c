import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import type { CallOf } from '@hongyan/contract/endpoint'
import { ipRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { DAY, MINUTE, SECOND } from '@hongyan/contract/durations'
import { CredentialId, IpEntryId } from '@hongyan/contract/ids'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countryDatabase } from '../../../../test/country-database.ts'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { StartError } from '../../../kit/start-error.ts'
import { readAddressCountries } from './address-countries.ts'
import { revertLoop } from './revert.ts'

let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countries-'))
  const file = path.join(folder, 'countries.mmdb')
  await writeFile(file, countryDatabase({ '127.0.0.0/8': 'SG', '8.8.8.0/24': 'US' }))
  world = await newWorld({ SANDBOX: '0', TRUST: 'strict', GEOIP_FILE: file })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const later = (millis: number): void => world.clock.set(new Date(world.clock.now().getTime() + millis))
const revert = () => world.loops.run('ip-restriction-reverts')

type Body = CallOf<typeof ipRestriction.save>['body']
type Choice = Partial<Omit<Body, 'entries'>> & { readonly cidrs?: readonly string[] }

/** Saves rules in place of the current ones. */
async function save(owner: SignedIn, { cidrs = ['8.8.8.8'], ...change }: Choice = {}) {
  const { version } = await owner.call(ipRestriction.get)
  const entries = cidrs.map((cidr) => ({ cidr, effect: 'allow', note: '', credential: null }) as const)
  const body: Body = { version, enabled: true, mode: 'allow', reportOnly: false, entries, ...change }
  return owner.call(ipRestriction.save, { body })
}
const shown = async (owner: SignedIn) => {
  const { enabled, mode, reportOnly, entries, revert_at, reverted_at } = await owner.call(ipRestriction.get)
  return { enabled, mode, reportOnly, cidrs: entries.map(({ cidr }) => cidr), revert_at, reverted_at }
}

test('an allow-list that is not kept is reverted after ten minutes, and not before', async () => {
  const owner = await world.account()
  await save(owner, { enabled: false, cidrs: ['1.1.1.1'] })
  const { revert_at: end, version } = await save(owner)
  expect(Date.parse(end ?? '') - world.clock.now().getTime()).toBe(10 * MINUTE)

  later(10 * MINUTE - 1)
  await revert()
  expect(await shown(owner)).toMatchObject({ enabled: true, cidrs: ['8.8.8.8'] })
  later(1)
  await revert()
  expect(await shown(owner)).toEqual({
    enabled: false,
    mode: 'allow',
    reportOnly: false,
    cidrs: ['1.1.1.1'],
    revert_at: null,
    reverted_at: world.clock.now().toISOString(),
  })
  expect(await owner.call(ipRestriction.get)).toMatchObject({ version: version + 1 })
  expect(await owner.call(audit.list)).toContainEqual(
    expect.objectContaining({ action: 'ipRestriction.revert', actor: 'system' }),
  )
})

test('a change that is kept stays', async () => {
  const owner = await world.account()
  const { version } = await save(owner)
  expect(await owner.call(ipRestriction.keep, { body: { version } })).toMatchObject({ revert_at: null, enabled: true })
  later(DAY)
  await revert()
  expect(await shown(owner)).toMatchObject({ enabled: true, cidrs: ['8.8.8.8'], reverted_at: null })
})

test('several processes revert a change once', async () => {
  const owner = await world.account()
  const { version } = await save(owner)
  later(10 * MINUTE)
  const loops = [1, 2, 3].map(() => revertLoop({ db: world.db, clock: world.clock }))
  await Promise.all(loops.map((loop) => loop.run(new AbortController().signal)))
  expect(await owner.call(ipRestriction.get)).toMatchObject({ version: version + 1, enabled: false, entries: [] })
  const acts = (await owner.call(audit.list)).filter(({ action }) => action === 'ipRestriction.revert')
  expect(acts).toHaveLength(1)
})

test('a change within the ten minutes leads back to the rules before the first one', async () => {
  const owner = await world.account()
  await save(owner, { enabled: false, cidrs: ['1.1.1.1'] })
  const first = await save(owner)
  later(MINUTE)
  const second = await save(owner, { cidrs: ['8.8.8.8', '9.9.9.9'] })
  expect(second.revert_at).toBe(first.revert_at)
  await save(owner, { mode: 'deny' })
  await save(owner, { cidrs: ['9.9.9.9'] })
  later(9 * MINUTE)
  await revert()
  expect(await shown(owner)).toMatchObject({ enabled: true, mode: 'allow', cidrs: ['9.9.9.9'] })
  later(MINUTE)
  await revert()
  expect(await shown(owner)).toMatchObject({ enabled: false, cidrs: ['1.1.1.1'] })
})

test.for([
  ['switched off', { enabled: false }],
  ['only reporting', { reportOnly: true }],
] as const)('rules that are %s are under no revert', async ([, change]) => {
  const owner = await world.account()
  await save(owner)
  expect(await save(owner, change)).toMatchObject({ revert_at: null })
  later(DAY)
  await revert()
  expect(await shown(owner)).toMatchObject({ cidrs: ['8.8.8.8'], reverted_at: null })
})

test('a deny-list that cuts no caller off is not reverted', async () => {
  const owner = await world.account()
  expect(await save(owner, { mode: 'deny' })).toMatchObject({ enabled: true, revert_at: null })
})

test('an entry whose credential is removed does not return with a revert', async () => {
  const owner = await world.account()
  const { id } = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  const entry = { cidr: '1.1.1.1', effect: 'deny', note: '', credential: id } as const
  const body = { version: 0, enabled: false, mode: 'deny', reportOnly: false, entries: [entry] } satisfies Body
  await owner.call(ipRestriction.save, { body })
  await save(owner)
  await owner.call(credentials.remove, { params: { id } })
  later(10 * MINUTE)
  await revert()
  expect(await shown(owner)).toMatchObject({ enabled: false, mode: 'deny', cidrs: [] })
})

test.for(['10.1.2.3', '192.168.0.0/24', '127.0.0.1', 'fd00::/16', '64.0.0.0/2', '203.0.113.9'])(
  'outside of the sandbox %s is refused, because its addresses are not public',
  async (cidr) => {
    const owner = await (stranger ??= world.account())
    const entry = { cidr, effect: 'allow', note: '', credential: null } as const
    const body = { version: 0, enabled: false, mode: 'allow', reportOnly: false, entries: [entry] } satisfies Body
    expect(await owner.ask(ipRestriction.save, { body })).toMatchObject({
      status: 400,
      body: {
        error: { field: 'entries[0].cidr', message: 'This network is private or reserved. Enter a public one.' },
      },
    })
  },
)
let stranger: Promise<SignedIn> | undefined

test('an entry of another account, or for its credential, does not exist', async () => {
  const [mine, theirs] = [await world.account(), await world.account()]
  const { entries } = await save(theirs, { enabled: false })
  const { id: credential } = await theirs.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  const change = (entry: object) =>
    mine.ask(ipRestriction.save, {
      body: {
        version: 0,
        enabled: false,
        mode: 'allow',
        reportOnly: false,
        entries: [{ cidr: '8.8.8.8', effect: 'allow', note: '', credential: null, ...entry }],
      },
    })
  expect(await change({ id: entries[0]?.id })).toMatchObject({
    status: 404,
    body: { error: { field: 'entries[0].id' } },
  })
  expect(await change({ credential })).toMatchObject({
    status: 404,
    body: { error: { field: 'entries[0].credential' } },
  })
  expect(await mine.ask(ipRestriction.check, { body: { ip: '8.8.8.8', credential } })).toMatchObject({ status: 404 })
})

test('a check tells what the rules do with an address, in force or not', async () => {
  const owner = await world.account()
  const { id, key } = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  const own = { cidr: '1.1.1.1', effect: 'allow', note: '', credential: id } as const
  const all = { cidr: '8.8.8.0/24', effect: 'allow', note: '', credential: null } as const
  const body = { version: 0, enabled: true, mode: 'allow', reportOnly: false, entries: [all, own] } satisfies Body
  const { entries, version } = await owner.call(ipRestriction.save, { body })
  const check = (ip: string, credential: CredentialId | null = null) =>
    owner.call(ipRestriction.check, { body: { ip, credential } })

  expect(await check(' ::ffff:8.8.8.8 ')).toEqual({
    ip: '8.8.8.8',
    passes: true,
    listed: true,
    entry: entries[0]?.id,
    except: [],
  })
  const except = [{ key, passes: true, listed: true, entry: entries[1]?.id }]
  expect(await check('1.1.1.1')).toEqual({ ip: '1.1.1.1', passes: false, listed: false, entry: null, except })
  expect(await check('1.1.1.1', id)).toMatchObject({ passes: true, entry: entries[1]?.id, except: [] })
  await owner.call(ipRestriction.save, { body: { ...body, version, reportOnly: true } })
  expect(await check('9.9.9.9')).toMatchObject({ passes: true, listed: false })
  // Rules that only report let a key pass whose own entries would refuse it.
  const denied = { ...own, effect: 'deny' } as const
  const reports = { ...body, mode: 'deny', reportOnly: true, entries: [denied], version: version + 1 } satisfies Body
  const { entries: kept } = await owner.call(ipRestriction.save, { body: reports })
  const ofKey = { key, passes: true, listed: false, entry: kept[0]?.id }
  expect(await check('1.1.1.1')).toMatchObject({ passes: true, listed: true, except: [ofKey] })
  for (const ip of ['', '8.8.8', '8.8.8.8/32', '008.8.8.8', 'fe80::1%eth0']) {
    expect(await owner.ask(ipRestriction.check, { body: { ip } })).toMatchObject({
      status: 400,
      body: { error: { field: 'ip', message: 'Enter an IPv4 or IPv6 address.' } },
    })
  }
})

const keptCalls = async ({ id }: SignedIn): Promise<unknown> => {
  const { rows } = await world.pool.query(
    'select count(*)::integer as kept from ip_restriction_call where account_id = $1',
    [id],
  )
  return rows[0].kept
}

test('without a trusted proxy a forwarded address counts for nothing', async () => {
  const owner = await world.account()
  const sender = await newSender(world, owner)
  await save(owner)
  const forged = () => sender.send({ to: '+12065550100', text: 'Hello' }, { headers: { 'x-forwarded-for': '8.8.8.8' } })
  await expect
    .poll(async () => (await forged()).body.details, { interval: 20 })
    .toMatchObject({ error: 'ip_not_allowed', more: { ip: '127.0.0.1' } })

  await world.loops.run('ip-restriction-calls')
  const [call] = await owner.call(ipRestriction.events)
  expect(call).toMatchObject({ address: '127.0.0.1', refused: true, country: 'SG' })
  expect(await owner.call(ipRestriction.get)).toMatchObject({ countries: true })
  later(31 * DAY)
  await world.loops.run('ip-restriction-upkeep')
  expect(await keptCalls(owner)).toBe(0)
})

const putHits = ({ id }: SignedIn, entry: IpEntryId | undefined, days: number, hits: number) =>
  world.pool.query(
    `insert into ip_restriction_hit (account_id, entry_id, day, hits, last_at)
     values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, $4, $3)`,
    [id, entry, daysAgo(days), hits],
  )
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * DAY)

test('an entry shows its last hit and its hits of seven days', async () => {
  const owner = await world.account()
  const { entries } = await save(owner)
  const last = world.clock.now().toISOString()
  await putHits(owner, entries[0]?.id, 0, 3)
  await putHits(owner, entries[0]?.id, 6, 4)
  await putHits(owner, entries[0]?.id, 7, 100)
  expect((await owner.call(ipRestriction.get)).entries).toMatchObject([{ hits: 7, last_hit_at: last }])
  later(7 * DAY - SECOND)
  expect((await owner.call(ipRestriction.get)).entries).toMatchObject([{ hits: 0, last_hit_at: last }])
})

test('the last hit of an entry is shown though its counts are forgotten', async () => {
  const owner = await world.account()
  const { entries } = await save(owner)
  await putHits(owner, entries[0]?.id, 40, 1)
  await putHits(owner, entries[0]?.id, 45, 1)
  const gone = IpEntryId.parse(uuidv7(world.clock.now()))
  await putHits(owner, gone, 40, 1)
  await world.loops.run('ip-restriction-upkeep')
  const last = daysAgo(40).toISOString()
  expect((await owner.call(ipRestriction.get)).entries).toMatchObject([{ hits: 0, last_hit_at: last }])
  const { rows } = await world.pool.query('select 1 from ip_restriction_hit where account_id = $1', [owner.id])
  expect(rows.length).toBe(1)
})

test('an account keeps its newest thousand refused calls', async () => {
  const owner = await world.account()
  await world.pool.query(
    `insert into ip_restriction_call (account_id, id, credential_id, at, address, action, refused, calls)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, now(), '9.9.9.9', '', true, 1
       from generate_series(1, 1100) n`,
    [owner.id, CredentialId.parse(uuidv7(world.clock.now()))],
  )
  const sender = await newSender(world, owner)
  await save(owner)
  await expect
    .poll(async () => (await sender.send({ to: '+12065550100', text: 'Hello' })).status, { interval: 20 })
    .toBe(403)
  await world.loops.run('ip-restriction-calls')
  expect(await keptCalls(owner)).toBe(1_000)
})

test('an address has the country of its network, and one that is unknown or no address has none', () => {
  const countryOf = readAddressCountries(path.join(folder, 'countries.mmdb'))
  expect(['8.8.8.8', '::ffff:8.8.8.8', '127.0.0.1'].map(countryOf)).toEqual(['US', 'US', 'SG'])
  expect(['8.8.9.1', '2606:4700::1', '8.8.8.08', ''].map(countryOf)).toEqual([null, null, null, null])
})

test('a file that is no country database stops the start with one sentence', async () => {
  const file = path.join(folder, 'none.mmdb')
  expect(() => readAddressCountries(file)).toThrow(StartError)
  await writeFile(file, 'no database')
  expect(() => readAddressCountries(file)).toThrow(/^GEOIP_FILE .* is no country database/)
})

test('the owner hears when rules begin or end to refuse calls, and when a change is reverted', async () => {
  const owner = await world.account()
  const heard = async () => {
    const { notices: all } = await owner.call(notices.list)
    return all.filter(({ kind }) => kind === 'ip_restriction_changed').map(({ values }) => values)
  }
  await save(owner, { reportOnly: true })
  expect(await heard()).toEqual([])
  await save(owner)
  await save(owner, { cidrs: ['8.8.8.8', '9.9.9.9'] })
  expect(await heard()).toEqual([{ change: 'on' }])
  await save(owner, { enabled: false })
  await save(owner)
  later(10 * MINUTE)
  await revert()
  expect((await heard()).toReversed()).toEqual([
    { change: 'on' },
    { change: 'off' },
    { change: 'on' },
    { change: 'reverted' },
  ])
})
