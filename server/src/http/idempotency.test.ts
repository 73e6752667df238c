import { randomBytes } from 'node:crypto'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type SignedIn, type World } from '../../test/world.ts'
import { alone } from '../db/tx.ts'
import { Refusal } from '../kit/refusal.ts'
import { answerOnce, forgetAnswers } from '../limits/answers.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const create = (owner: SignedIn, key: string, mode: AuthMode = AuthMode.Hmac) =>
  owner.ask(credentials.create, { body: { mode }, headers: { 'idempotency-key': key } })

const count = async (owner: SignedIn) => (await owner.call(credentials.list)).length

test('the same key and body create once and return the stored response', async () => {
  const owner = await world.account()
  const first = await create(owner, 'once')
  const second = await create(owner, 'once')
  expect(first.status).toBe(200)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  expect(await count(owner)).toBe(1)
})

test('simultaneous calls with one key create once, and all get the same response', async () => {
  const owner = await world.account()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(owner, 'together')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect(await count(owner)).toBe(1)
})

test('the same key with another body is refused and changes nothing', async () => {
  const owner = await world.account()
  await create(owner, 'mine')
  expect(await create(owner, 'mine', AuthMode.Simple)).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_mismatch' } },
  })
  expect(await count(owner)).toBe(1)
})

test('a key belongs to its account', async () => {
  const [one, other] = [await world.account(), await world.account()]
  const [first, second] = [await create(one, 'shared'), await create(other, 'shared')]
  expect(second.headers['idempotent-replayed']).toBeUndefined()
  expect(second.body).not.toEqual(first.body)
})

test('a query of any length is refused as without a key', async () => {
  const owner = await world.account()
  const x = randomBytes(4_000).toString('hex')
  const body = { mode: AuthMode.Hmac }
  expect(
    await owner.ask(credentials.create, { body, query: { x }, headers: { 'idempotency-key': 'long' } }),
  ).toMatchObject({
    status: 400,
    body: { error: { code: 'restricted_params', field: 'x' } },
  })
  expect(await count(owner)).toBe(0)
})

test('a refusal frees the key', async () => {
  const owner = await world.account({ status: 1 })
  expect((await create(owner, 'again')).status).toBe(403)
  await world.db.updateTable('account').set({ status: 0 }).where('id', '=', owner.id).execute()
  expect((await create(owner, 'again')).status).toBe(200)
})

test.each(['', 'has space', 'ü', 'x'.repeat(256)])('a key such as %j is refused by name', async (key) => {
  const owner = await world.account()
  expect(await create(owner, key)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', field: 'Idempotency-Key' } },
  })
  expect(await count(owner)).toBe(0)
})

test('responses are stored sealed, and only for a day', async () => {
  const owner = await world.account()
  const { body } = await create(owner, 'sealed')
  const { rows } = await world.pool.query<{ kept: string }>(
    'select a::text as kept from console_answer a where account_id = $1',
    [owner.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.kept).not.toContain((body as { secret: string }).secret)

  await world.pool.query(`update console_answer set expires_at = now() - interval '1 s' where account_id = $1`, [
    owner.id,
  ])
  await forgetAnswers(alone(world.pool))
  expect((await create(owner, 'sealed')).headers['idempotent-replayed']).toBeUndefined()
  expect(await count(owner)).toBe(2)
})

test('a call whose process died may be repeated when its time is over, by the same body alone', async () => {
  const owner = await world.account()
  const deps = { db: alone(world.pool), secrets: world.secrets }
  const question = { account: owner.id, path: 'PUT /made', key: 'ended', bodyHash: Buffer.from('one') }
  await world.pool.query(
    `insert into console_answer values ($1, 'PUT /made', 'ended', $2, null, now() - interval '1 s', now() + interval '1 day')`,
    [owner.id, question.bodyHash],
  )
  const other = answerOnce(deps, { ...question, bodyHash: Buffer.from('two') }, async () => 'two')
  await expect(other).rejects.toThrow(Refusal)
  expect(await answerOnce(deps, question, async () => 'one')).toEqual({ answer: 'one', replayed: false })
})
