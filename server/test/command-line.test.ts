import { account } from '@hongyan/contract/endpoints/account/account'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { security } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../src/commands.ts'
import { keepPartitions } from '../src/db/keep-partitions.ts'
import { systemClock } from '../src/kit/clock.ts'
import { type CommandResult, readArguments } from '../src/kit/command.ts'
import type { Finding } from '../src/kit/check.ts'
import { newLogger } from '../src/kit/logger.ts'
import { newAuthenticator } from './authenticator.ts'
import { deliveriesOf } from './deliveries.ts'
import { ownerWithApp } from './second-factor.ts'
import { cookieOf, newWorld, type Visitor, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** Runs a command as typed after `hongyan`, without quotes: a blank separates arguments. */
async function hongyan(line: string): Promise<CommandResult> {
  const command = commands.find(({ name }) => line === name || line.startsWith(`${name} `))
  if (command === undefined) throw new Error(`there is no command in ${line}`)
  const typed = line.slice(command.name.length).split(' ').filter(Boolean)
  const { config, databaseUrl } = world
  return command.run({ config, databaseUrl, log: newLogger('silent') }, readArguments(command, typed))
}

async function signedIn(identifier: string, password: string): Promise<Visitor> {
  const answer = await world.visitor().ask(session.create, { body: { identifier, password } })
  return world.visitor({ cookie: cookieOf(answer) })
}

const accounts = async () => {
  const { total } = await world.db
    .selectFrom('account')
    .select((of) => of.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

describe('account create', () => {
  test('creates an account whose owner can sign in', async () => {
    const { json } = await hongyan(
      'account create --email Acme@Example.com --password wildgoose --partition us --currency USD --balance 100 --json',
    )
    expect(json).toEqual({
      id: expect.stringMatching(/^00000000-0000-0000-0000-00[0-9a-f]{10}$/),
      email: 'acme@example.com',
      partition: 'us',
      currency: 'USD',
      balance: '100.000000',
      level: 2,
    })
    const owner = await signedIn('acme@example.com', 'wildgoose')
    expect(await owner.call(account.get)).toMatchObject({ balance_amount: '100.000000', time_zone: 'UTC', demo: false })
  })

  test('names its operator in the audit log, as account set does', async () => {
    const { json } = await hongyan(
      'account create --email by@example.com --password wildgoose --partition us --balance 5 --by Ada',
    )
    await hongyan('account set by@example.com tps 7 --by Bo')
    const { rows } = await world.pool.query<{ action: string; operator: string }>(
      'select action, operator from audit_entry where account_id = $1 order by at, id',
      [(json as { id: string }).id],
    )
    expect(rows).toEqual([
      { action: 'account.create', operator: 'Ada' },
      { action: 'account.set', operator: 'Bo' },
    ])
  })

  test('accepts a partition, a level and an unlimited rate', async () => {
    await hongyan('account create --email cn@example.com --password wildgoose --partition cn --level 0 --tps 0')
    const row = await world.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', 'cn@example.com')
      .executeTakeFirst()
    expect(row).toMatchObject({ partition: 'cn', currency: 'CNY', time_zone: 'Asia/Shanghai', level: 0, tps: 0 })
  })

  test('enables the countries that it names, without the home country', async () => {
    const { json } = await hongyan(
      'account create --email abroad@example.com --password wildgoose --partition us --countries GB,us,de',
    )
    const { id } = json as { id: string } // as the first test reads it
    const { rows } = await world.pool.query('select country from sending_country where account_id = $1 order by 1', [
      id,
    ])
    expect(rows).toEqual([{ country: 'DE' }, { country: 'GB' }])
  })

  test('posts the balance as one ledger entry', async () => {
    const { json } = await hongyan(
      'account create --email booked@example.com --password wildgoose --partition us --balance 12.345678',
    )
    const { id } = json as { id: string } // as the first test reads it
    const entries = await world.pool.query(
      'select kind, amount_micros, count from ledger_entry where account_id = $1',
      [id],
    )
    expect(entries.rows).toEqual([{ kind: 'credit', amount_micros: 12_345_678n, count: 1 }])
  })

  const given = (changed: Record<string, string>) => {
    const options = { email: 'new@example.com', password: 'wildgoose', partition: 'us', ...changed }
    return `account create ${Object.entries(options)
      .map(([name, value]) => `--${name} ${value}`)
      .join(' ')}`
  }

  test.each([
    [{ email: 'nobody' }, '--email must be an email address, not "nobody".'],
    [{ countries: 'GB,XX' }, '--countries must be country codes such as GB,DE or all, not "XX".'],
    [{ password: 'short' }, '--password must have 6 to 256 characters.'],
    [{ partition: 'eu' }, '--partition must be us or cn, not "eu".'],
    [{ currency: 'EUR' }, '--currency must be USD or CNY, not "EUR".'],
    [{ balance: '1,000' }, '--balance must be an amount such as 100 or 0.0085, not "1,000".'],
    [{ balance: '0.0000001' }, '--balance must be an amount such as 100 or 0.0085, not "0.0000001".'],
    [{ level: '4' }, '--level must be one of 0, 1, 2, 3, not "4".'],
    [{ tps: '1e3' }, '--tps must be a whole number from 0 to 100000, not "1e3".'],
    [{ colour: 'red' }, 'Usage: hongyan account create --email'],
    [{ balance: '-5' }, 'Usage: hongyan account create --email'],
  ])('with %o prints one line and changes nothing', async (changed, line) => {
    const before = await accounts()
    await expect(hongyan(given(changed))).rejects.toThrow(line)
    expect(await accounts()).toBe(before)
  })

  test('refuses the email address of another account', async () => {
    await hongyan(given({ email: 'twice@example.com' }))
    await expect(hongyan(given({ email: 'TWICE@example.com' }))).rejects.toThrow(
      'There is an account twice@example.com already.',
    )
    await expect(hongyan('account create --password wildgoose --partition us')).rejects.toThrow('--email is missing.')
  })
})

test('second-factor remove lets an owner without any second factor sign in, notifies them and names its operator', async () => {
  const { owner } = await ownerWithApp(world)
  await newAuthenticator().enrol(owner, 'Laptop')
  await expect(hongyan(`second-factor remove ${owner.email}`)).rejects.toThrow('--by is missing.')
  await hongyan(`second-factor remove ${owner.email} --by Ines`)
  expect(await owner.call(security.get)).toMatchObject({ totp_since: null, passkeys: [], recovery_left: 0 })
  const letIn = await signedIn(owner.email, owner.password)
  const [entry] = await letIn.call(audit.list, { query: { actor: 'staff' } })
  expect(entry).toMatchObject({ action: 'security.remove', outcome: 'done', operator: 'Ines' })
  expect((await deliveriesOf(world)).some(({ to, text }) => to === owner.email && /removed|off/.test(text))).toBe(true)
  await expect(hongyan(`second-factor remove ${owner.email} --by Ines`)).rejects.toThrow('has no second factor')
})

describe('account set', () => {
  test('is recorded in the owner’s audit log, like a credential created by staff', async () => {
    const owner = await world.account()
    await hongyan(`account set ${owner.email} acct_status 1`)
    const { json } = await hongyan(`credential create --account ${owner.email} --mode hmac --by Ines`)
    const entries = await owner.call(audit.list, { query: { actor: 'staff' } })
    expect(entries.find(({ action }) => action === 'account.set')?.changes).toEqual([
      { field: 'acct_status', before: '0', after: '1' },
    ])
    expect(entries.find(({ action }) => action === 'credential.create')).toMatchObject({
      subject: Reflect.get(json, 'id'),
      operator: 'Ines',
    })
    expect(JSON.stringify(entries)).not.toContain(Reflect.get(json, 'secret'))
  })

  test.each([
    ['credit_enabled', 'true', { credit_enabled: true }],
    ['credit_amount', '500.25', { credit_amount: '500.250000' }],
    ['sms_wildcard', 'signature,template', { config: { sms_wildcard: ['signature', 'template'] } }],
    ['sms_wildcard', 'true', { config: { sms_wildcard: true } }],
    ['sms_wildcard', 'false', { config: { sms_wildcard: false } }],
    ['sms_smpp', 'true', { config: { sms_smpp: true } }],
    ['release.channel', 'canary', { config: { isCanary: true, 'release.channel': 'canary' } }],
    ['acct_status', '14', { config: { acct_status: 14 } }],
    ['realname_auth', 'true', { realname_auth: true }],
    ['activated', 'false', { activated: false }],
  ])('changes %s to %s for the owner', async (field, value, seen) => {
    const owner = await world.account()
    await hongyan(`account set ${owner.email} ${field} ${value}`)
    expect(await owner.call(account.get)).toMatchObject(seen)
  })

  test('stores a setting of the gateway and notifies the gateway', async () => {
    const owner = await world.account()
    const read = () => world.db.selectFrom('account').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
    const before = await read()
    await hongyan(`account set ${owner.email.toUpperCase()} pay_for_delivered true`)
    await hongyan(`account set ${owner.id} tps 0`)
    await hongyan(`account set ${owner.id} level 3`)
    const after = await read()
    expect(after).toMatchObject({ pay_for_delivered: true, tps: 0, level: 3 })
    expect(after.changed_at.getTime()).toBeGreaterThan(before.changed_at.getTime())
  })

  test.each([
    ['nobody@example.com tps 5', 'There is no account nobody@example.com.'],
    ['OWNER balance 5', 'There is no field balance; known are credit_enabled, credit_amount'],
    ['OWNER constructor 5', 'There is no field constructor;'],
    ['OWNER credit_enabled yes', 'credit_enabled must be true or false, not "yes".'],
    ['OWNER acct_status 2', 'acct_status must be one of 0, 1, 10, 11, 12, 13, 14, not "2".'],
    ['OWNER sms_wildcard signature,', 'sms_wildcard must be signature or template, not "".'],
    ['OWNER tps', 'Usage: hongyan account set <email> <field> <value>'],
    ['OWNER tps 5 6', 'Usage: hongyan account set <email> <field> <value>'],
  ])('of %s prints one line and changes nothing', async (words, line) => {
    const owner = await world.account()
    const before = await owner.call(account.get)
    await expect(hongyan(`account set ${words.replace('OWNER', owner.email)}`)).rejects.toThrow(line)
    expect(await owner.call(account.get)).toEqual(before)
  })
})

describe('credential create', () => {
  test('creates a credential for an owner found by email or id, also without the name of an operator', async () => {
    const owner = await world.account()
    const { json } = await hongyan(`credential create --account ${owner.email} --mode hmac --by Ines --json`)
    expect(Object.keys(json)).toEqual(['id', 'key', 'secret', 'mode', 'type'])
    await hongyan(`credential create --account ${owner.id} --mode simple --scene 3`)
    expect(await owner.call(credentials.list)).toMatchObject([{ mode: 1, type: 1, scene: 3 }, json])
  })

  test('of type 4 prints its bind', async () => {
    const owner = await world.account()
    const { json } = await hongyan(`credential create --account ${owner.email} --mode hmac --type 4 --by Ines`)
    expect(json).toMatchObject({
      type: 4,
      systemId: expect.stringMatching(/^\w{1,15}$/),
      password: expect.stringMatching(/^\w{8}$/),
    })
  })

  test.each([
    ['--mode hmac --by Ines', '--account is missing.'],
    ['--account nobody@example.com --mode hmac --by Ines', 'There is no account nobody@example.com.'],
    ['--account OWNER --mode md5 --by Ines', '--mode must be hmac or simple, not "md5".'],
    ['--account OWNER --mode hmac --type 2 --by Ines', '--type must be 1 or 4 or 5, not "2".'],
    ['--account OWNER --mode hmac --scene 4', '--scene must be 1 or 2 or 3, not "4".'],
    ['--account OWNER --by Ines', '--mode is missing.'],
  ])('with %s prints one line and changes nothing', async (typed, line) => {
    const owner = await world.account()
    await expect(hongyan(`credential create ${typed.replace('OWNER', owner.email)}`)).rejects.toThrow(line)
    expect(await owner.call(credentials.list)).toEqual([])
  })
})

describe('ledger verify', () => {
  const verify = () => hongyan('ledger verify --json')

  test('reports that both proofs hold', async () => {
    await world.account({ balance: '7' })
    const { line, json, failed } = await verify()
    expect(json).toEqual({ ok: true, entries: expect.any(Number), proof1: true, proof2: true })
    expect(line).toMatch(/^The ledger is right: \d+ entries, both proofs\.$/)
    expect(failed).toBe(false)
  })

  test('fails and names the account whose row was changed outside the ledger', async () => {
    const { id } = await world.account({ balance: '7' })
    const change = (by: number) =>
      world.pool.query('update balance set paid_micros = paid_micros + $2 where account_id = $1', [id, by])
    await change(1)
    const { line, json, failed } = await verify()
    await change(-1)
    expect(json).toMatchObject({ ok: false, proof1: false, proof2: true })
    expect(line).toBe(`The ledger is wrong: proof 1, account ${id}: paid is 7000001 and its entries sum to 7000000.`)
    expect(failed).toBe(true)
    expect((await verify()).failed).toBe(false)
  })
})

describe('doctor', () => {
  // The world's clock stands still, and the doctor's does not.
  beforeAll(async () => {
    await keepPartitions({ pool: world.pool, clock: systemClock, log: newLogger('silent') }).first()
    await proved(1, true)
  })

  const proved = (hoursAgo: number, holds: boolean) =>
    world.pool.query(
      `insert into ledger_verification (day, at, entries, proof1, proof2) values (now(), now() - make_interval(hours => $1), 1, $2, true)
       on conflict (day) do update set at = excluded.at, proof1 = excluded.proof1`,
      [hoursAgo, holds],
    )

  const findingsOf = async () => {
    await world.loops.report()
    const { line, json, failed } = await hongyan('doctor --json')
    return { line, failed, ...(json as { ok: boolean; checks: Finding[] }) } // as `doctor` writes it
  }

  test('reports a running server and each of its loops as healthy', async () => {
    await world.loops.run('changed-accounts')
    const { line, failed, ok, checks } = await findingsOf()
    expect({ failed, ok }).toEqual({ failed: false, ok: true })
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'database',
        'partitions',
        'ledger',
        'server',
        'loop changed-accounts',
        'loop credential-usage',
      ]),
    )
    expect(checks.every(({ hint }) => hint === null)).toBe(true)
    expect(line).toMatch(/^ok +database +reachable, schema 00\d\d-[a-z-]+$/m)
    expect(line).toMatch(/^ok +loop changed-accounts +last run \d+ s ago$/m)
    expect(line).toMatch(/Everything is right\.$/)
  })

  test('fails and names the loop, its error and the next step once a loop cannot do its work', async () => {
    const runs = async () => {
      for (let run = 0; run < 3; run += 1) await world.loops.run('sandbox-inbox')
    }
    await world.pool.query('alter table sandbox_message rename to sandbox_message_away')
    await runs()
    const broken = await findingsOf()
    await world.pool.query('alter table sandbox_message_away rename to sandbox_message')
    expect(broken).toMatchObject({ failed: true, ok: false })
    expect(broken.checks.filter(({ ok }) => !ok)).toEqual([
      {
        name: 'loop sandbox-inbox',
        ok: false,
        text: expect.stringMatching(
          /^3 failures in a row in .+, last error \d+ s ago: relation "sandbox_message" does/,
        ),
        hint: expect.stringContaining('log'),
      },
    ])
    expect(broken.line).toMatch(/^WRONG +loop sandbox-inbox +3 failures in a row/m)
    await runs()
    expect((await findingsOf()).failed).toBe(false)
  })

  test('fails when the last proof of the ledger failed or is older than 26 hours', async () => {
    const ledger = async () => (await findingsOf()).checks.find(({ name }) => name === 'ledger')
    await proved(25, true)
    expect(await ledger()).toMatchObject({ ok: true, text: 'verified 1 d ago: both proofs hold' })
    await proved(27, true)
    expect(await ledger()).toMatchObject({ ok: false })
    await proved(1, false)
    expect(await ledger()).toMatchObject({ ok: false, text: 'verified 1 h ago: wrong' })
    await proved(1, true)
    expect(await ledger()).toMatchObject({ ok: true })
  })

  test('reports a stopped server as stopped, and one that no longer reports as an error', async () => {
    await world.pool.query(`update loop_run set reported_at = now() - interval '2 minutes'`)
    const server = async () => {
      const { json } = await hongyan('doctor')
      return (json as { checks: Finding[] }).checks.find(({ name }) => name === 'server') // as `doctor` writes it
    }
    expect(await server()).toMatchObject({ ok: false, text: expect.stringMatching(/has not reported for 2 min$/) })
    await world.loops.stop()
    expect(await server()).toMatchObject({ ok: true, text: 'not running, so no loop is checked' })
  })
})
