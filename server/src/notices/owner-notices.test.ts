import { HOUR, SECOND } from '@hongyan/contract/durations'
import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import type { NoticeKind } from '@hongyan/contract/vocabulary/notice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveriesOf } from '../../test/deliveries.ts'
import { newWorld, type SignedIn, type World } from '../../test/world.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { newLogger } from '../kit/logger.ts'
import { sendDeliveries } from './deliveries.ts'
import { notify, type OwnerNotice, recall } from './notify.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
beforeEach(() => world.pool.query('delete from notice_letter'))
afterAll(() => world.close())

const notifyResumed = (
  { id }: SignedIn,
  more: Partial<Pick<OwnerNotice, 'id' | 'also' | 'onlyBell'>> = {},
): OwnerNotice => ({
  account: id,
  kind: 'account_resumed',
  values: {},
  at: world.clock.now(),
  ...more,
})
const sendNotice = (notice: OwnerNotice) => inTransaction(world.pool, (tx) => notify(tx, notice))
const bellOf = async (owner: SignedIn): Promise<readonly NoticeKind[]> =>
  (await owner.call(notices.list)).notices.map(({ kind }) => kind)
const addressesOf = async (refused?: (to: string) => boolean) =>
  (await deliveriesOf(world, refused)).map(({ to }) => to)

test('a notice stands at the bell and is delivered once, also where it is sent twice with one id', async () => {
  const owner = await world.account({ phone: '+12065550101' })
  const id = uuidv7(world.clock.now())
  await Promise.all(Array.from({ length: 5 }, () => sendNotice(notifyResumed(owner, { id }))))
  expect(await bellOf(owner)).toEqual(['account_resumed'])
  expect(await deliveriesOf(world)).toEqual([
    { to: owner.email, subject: 'Your account has been reinstated', text: expect.any(String) },
  ])
  expect(await addressesOf()).toEqual([])
})

test('a notice that is rolled back reaches neither the bell nor the owner', async () => {
  const owner = await world.account()
  const undone = inTransaction(world.pool, async (tx) => {
    await notify(tx, notifyResumed(owner))
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect([await bellOf(owner), await addressesOf()]).toEqual([[], []])
})

test('several servers send a delivery once', async () => {
  const owner = await world.account()
  await sendNotice(notifyResumed(owner))
  const rounds = await Promise.all([1, 2, 3, 4].map(() => addressesOf()))
  expect(rounds.flat()).toEqual([owner.email])
})

test('a delivery whose server died while sending goes out later', async () => {
  const owner = await world.account()
  await sendNotice(notifyResumed(owner))
  const dead = new Promise<null>(() => undefined)
  const deliver = { email: () => dead, sms: () => dead }
  const { pool, clock } = world
  sendDeliveries({ pool, clock, log: newLogger('silent'), deliver }).catch(() => undefined)
  const tries = 'select try_at from notice_letter where try_at is not null'
  await expect.poll(async () => (await pool.query(tries)).rows.length).toBe(1)
  expect(await addressesOf()).toEqual([])
  world.clock.advance(10 * SECOND)
  expect(await addressesOf()).toEqual([owner.email])
})

test('a refused delivery is retried ever more rarely, and dropped after three days', async () => {
  await sendNotice(notifyResumed(await world.account()))
  const tries: number[] = []
  const begun = world.clock.now().getTime()
  const refused = () => tries.push((world.clock.now().getTime() - begun) / SECOND) > 0
  for (let round = 0; round < 12; round += 1) {
    world.clock.advance(10 * SECOND)
    await deliveriesOf(world, refused)
  }
  expect(tries).toEqual([10, 20, 30, 50, 80, 120])
  world.clock.advance(72 * HOUR)
  expect(await addressesOf()).toEqual([])
  expect((await world.pool.query('select from notice_letter')).rowCount).toBe(0)
})

test('fifty refused deliveries delay no other', async () => {
  const [dead, alive] = [await world.account(), await world.account()]
  for (let nr = 0; nr < 50; nr += 1) await notify(alone(world.pool), notifyResumed(dead))
  await sendNotice(notifyResumed(alive))
  expect(await addressesOf((to) => to === dead.email)).toEqual([alive.email])
  const broken = (to: string): boolean => {
    if (to === dead.email) throw new Error('this way out is broken')
    return false
  }
  world.clock.advance(HOUR)
  await sendNotice(notifyResumed(alive))
  expect(await addressesOf(broken)).toEqual([alive.email])
})

test('a notice also goes to the account’s former address, and to no address twice', async () => {
  const owner = await world.account()
  const also = [{ channel: 'email', address: 'old@example.com' }] as const
  await sendNotice(notifyResumed(owner, { also: [...also, { channel: 'email', address: owner.email }] }))
  expect((await addressesOf()).toSorted()).toEqual(['old@example.com', owner.email].toSorted())
})

test('one kind is texted twenty times a day at most, and the bell shows them all', async () => {
  const owner = await world.account({ phone: '+12065550102' })
  const kinds = { account_resumed: { email: false, sms: true } }
  await owner.call(noticePreferences.save, { body: { kinds } })
  for (let nr = 0; nr < 21; nr += 1) await sendNotice(notifyResumed(owner))
  expect(await addressesOf()).toHaveLength(20)
  expect((await owner.call(notices.list, { query: { limit: 50 } })).notices).toHaveLength(21)
  world.clock.advance(24 * HOUR)
  await sendNotice(notifyResumed(owner))
  expect(await addressesOf()).toEqual(['+12065550102'])
})

test('a recalled notice, or one for the bell only, stays at the bell alone', async () => {
  const owner = await world.account()
  const id = uuidv7(world.clock.now())
  await sendNotice(notifyResumed(owner, { id }))
  await recall(alone(world.pool), owner.id, id)
  await sendNotice(notifyResumed(owner, { onlyBell: true }))
  expect([await bellOf(owner), await addressesOf()]).toEqual([['account_resumed', 'account_resumed'], []])
})
