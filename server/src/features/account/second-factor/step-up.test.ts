import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { MINUTE } from '@hongyan/contract/durations'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import { security, sessions } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { table } from '@hongyan/contract/endpoints/table'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newAuthenticator } from '../../../../test/authenticator.ts'
import { ownerWithApp } from '../../../../test/second-factor.ts'
import { newWorld, ORIGIN, type World } from '../../../../test/world.ts'
import type { Row } from '../../../http/implement.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } })
const required = refusal(403, 'step_up_required')
const create = { body: { mode: AuthMode.Simple } }

test('a change of what guards an account needs a step-up ten minutes after the last one', async () => {
  const { owner, code } = await ownerWithApp(world)
  world.clock.advance(9 * MINUTE)
  expect((await owner.ask(credentials.create, create)).status).toBe(200)
  world.clock.advance(MINUTE)
  expect(await owner.ask(credentials.create, create)).toMatchObject(required)
  const until = new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString()
  expect(await owner.call(secondFactor.stepUp, { body: { totp: code() } })).toEqual({ until })
  expect((await owner.ask(credentials.create, create)).status).toBe(200)
  expect(await owner.ask(secondFactor.stepUp, { body: { totp: code() } })).toMatchObject(
    refusal(400, 'wrong_second_factor'),
  )
})

test('a call whose session ends while its body arrives changes nothing', async () => {
  const owner = await world.account()
  const { port } = new URL(world.address)
  world.clock.advance(MINUTE)
  const headers = { host: 'localhost', origin: ORIGIN, cookie: owner.cookie, 'content-type': 'application/json' }
  const sent = request({ port, host: '127.0.0.1', path: '/api/credentials', method: 'PUT', headers })
  const responded = once(sent, 'response')
  sent.write('{"mode":')
  const seen = 'select from session where account_id = $1 and seen_at = $2'
  await expect.poll(async () => (await world.pool.query(seen, [owner.id, world.clock.now()])).rowCount).toBe(1)
  await owner.call(session.end)
  sent.end(`${AuthMode.Simple}}`)
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await responded)
  answer.resume()
  expect(answer.statusCode).toBe(403)
})

test('every change that guards an account needs a step-up, and ending a session does not', async () => {
  const { owner } = await ownerWithApp(world)
  world.clock.advance(10 * MINUTE)
  const rows = Object.values(table).flatMap((calls) => Object.values<Row>(calls))
  const guarded = rows.filter(({ stepUp }) => stepUp === true)
  expect(guarded.map(({ address }) => address).toSorted()).toEqual([
    'DELETE /account/security/passkeys/:id',
    'DELETE /account/security/totp',
    'DELETE /credentials/:id',
    'DELETE /paymentMethods/:id',
    'DELETE /upstreams/:id',
    'PATCH /account/security/passkeys/:id',
    'PATCH /credentials/:id',
    'PATCH /upstreams/:id',
    'POST /account/change/email',
    'POST /account/change/password',
    'POST /account/change/phone',
    'POST /account/security/passkeys/options',
    'POST /account/security/recoveryCodes',
    'POST /account/security/totp',
    'POST /account/security/totp/confirm',
    'POST /configuration/countries',
    'POST /paymentMethods/:id/default',
    'POST /plugins/ip-restriction',
    'PUT /account/security/passkeys',
    'PUT /credentials',
    'PUT /paymentMethods',
    'PUT /upstreams',
  ])
  for (const row of guarded) expect(await owner.ask(row)).toMatchObject(required)
  expect((await owner.ask(sessions.endOthers)).status).toBe(200)
})

test('an owner without a second factor needs no step-up, also to add the first one', async () => {
  const owner = await world.account()
  world.clock.advance(60 * MINUTE)
  expect((await owner.ask(credentials.create, create)).status).toBe(200)
  await ownerWithApp(world, owner)
})

test('a step-up is valid for its own session alone', async () => {
  const { owner, code } = await ownerWithApp(world)
  const other = await ownerWithApp(world)
  world.clock.advance(10 * MINUTE)
  await other.owner.call(secondFactor.stepUp, { body: { password: other.owner.password } })
  expect(await owner.ask(credentials.create, create)).toMatchObject(required)
  expect(await owner.ask(secondFactor.stepUp, { body: { totp: other.code() } })).toMatchObject(
    refusal(400, 'wrong_second_factor'),
  )
  await owner.call(secondFactor.stepUp, { body: { totp: code() } })
})

test('the password, a passkey and a recovery code are accepted too, a recovery code once', async () => {
  const { owner, codes } = await ownerWithApp(world)
  const device = newAuthenticator()
  await device.enrol(owner, 'Laptop')
  const { ways, passkey } = await owner.call(secondFactor.stepUpOptions)
  expect(ways).toEqual(['password', 'totp', 'passkey', 'recovery'])
  const prove = async (body: Record<string, unknown>) => {
    world.clock.advance(10 * MINUTE)
    const { status } = await owner.ask(secondFactor.stepUp, { body })
    expect((await owner.ask(credentials.create, create)).status).toBe(status === 200 ? 200 : 403)
    return status
  }
  expect(await prove({ password: owner.password })).toBe(200)
  expect(await prove({ recovery: codes[0] })).toBe(200)
  expect(await prove({ recovery: codes[0] })).toBe(400)
  expect(await prove({ passkey: device.get(passkey ?? {}) })).toBe(400)
  const { passkey: fresh } = await owner.call(secondFactor.stepUpOptions)
  const answer = device.get(fresh ?? {})
  expect((await owner.ask(secondFactor.stepUp, { body: { passkey: answer } })).status).toBe(200)
  expect(await prove({ passkey: answer })).toBe(400)
})

test('five wrong attempts lock the step-up, also for the right answer', async () => {
  const { owner } = await ownerWithApp(world)
  const tries = async (password: string) => (await owner.ask(secondFactor.stepUp, { body: { password } })).status
  const wrong = await Promise.all(Array.from({ length: 8 }, () => tries('tame goose')))
  expect(wrong.filter((status) => status === 400)).toHaveLength(5)
  expect(await tries(owner.password)).toBe(429)
  expect((await owner.call(security.get)).totp_since).not.toBeNull()
})
