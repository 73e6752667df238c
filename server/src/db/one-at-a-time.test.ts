import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../test/world.ts'
import { oneAtATime } from './one-at-a-time.ts'

const TURN = 4_807_299

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('a turn is free again as soon as its work is done or has failed', async () => {
  let done = 0
  const fail = async () => Promise.reject(new Error('no luck'))
  for (let times = 0; times < 20; times += 1) {
    await oneAtATime(world.pool, TURN, async () => void (done += 1))
    await expect(oneAtATime(world.pool, TURN, fail)).rejects.toThrow('no luck')
  }
  expect(done).toBe(20)
})

test('work is skipped while another process does it', async () => {
  const did: string[] = []
  await oneAtATime(world.pool, TURN, async () => {
    await oneAtATime(world.pool, TURN, async () => void did.push('second'))
    did.push('first')
  })
  expect(did).toEqual(['first'])
})

test('a lock that cannot be released ends with its connection', async () => {
  const killed = oneAtATime(world.pool, TURN, async () => {
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1`,
      [TURN],
    )
  })
  await expect(killed).rejects.toThrow()
  let done = false
  await oneAtATime(world.pool, TURN, async () => void (done = true))
  expect(done).toBe(true)
})
