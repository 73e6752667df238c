import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { errorWords } from '@hongyan/contract/errors'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { dashedId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../../kit/ids.ts'
import { sealedPassword } from '../../../kit/sealed-fields.ts'
import { eventually, newSender, post } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const create = (owner: SignedIn, mode: AuthMode = AuthMode.Hmac) => owner.call(credentials.create, { body: { mode } })

const rowsOf = ({ id }: SignedIn) =>
  world.db.selectFrom('credential').selectAll().where('account_id', '=', id).execute()

const changedAt = async ({ id }: SignedIn) => {
  const row = await world.db.selectFrom('account').select('changed_at').where('id', '=', id).executeTakeFirstOrThrow()
  return row.changed_at.getTime()
}

describe('new credentials', () => {
  test('creating a credential returns a key, a secret and the chosen mode', async () => {
    const owner = await world.account()
    const created = await create(owner, AuthMode.Simple)
    expect(created).toMatchObject({
      mode: AuthMode.Simple,
      type: CredentialType.Ordinary,
      scene: MessageScene.Notification,
      created_at: world.clock.now().toISOString(),
      use: { last_at: null, last_address: null, simple_requests: 0, simple_addresses: [] },
    })
    expect(created.key).toMatch(/^[A-Za-z0-9]{22}$/)
    expect(created.secret).toMatch(/^[A-Za-z0-9]{32,}$/)
    expect(await owner.call(credentials.list)).toEqual([created])
  })

  test('creating a credential stores the secret sealed', async () => {
    const owner = await world.account()
    const { secret } = await create(owner)
    expect(JSON.stringify(await rowsOf(owner))).not.toContain(secret)
  })

  test('creating a credential notifies the gateway in the same transaction', async () => {
    const owner = await world.account()
    const before = await changedAt(owner)
    const listener = new pg.Client({ connectionString: world.databaseUrl })
    await listener.connect()
    const notified = new Promise((resolve) => listener.on('notification', ({ payload }) => resolve(payload)))
    await listener.query('listen config_changed')

    await create(owner)

    expect(await notified).toBe(owner.id)
    expect(await changedAt(owner)).toBeGreaterThan(before)
    await listener.end()
  })

  test('creating a credential with the type SMPP needs an account that has SMPP, and returns a bind', async () => {
    const [without, having] = [await world.account(), await world.account({ sms_smpp: true })]
    const body = { mode: AuthMode.Hmac, type: CredentialType.Smpp }
    expect(await without.ask(credentials.create, { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'restricted_params', field: 'type' } },
    })
    expect(await rowsOf(without)).toEqual([])

    const { id, smpp } = await having.call(credentials.create, { body })
    const [row] = await rowsOf(having)
    expect(smpp?.system_id).toMatch(/^[a-z0-9]{8,15}$/)
    expect(smpp?.password).toMatch(/^[A-Za-z0-9]{8}$/)
    expect(row?.sealed_password).not.toContain(smpp?.password)
    expect(world.secrets.open(row?.sealed_password ?? '', sealedPassword(id))).toBe(smpp?.password)
    expect(await having.call(credentials.list)).toMatchObject([{ id, smpp }])
  })

  test('creating a credential fails while the account is suspended', async () => {
    const owner = await world.account({ status: 1 })
    expect(await owner.ask(credentials.create, { body: { mode: AuthMode.Hmac } })).toMatchObject({
      status: 403,
      body: { error: { code: 'account_suspended' } },
    })
    expect(await owner.call(credentials.list)).toEqual([])
  })

  test.each([
    [{}, 'missing_params', 'mode'],
    [{ mode: 3 }, 'invalid_request', 'mode'],
    [{ mode: '2' }, 'invalid_request', 'mode'],
    [{ mode: 2, type: CredentialType.Admin }, 'invalid_request', 'type'],
    [{ mode: 2, scene: 4 }, 'invalid_request', 'scene'],
    [{ mode: 2, secret: 'mine' }, 'restricted_params', 'secret'],
  ])('creating a credential with %o is refused by name and writes nothing', async (body, code, field) => {
    const owner = await world.account({ sms_smpp: true })
    expect(await owner.ask(credentials.create, { body })).toMatchObject({
      status: 400,
      body: { error: { code, field } },
    })
    expect(await rowsOf(owner)).toEqual([])
  })
})

describe('lists', () => {
  test('the list of credentials shows the newest first, in pages, with the total number', async () => {
    const owner = await world.account()
    const keys = []
    for (let made = 0; made < 3; made += 1) keys.unshift((await create(owner)).key)

    const page = await owner.ask(credentials.list, { query: { limit: 2, offset: 1, status: 0 } })

    expect(page.headers['x-total-count']).toBe('3')
    expect(page.body).toMatchObject(keys.slice(1, 3).map((key) => ({ key })))
  })

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 10_001 }, 'offset'],
    [{ status: 1 }, 'status'],
  ])('the list of credentials refuses %o by name', async (query, field) => {
    const owner = await world.account()
    expect(await owner.ask(credentials.list, { query })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field } },
    })
  })

  test('the list of credentials shows the last use, and the unsigned requests of the last 24 hours', async () => {
    const owner = await world.account()
    const { id } = await create(owner, AuthMode.Simple)
    const now = world.clock.now()
    const used = (hoursAgo: number, address: string, requests: number, signed = false) => ({
      account_id: owner.id,
      credential_id: id,
      hour: new Date(now.getTime() - hoursAgo * HOUR),
      signed,
      address,
      requests,
    })
    await world.db
      .insertInto('credential_use')
      .values([
        ...[1, 2, 3, 4, 5, 6].map((last) => used(last, `192.0.2.${last}`, last)),
        used(2, '192.0.2.6', 30),
        used(1, '198.51.100.1', 500, true),
        used(24, '203.0.113.1', 700),
      ])
      .execute()
    await world.db
      .updateTable('credential')
      .set({ last_used_at: now, last_used_from: '192.0.2.6' })
      .where('account_id', '=', owner.id)
      .execute()

    const [listed] = await owner.call(credentials.list)

    expect(listed?.use).toEqual({
      last_at: now.toISOString(),
      last_address: '192.0.2.6',
      simple_requests: 51,
      simple_addresses: ['192.0.2.6', '192.0.2.5', '192.0.2.4', '192.0.2.3', '192.0.2.2'],
    })
  })
})

const hello = { to: '+12065550100', text: 'Hello' }

test('the default scene of a credential is that of its free text that names none, and a change keeps the mode', async () => {
  const owner = await world.account({ balance: '1' })
  const body = { mode: AuthMode.Simple, scene: MessageScene.Verification }
  const { id, key, scene } = await owner.call(credentials.create, { body })
  expect(scene).toBe(MessageScene.Verification)
  const sceneOf = async (given: object = {}) => {
    const answer = await post(world, { action: 'sms.message.send', accessKeyId: key }, { ...hello, ...given })
    const sent = [dashedId(answer.body.data?.messages[0]?.id ?? '')]
    const { rows } = await world.pool.query<{ scene: number }>('select scene from message where id = $1', sent)
    return rows[0]?.scene
  }
  expect([await sceneOf(), await sceneOf({ scene: 2 })]).toEqual([1, 2])
  const change = { id, key, mode: AuthMode.Simple, scene: MessageScene.Notification }
  expect(await owner.call(credentials.update, { params: { id }, body: change })).toMatchObject({ mode: 1, scene: 2 })
  await eventually(sceneOf, (found) => found === 2)
  const { scene: _, ...modeAlone } = { ...change, mode: AuthMode.Hmac }
  expect(await owner.call(credentials.update, { params: { id }, body: modeAlone })).toMatchObject({ mode: 2, scene: 2 })
})

/** The error codes in a credential's request log. The same write moves the last uses. */
const logOf = (id: string) =>
  world.pool
    .query<{ code: string }>('select code from request_log where credential_id = $1 order by id', [id])
    .then(({ rows }) => rows.map(({ code }) => code))

describe('uses', () => {
  test('only an authenticated request moves the last use of its credential; every refused one is logged', async () => {
    const owner = await world.account()
    const { send, key, credential } = await newSender(world, owner, AuthMode.Hmac)
    const lastUse = async () => (await owner.call(credentials.list))[0]?.use.last_at
    const unsigned = { action: 'sms.message.send', accessKeyId: key }
    const failed = ['unsigned_request', 'invalid_signature', 'invalid_signature_timestamp']

    await post(world, unsigned, hello)
    await post(world, { ...unsigned, signature: '0'.repeat(64) }, hello)
    await send(hello, { timestamp: '1700000000' })
    expect(
      await eventually(
        () => logOf(credential),
        ({ length }) => length === 3,
      ),
    ).toEqual(failed)
    expect(await lastUse()).toBeNull()

    await send({ ...hello, txt: 'x' })
    expect(
      await eventually(
        () => logOf(credential),
        ({ length }) => length === 4,
      ),
    ).toEqual([...failed, 'restricted_params'])
    expect(await lastUse()).toBe(world.clock.now().toISOString())
  })

  test('uses and refusals that cannot be written, as while the database is away, are written once when they can', async () => {
    const owner = await world.account()
    const { send, credential } = await newSender(world, owner)
    await send({ ...hello, dryRun: true })
    await eventually(
      async () => (await owner.call(credentials.list))[0]?.use.simple_requests,
      (requests) => requests === 1,
    )
    const away = (table: string) => world.pool.query(`alter table ${table} rename to away`)
    const back = (table: string) => world.pool.query(`alter table away rename to ${table}`)
    for (const table of ['credential_use', 'request_log']) {
      await away(table)
      await send({ ...hello, dryRun: true })
      await send({ ...hello, hue: 1 })
      await world.loops.run('credential-usage').catch(() => undefined)
      await back(table)
    }
    await eventually(
      () => logOf(credential),
      ({ length }) => length >= 2,
    )
    await world.loops.run('credential-usage')
    expect(await logOf(credential)).toEqual(['restricted_params', 'restricted_params'])
    expect((await owner.call(credentials.list))[0]?.use.simple_requests).toBe(5)
  })

  test('refusals are logged once where the connection was lost after they had been written', async () => {
    const owner = await world.account()
    const { send, credential } = await newSender(world, owner)
    await world.pool.query(`create function lose_connection() returns trigger language plpgsql as
      $$ begin raise exception 'connection lost' using errcode = '08006'; end $$`)
    await world.pool.query(
      'create trigger lost before delete on request_log for each statement execute function lose_connection()',
    )
    await send({ ...hello, hue: 1 })
    await eventually(
      () => logOf(credential),
      ({ length }) => length === 1,
    )
    await world.pool.query('drop trigger lost on request_log')
    await send({ ...hello, hue: 2 })
    expect(
      await eventually(
        () => logOf(credential),
        ({ length }) => length >= 2,
      ),
    ).toEqual(['restricted_params', 'restricted_params'])
  })

  test('a nonce that was used before is no use of its credential', async () => {
    const owner = await world.account()
    const { send, credential } = await newSender(world, owner, AuthMode.Hmac)
    await send({ ...hello, dryRun: true }, { nonce: 'once' })
    await eventually(
      async () => (await owner.call(credentials.list))[0]?.use.last_at,
      (at) => at !== null,
    )
    world.clock.set(new Date(world.clock.now().getTime() + HOUR / 10))
    await send(hello, { nonce: 'once' })
    await eventually(
      () => logOf(credential),
      ({ length }) => length === 1,
    )
    const [listed] = await owner.call(credentials.list)
    expect(Date.parse(listed?.use.last_at ?? '')).toBe(world.clock.now().getTime() - HOUR / 10)
  })
})

describe('refused requests', () => {
  const NOTHING = { exempt: [], day: null, countries: [], per_second: null }
  const RULE = { scope: 'recipient', scene: null, per_minute: 1, per_hour: null, per_day: null, action: 'reject' }
  const written = () => world.loops.run('credential-usage')

  test('refused requests are listed newest first, in pages, with their explanation in the caller’s language', async () => {
    const owner = await world.account()
    const { send, key, credential } = await newSender(world, owner)
    const ids = []
    for (const body of [{ ...hello, hue: 1 }, 'no JSON', { ...hello, tint: 1 }]) {
      ids.unshift((await send(body)).headers['x-request-id'])
    }
    await written()
    const params = { id: credential }
    const list = (query: object, headers = {}) => owner.ask(credentials.requests, { params, query, headers })

    const page = await list({ limit: 2, offset: 1 })
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.body).toMatchObject([
      { request_id: ids[1], reason: { code: 'malformed_json' } },
      {
        request_id: ids[2],
        at: world.clock.now().toISOString(),
        action: 'sms.message.send',
        address: '127.0.0.1',
        reason: { code: 'restricted_params', ...errorWords('restricted_params', 'en'), side: 'customer' },
        limit: null,
      },
    ])
    expect(JSON.stringify(page.body)).not.toContain(key)
    expect((await list({ code: 'malformed_json' }, { 'accept-language': 'zh-CN' })).body).toMatchObject([
      { request_id: ids[1], reason: errorWords('malformed_json', 'zh-CN') },
    ])
    const soon = new Date(world.clock.now().getTime() + 1).toISOString()
    expect(await list({ from: soon })).toMatchObject({ body: [], headers: { 'x-total-count': '0' } })
    expect(await list({ code: 'A' })).toMatchObject({ status: 400, body: { error: { field: 'code' } } })
  })

  test('a request that a limit refused names the limit, and no number', async () => {
    const owner = await world.account()
    const { send, credential } = await newSender(world, owner)
    const body = { version: 0, enabled: true, rules: [RULE], ...NOTHING }
    expect(await owner.ask(smsRateLimiting.save, { body })).toMatchObject({ status: 200 })
    expect([(await send(hello)).status, (await send(hello)).status]).toEqual([200, 429])
    await written()

    const rows = await owner.call(credentials.requests, { params: { id: credential }, query: {} })

    const minute = Math.floor(world.clock.now().getTime() / MINUTE + 1) * MINUTE
    expect(rows).toMatchObject([
      {
        reason: { code: 'recipient_rate_limited' },
        limit: { scope: 'recipient', window: 'minute', limit: 1, reset_at: new Date(minute).toISOString() },
      },
    ])
    const stored = await world.pool.query('select * from request_log where credential_id = $1', [credential])
    expect(JSON.stringify(stored.rows)).not.toContain(hello.to.slice(1))
  })

  test('refused requests of another account, or of a removed credential, are not found', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const { id } = await create(owner)
    const { id: removed } = await create(owner)
    await owner.call(credentials.remove, { params: { id: removed } })
    const status = async (caller: SignedIn, of: typeof id) =>
      (await caller.ask(credentials.requests, { params: { id: of } })).status
    expect([await status(owner, id), await status(other, id), await status(owner, removed)]).toEqual([200, 404, 404])
  })

  test('a credential keeps its newest 1,000 refused requests', async () => {
    const owner = await world.account()
    const { send, credential } = await newSender(world, owner)
    await world.pool.query(
      `insert into request_log (account_id, id, credential_id, at, action, code, address, request_id)
       select $1, overlay(gen_random_uuid()::text placing '01900000-0000-7' from 1 for 15)::uuid, $2, now(), 'a', 'internal', '', ''
       from generate_series(1, 1000)`,
      [owner.id, credential],
    )
    await send({ ...hello, hue: 1 })
    await written()
    const { headers, body } = await owner.ask(credentials.requests, { params: { id: credential }, query: { limit: 1 } })
    expect(headers['x-total-count']).toBe('1000')
    expect(body).toMatchObject([{ reason: { code: 'restricted_params' } }])
  })
})

describe('modes', () => {
  test('switching the mode works in both directions and leaves key and secret unchanged', async () => {
    const owner = await world.account()
    const made = await create(owner, AuthMode.Hmac)
    const before = await changedAt(owner)
    const to = (mode: AuthMode) =>
      owner.call(credentials.update, { params: { id: made.id }, body: { id: made.id, key: made.key, mode } })
    expect(await to(AuthMode.Simple)).toEqual({ ...made, mode: AuthMode.Simple })
    expect(await to(AuthMode.Hmac)).toEqual(made)
    expect(await changedAt(owner)).toBeGreaterThan(before)
  })

  test('switching the mode needs the id and the key that were shown', async () => {
    const owner = await world.account()
    const [made, other] = [await create(owner), await create(owner)]
    const changeTo = (id: string, key: string) =>
      owner.ask(credentials.update, { params: { id: made.id }, body: { id, key, mode: AuthMode.Simple } })
    expect(await changeTo(other.id, made.key)).toMatchObject({ status: 400, body: { error: { field: 'id' } } })
    expect(await changeTo(made.id, other.key)).toMatchObject({ status: 400, body: { error: { field: 'key' } } })
    expect((await rowsOf(owner)).map(({ mode }) => mode)).toEqual([AuthMode.Hmac, AuthMode.Hmac])
  })

  test('switching the mode fails for another account’s credential as for an unknown one', async () => {
    const [mine, theirs] = [await world.account(), await world.account()]
    const { id, key } = await create(theirs)
    const reply = await mine.ask(credentials.update, { params: { id }, body: { id, key, mode: AuthMode.Simple } })
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await theirs.call(credentials.list)).toMatchObject([{ id, mode: AuthMode.Hmac }])
  })

  test('switching the mode with an invalid id is refused by name', async () => {
    const owner = await world.account()
    const body = { id: 'x', key: 'y', mode: AuthMode.Hmac }
    expect(await owner.ask(credentials.update, { params: { id: 'x' }, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'id' } },
    })
  })
})

describe('removals', () => {
  test('removing a credential takes effect at once, and works only once', async () => {
    const owner = await world.account()
    const [made, kept] = [await create(owner), await create(owner)]
    const before = await changedAt(owner)
    expect(await owner.call(credentials.remove, { params: { id: made.id } })).toEqual({})
    expect(await changedAt(owner)).toBeGreaterThan(before)
    expect(await owner.call(credentials.list)).toEqual([kept])
    expect((await owner.ask(credentials.remove, { params: { id: made.id } })).status).toBe(404)
  })

  test('removing a credential fails for another account’s credential and for an unknown one', async () => {
    const [mine, theirs] = [await world.account(), await world.account()]
    const { id } = await create(theirs)
    expect((await mine.ask(credentials.remove, { params: { id } })).status).toBe(404)
    expect((await mine.ask(credentials.remove, { params: { id: uuidv7(new Date()) } })).status).toBe(404)
    expect(await theirs.call(credentials.list)).toHaveLength(1)
  })
})

test('a secret copied from another credential’s row does not open', async () => {
  const owner = await world.account()
  const [first, second] = [await create(owner), await create(owner)]
  const sealed = (await rowsOf(owner)).find(({ id }) => id === first.id)
  await world.db
    .updateTable('credential')
    .set({ sealed_secret: sealed?.sealed_secret ?? '' })
    .where('id', '=', second.id)
    .execute()
  expect(await owner.ask(credentials.list)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
})
