import { connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type World } from '../../../../test/world.ts'
import { openPool } from '../../../db/connect.ts'
import { createLatency } from '../../../kit/latency.ts'
import { newLogger } from '../../../kit/logger.ts'
import { sendApiHealth } from './service.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const runFor = async (millis: number) => {
  let now = 0
  const latency = createLatency(() => now)
  await latency.timed(async () => (now += millis))
  return latency
}

test('the send API is measured, and channels that do not exist are shown as not set up', async () => {
  const owner = await world.account()
  const before = await owner.call(connectivity.list)
  expect(before).toEqual([
    { id: 'api', state: expect.stringMatching(/^(operational|slow)$/), latency_ms: expect.any(Number) },
    { id: 'smpp', state: 'not_set_up', latency_ms: null },
    { id: 'webhook', state: 'not_set_up', latency_ms: null },
  ])
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550100', text: 'Hello' })
  const [first, second] = [await owner.call(connectivity.list), await owner.call(connectivity.list)]
  expect(first[0]?.latency_ms).toBeGreaterThan(0)
  expect(second).toEqual(first)
})

test('the latency of the send API is that of recent requests', async () => {
  const { pool } = world
  expect(await sendApiHealth({ pool, accepting: await runFor(12.34) })).toEqual({
    id: 'api',
    state: 'operational',
    latency_ms: 12.3,
  })
  expect(await sendApiHealth({ pool, accepting: await runFor(500) })).toMatchObject({ state: 'slow', latency_ms: 500 })
})

test('the send API is down without recent requests and without a database', async () => {
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', 1, newLogger('silent'))
  try {
    expect(await sendApiHealth({ pool, accepting: createLatency() })).toMatchObject({ state: 'down', latency_ms: null })
  } finally {
    await pool.end()
  }
})
