import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { ruleText } from '@hongyan/contract/rules'
import { ipRestriction, type IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { MINUTE } from '@hongyan/contract/durations'
import { RULES_POLL_MILLIS } from '../../../gateway/rules.ts'
import { sealedColumns } from '../../../compose/sealed-columns.ts'
import { openKeys } from '../../../keys/open-keys.ts'
import { composeServer } from '../../../compose/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender, type Sender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  // The proxy in front is this machine: what it appends to X-Forwarded-For is the caller.
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

interface EntryChoice {
  readonly id?: string
  readonly cidr: string
  readonly effect?: 'allow' | 'deny'
  readonly note?: string
  readonly credential?: string | null
}

const entry = (choice: EntryChoice) => ({ effect: 'allow', note: '', credential: null, ...choice })
const rules = (entries: readonly EntryChoice[], change: object = {}) => ({
  version: 0,
  enabled: true,
  mode: 'allow',
  reportOnly: false,
  entries: entries.map(entry),
  ...change,
})

/** Saves rules over the current ones. */
async function save(owner: SignedIn, entries: readonly EntryChoice[], change: object = {}): Promise<IpRestriction> {
  const { version } = await owner.call(ipRestriction.get)
  const { status, body } = await owner.ask(ipRestriction.save, { body: rules(entries, { version, ...change }) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return ipRestriction.get.reply.parse(body)
}

let numbers = 0
const to = (): string => `+1206555${String((numbers += 1)).padStart(4, '0')}`

/** Sends a message as a caller with this address, as the proxy reports it. */
const callFrom = (sender: Sender, address: string) =>
  sender.send({ to: to(), text: 'Hello' }, { headers: { 'x-forwarded-for': address } })

const outcome = async (sender: Sender, address: string) => {
  const { status, body } = await callFrom(sender, address)
  return status === 200 ? 'sent' : body.details?.error
}

/** Sends until the rules of this process have this result, because saving announces them without waiting. */
const eventuallyFrom = async (sender: Sender, address: string, result: string): Promise<void> => {
  await expect.poll(() => outcome(sender, address), { interval: 20 }).toBe(result)
}

const newOwner = async () => {
  const owner = await world.account()
  return { owner, sender: await newSender(world, owner) }
}

/** Writes the uses, hits and refused calls that are still in memory. */
const written = async (): Promise<void> => {
  await world.loops.run('credential-usage')
  await world.loops.run('ip-restriction-calls')
}

test('an account without rules takes calls from everywhere', async () => {
  const { owner, sender } = await newOwner()
  expect(await owner.call(ipRestriction.get)).toMatchObject({ version: 0, enabled: false, entries: [], callers: [] })
  expect(await outcome(sender, '8.8.8.8')).toBe('sent')
  expect(await owner.call(plugins.list)).toContainEqual({ id: 'ip-restriction' })
})

test('an allow-list refuses other addresses with the address seen, in the reply and in the request log', async () => {
  const { owner, sender } = await newOwner()
  await save(owner, [{ cidr: '8.8.8.0/24' }, { cidr: '2606:4700::/32' }])
  await eventuallyFrom(sender, '9.9.9.9', 'ip_not_allowed')

  const { status, body, text } = await callFrom(sender, '::ffff:9.9.9.9')
  expect(status).toBe(403)
  expect(body).toMatchObject({ code: '105100', message: 'IpRestricted', details: { more: { ip: '9.9.9.9' } } })
  expect(body.details?.reason).toBe('Calls from 9.9.9.9 aren’t allowed. Change it under IP restriction.')
  expect(text).not.toContain(sender.key)
  expect(await outcome(sender, '8.8.8.200')).toBe('sent')
  expect(await outcome(sender, '::ffff:8.8.8.200')).toBe('sent')
  expect(await outcome(sender, '2606:4700:4700::1111')).toBe('sent')

  await written()
  const { rows } = await world.pool.query(
    `select code, address from request_log where account_id = $1 and address = '9.9.9.9' limit 1`,
    [owner.id],
  )
  expect(rows).toEqual([{ code: 'ip_not_allowed', address: '9.9.9.9' }])
  expect(await owner.call(ipRestriction.events)).toContainEqual(
    expect.objectContaining({ address: '9.9.9.9', credential: sender.credential, key: sender.key, refused: true }),
  )
})

test('a refused call is no use of its credential, and its body is not read', async () => {
  const { owner, sender } = await newOwner()
  await save(owner, [{ cidr: '8.8.8.8' }])
  await eventuallyFrom(sender, '9.9.9.9', 'ip_not_allowed')
  const broken = await sender.send('no json', { headers: { 'x-forwarded-for': '9.9.9.9' } })
  expect(broken.body.details?.error).toBe('ip_not_allowed')
  await written()
  const { rows } = await world.pool.query(
    `select 1 from credential_use where account_id = $1 and address = '9.9.9.9'`,
    [owner.id],
  )
  expect(rows).toHaveLength(0)
})

test('a deny-list refuses its networks alone, and a denied address is refused by an allow-list too', async () => {
  const { owner, sender } = await newOwner()
  const entries = [{ cidr: '8.8.8.0/24' }, { cidr: '8.8.8.8', effect: 'deny' }] as const
  await save(owner, entries, { mode: 'deny' })
  await eventuallyFrom(sender, '8.8.8.8', 'ip_not_allowed')
  expect(await outcome(sender, '8.8.8.9')).toBe('sent')
  expect(await outcome(sender, '1.1.1.1')).toBe('sent')

  const { entries: saved } = await owner.call(ipRestriction.get)
  await save(
    owner,
    saved.map(({ id, cidr, effect }) => ({ id, cidr, effect })),
    { confirmed: true },
  )
  await eventuallyFrom(sender, '1.1.1.1', 'ip_not_allowed')
  expect(await outcome(sender, '8.8.8.9')).toBe('sent')
  expect(await outcome(sender, '8.8.8.8')).toBe('ip_not_allowed')
})

test('an entry for one credential lets that one through and no other', async () => {
  const { owner, sender } = await newOwner()
  const other = await newSender(world, owner)
  await save(owner, [{ cidr: '8.8.8.8', credential: sender.credential }, { cidr: '1.1.1.1' }])
  await eventuallyFrom(other, '8.8.8.8', 'ip_not_allowed')
  expect(await outcome(sender, '8.8.8.8')).toBe('sent')
  expect(await outcome(other, '1.1.1.1')).toBe('sent')

  await owner.call(credentials.remove, { params: { id: sender.credential } })
  expect((await owner.call(ipRestriction.get)).entries).toMatchObject([{ cidr: '1.1.1.1' }])
})

test('rules that only report let every call through and record it', async () => {
  const { owner, sender } = await newOwner()
  await save(owner, [{ cidr: '8.8.8.8' }], { reportOnly: true })
  await expect
    .poll(async () => {
      await callFrom(sender, '9.9.9.9')
      await written()
      return (await owner.call(ipRestriction.events)).at(0)
    })
    .toMatchObject({ address: '9.9.9.9', refused: false, action: 'sms.message.send', country: null })
  expect(await outcome(sender, '9.9.9.9')).toBe('sent')
})

test.for([
  ['the caller writes a header of its own', '8.8.8.8, 9.9.9.9', 'ip_not_allowed'],
  ['the caller forges a chain', '8.8.8.8, 8.8.8.8, 9.9.9.9', 'ip_not_allowed'],
  ['the address has a zone', '8.8.8.8%eth0', 'ip_not_allowed'],
  ['the address has leading zeros', '008.8.8.8', 'ip_not_allowed'],
  ['the address is octal', '010.8.8.8', 'ip_not_allowed'],
  ['the address is a decimal number', '134744072', 'ip_not_allowed'],
  ['the address is hexadecimal', '0x8.0x8.0x8.0x8', 'ip_not_allowed'],
  ['the address has a port', '8.8.8.8:443', 'ip_not_allowed'],
  ['another IPv6 form wraps the address', '64:ff9b::8.8.8.8', 'ip_not_allowed'],
  ['the proxy sees the allowed caller', '9.9.9.9, 8.8.8.8', 'sent'],
  ['the proxy sees it as IPv6', '9.9.9.9, ::ffff:8.8.8.8', 'sent'],
] as const)('a forwarded address counts as the proxy saw it: %s', async ([, forwarded, result]) => {
  spoofing ??= prepared()
  expect(await outcome(await spoofing, forwarded)).toBe(result)
})
let spoofing: Promise<Sender> | undefined
const prepared = async (): Promise<Sender> => {
  const { owner, sender } = await newOwner()
  await save(owner, [{ cidr: '8.8.8.8' }])
  await eventuallyFrom(sender, '9.9.9.9', 'ip_not_allowed')
  return sender
}

test('a process without a listener has the rules within the five seconds of its poll', async () => {
  const { owner, sender } = await newOwner()
  const deaf = await processWithoutListener()
  try {
    const from = (address: string) => deaf.outcome(sender, address)
    expect(await from('9.9.9.9')).toBe('sent')
    // The poll reaches back over the moment at which the credential was created.
    await world.pool.query(`update account set changed_at = now() - interval '1 hour' where id = $1`, [owner.id])
    await save(owner, [{ cidr: '8.8.8.8' }], { confirmed: true })
    expect(RULES_POLL_MILLIS).toBeLessThanOrEqual(5_000)
    await deaf.poll()
    expect(await from('9.9.9.9')).toBe('ip_not_allowed')
    expect(await from('8.8.8.8')).toBe('sent')
  } finally {
    await deaf.stop()
  }
})

/** A second process on the same database, whose listener for changes never runs. */
async function processWithoutListener() {
  const { config, pool, db, clock, log } = world
  const secrets = await openKeys({ pool, config, columns: sealedColumns })
  const parts = { pool, db, clock, log, secrets, consoleDir: '/nowhere', checkReplies: true }
  const database = { url: world.databaseUrl, isUp: () => true, hasRoom: () => true }
  const composed = await composeServer({ ...parts, config, database })
  return {
    poll: () => composed.loops.run('changed-accounts'),
    stop: () => composed.stop(),
    async outcome({ key }: Sender, address: string) {
      const { statusCode, body } = await composed.server.inject({
        method: 'POST',
        url: `/?action=sms.message.send&accessKeyId=${key}`,
        headers: { 'x-forwarded-for': address },
        payload: { to: to(), text: 'Hello', dryRun: true },
      })
      return statusCode === 200 ? 'sent' : (JSON.parse(body) as { details: { error: string } }).details.error
    },
  }
}

test.for([
  ['overlap', [{ cidr: '8.8.8.0/24' }, { cidr: '8.8.8.8' }], 'entries[1].cidr', 'ip_overlap'],
  ['a wider overlap', [{ cidr: '8.8.8.8' }, { cidr: '8.8.0.0/16' }], 'entries[1].cidr', 'ip_overlap'],
  ['the same twice', [{ cidr: '8.8.8.8' }, { cidr: '8.8.8.8/32' }], 'entries[1].cidr', 'ip_overlap'],
  ['/0', [{ cidr: '0.0.0.0/0' }], 'entries[0].cidr', 'ip_everything'],
  ['no address', [{ cidr: '8.8.8.08' }], 'entries[0].cidr', 'ip_cidr'],
  ['a mapped address', [{ cidr: '::ffff:8.8.8.8' }], 'entries[0].cidr', 'ip_mapped'],
  ['a long note', [{ cidr: '8.8.8.8', note: 'x'.repeat(65) }], 'entries[0].note', 'ip_note'],
  ['201 entries', Array.from({ length: 201 }, (_, nr) => ({ cidr: `8.8.${nr}.1` })), 'entries', 'ip_entries'],
] as const)('an entry is refused at its field: %s', async ([, entries, field, rule]) => {
  const owner = await (stranger ??= world.account())
  const answer = await owner.ask(ipRestriction.save, { body: rules(entries) })
  expect(answer).toMatchObject({ status: 400, body: { error: { field, message: ruleText(rule, 'en') } } })
})
let stranger: Promise<SignedIn> | undefined

test('an entry needs its network alone, and then does what the mode says', async () => {
  const owner = await world.account()
  const body = { version: 0, enabled: false, mode: 'deny', reportOnly: false, entries: [{ cidr: '8.8.8.8' }] } as const
  const { entries } = await owner.call(ipRestriction.save, { body: { ...body, entries: [...body.entries] } })
  expect(entries).toMatchObject([{ cidr: '8.8.8.8', effect: 'deny', note: '', credential: null, key: null }])
})

test('an account may have 200 entries, and networks are stored without the bits behind their prefix', async () => {
  const owner = await world.account()
  const entries = Array.from({ length: 200 }, (_, nr) => ({ cidr: `8.8.${nr}.77/24` }))
  const saved = await save(owner, entries, { enabled: false })
  expect(saved.entries.map(({ cidr }) => cidr)).toEqual(entries.map((_, nr) => `8.8.${nr}.0/24`))
})

test('a change of an older version is refused with the current rules', async () => {
  const owner = await world.account()
  await save(owner, [{ cidr: '8.8.8.8', note: 'ours' }], { enabled: false })
  const stale = await owner.ask(ipRestriction.save, { body: rules([]) })
  expect(stale).toMatchObject({
    status: 409,
    body: { error: { code: 'state_conflict', details: { current: { version: 1, entries: [{ note: 'ours' }] } } } },
  })
  expect(await owner.ask(ipRestriction.keep, { body: { version: 0 } })).toMatchObject({ status: 409 })
})

test('two changes of one version at once leave one of them', async () => {
  const owner = await world.account()
  const change = (cidr: string) => owner.ask(ipRestriction.save, { body: rules([{ cidr }], { enabled: false }) })
  const statuses = (await Promise.all([change('8.8.8.8'), change('9.9.9.9')])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
})

test('a change that cuts callers of the last day off names them and needs a confirmation', async () => {
  const { owner, sender } = await newOwner()
  for (const address of ['9.9.9.9', '9.9.9.9', '::ffff:9.9.9.9', '8.8.8.8', '1.1.1.1']) await callFrom(sender, address)
  await written()
  expect((await owner.call(ipRestriction.get)).callers).toEqual([
    { address: '9.9.9.9', requests: 3 },
    { address: '1.1.1.1', requests: 1 },
    { address: '8.8.8.8', requests: 1 },
  ])

  const body = rules([{ cidr: '8.8.8.0/24' }])
  const refused = await owner.ask(ipRestriction.save, { body })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'ip_lock_out', field: 'mode', details: { total: 2, own_address: null } } },
  })
  expect(refused.body).toMatchObject({
    error: { details: { callers: [{ address: '9.9.9.9', requests: 3 }, { address: '1.1.1.1' }] } },
  })
  expect(await outcome(sender, '9.9.9.9')).toBe('sent')

  const { revert_at: end } = await owner.call(ipRestriction.save, { body: { ...body, confirmed: true } } as never)
  expect(Date.parse(end ?? '')).toBe(world.clock.now().getTime() + 10 * MINUTE)
})

test('an entry that denies its author’s own address needs a confirmation at its field', async () => {
  const owner = await world.account()
  const own = { 'x-forwarded-for': '8.8.4.4' }
  const body = rules(
    [
      { cidr: '1.1.1.1', effect: 'deny' },
      { cidr: '8.8.4.0/24', effect: 'deny' },
    ],
    { mode: 'deny' },
  )
  expect(await owner.ask(ipRestriction.save, { body, headers: own })).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'ip_lock_out',
        field: 'entries[1].cidr',
        message: 'This blocks your own IP address.',
        details: { total: 0, own_address: '8.8.4.4' },
      },
    },
  })
  expect(await owner.ask(ipRestriction.save, { body: { ...body, confirmed: true }, headers: own })).toMatchObject({
    status: 200,
    body: { own_address: '8.8.4.4', enabled: true },
  })
  expect(await owner.ask(ipRestriction.get, { headers: own })).toMatchObject({ status: 200 })
})
