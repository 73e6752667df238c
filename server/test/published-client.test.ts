import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { UniClient } from 'uni-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
  world.clock.set(new Date())
})
afterAll(() => world.close())

test.each([
  ['simple', AuthMode.Simple],
  ['HMAC', AuthMode.Hmac],
])('the published Node client sends in %s mode, unmodified', async (_, mode) => {
  const owner = await world.account()
  const { key, secret } = await owner.call(credentials.create, { body: { mode } })
  const client = new UniClient({
    accessKeyId: key,
    endpoint: world.address,
    ...(mode === AuthMode.Hmac && { accessKeySecret: secret }),
  })
  const reply = await client.messages.send({ to: '+12065550100', text: 'Hello' })
  expect(reply).toMatchObject({ code: '0', status: 200, data: { messages: [{ to: '+12065550100', count: 1 }] } })
  expect(reply.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('the published Node client receives the reason of a refusal', async () => {
  const owner = await world.account()
  const { key, secret } = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  const client = new UniClient({ accessKeyId: key, accessKeySecret: secret.toLowerCase(), endpoint: world.address })
  await expect(client.messages.send({ to: '+12065550100', text: 'Hello' })).rejects.toMatchObject({
    message: expect.stringContaining('InvalidSignature'),
  })
})
