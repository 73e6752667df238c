import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@hongyan/contract/endpoints/messaging/error-codes'
import { errorPage, errorPages } from '@hongyan/contract/error-pages'
import { errors } from '@hongyan/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourcesOf } from '../../../../test/table-writes.ts'
import { newWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const source = fileURLToPath(new URL('../../../', import.meta.url))

/** The sources that name the errors of messages and of requests to the send API. */
const ofMessages =
  /^(?:gateway|pipeline|providers\/upstreams|features\/messaging\/messages)\/|^http\/(?:address-guard|broken-request|idempotency-key|json-body|key-guard|mount-public-api|open-bodies|public-api|request-body|signature|validated)\.ts$/

test('every error that a message or a request to the send API can get has a page in the dictionary, and no other', () => {
  const named = sourcesOf(source)
    .filter((path) => ofMessages.test(relative(source, path).replaceAll('\\', '/')))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word))
    .filter((word) => Object.hasOwn(errors, word))
  expect(new Set(named)).toEqual(new Set(Object.keys(errorPages)))
})

test('a visitor reads the page of an error in the own language, and of another code that there is none', async () => {
  const visitor = world.visitor()
  const params = { code: 'blocked_by_carrier' }
  expect(await visitor.call(errorCodes.get, { params })).toEqual(errorPage('blocked_by_carrier', 'en'))
  const chinese = await visitor.ask(errorCodes.get, { params, headers: { 'accept-language': 'zh-CN' } })
  expect(chinese.body).toEqual(errorPage('blocked_by_carrier', 'zh-CN'))
  for (const code of ['card_declined', 'no_such_code']) {
    expect(await visitor.ask(errorCodes.get, { params: { code } })).toMatchObject({ status: 404 })
  }
})
