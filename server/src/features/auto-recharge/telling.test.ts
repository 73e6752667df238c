import { setTimeout as sleep } from 'node:timers/promises'
import type { Micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newCardDesk } from '../../../test/card-desk.ts'
import { newRecharger, unit } from '../../../test/recharger.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { turns } from '../../db/one-at-a-time.ts'
import { uuidv7 } from '../../kit/ids.ts'
import type { TellDeps } from './deps.ts'
import { type NoticeKind, notice } from './notices.ts'
import { tellRecharges } from './tell.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

let world: World
beforeAll(async () => (world = await newWorld()))
beforeEach(() => world.pool.query('delete from recharge_notice'))
afterAll(() => world.close())

const noticeFor = ({ id }: SignedIn, kind: NoticeKind = 'off') =>
  world.db.transaction().execute(async (tx) => {
    const at = world.clock.now()
    await notice(tx, { account_id: id, id: uuidv7(at), kind, amount_micros: (200n * unit) as Micros, at }) // micros
  })

/** A turn ends with its connection, which takes a moment. */
async function turnIsFree(): Promise<void> {
  const held = 'select 1 from pg_locks where locktype = $1 and objid = $2'
  while ((await world.pool.query(held, ['advisory', turns.rechargeTeller])).rows.length > 0) await sleep(5)
}

async function roundLater(millis: number, change: Partial<TellDeps>): Promise<void> {
  world.clock.advance(millis)
  await turnIsFree()
  await tellRecharges({ ...newRecharger(world, newCardDesk().provider).telling, ...change })
}

test('a word that nobody takes is tried again, ever more rarely', async () => {
  await noticeFor(await world.account())
  const tries: number[] = []
  const begun = world.clock.now().getTime()
  const tellOwner = async () => {
    tries.push((world.clock.now().getTime() - begun) / SECOND)
    return 'no server'
  }
  for (let round = 0; round < 12; round += 1) await roundLater(10 * SECOND, { tellOwner })
  expect(tries).toEqual([10, 20, 30, 50, 80, 120])
  await roundLater(HOUR, { tellOwner: async () => null })
  await roundLater(HOUR, { tellOwner })
  expect(tries).toHaveLength(6)
})

test('fifty words that nobody takes keep no other from being told', async () => {
  const [dead, alive] = [await world.account(), await world.account()]
  for (let nr = 0; nr < 50; nr += 1) await noticeFor(dead)
  world.clock.advance(SECOND)
  await noticeFor(alive)
  const told: (string | null)[] = []
  const tellOwner: TellDeps['tellOwner'] = async ({ email }) => {
    if (email === dead.email) return 'no such address'
    told.push(email)
    return null
  }
  await roundLater(10 * SECOND, { tellOwner })
  await roundLater(10 * SECOND, { tellOwner })
  expect(told).toEqual([alive.email])
})

test('a link that cannot be made costs its owner few orders in three days', async () => {
  await noticeFor(await world.account(), 'authenticate')
  let orders = 0
  const openLink = async () => {
    orders += 1
    throw new Error('nobody opens one')
  }
  for (let round = 0; round < 72; round += 1) await roundLater(HOUR, { openLink })
  expect(orders).toBeGreaterThan(5)
  expect(orders).toBeLessThan(15)
})
