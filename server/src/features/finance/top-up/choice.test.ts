import { prices } from '@hongyan/contract/endpoints/finance/prices'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { HOUR } from '@hongyan/contract/durations'
import { TopUpId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSender } from '../../../../test/sender.ts'
import { countDays } from '../../../../test/count-days.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ CASHBACK_UNTIL: '2026-12-31T24:00:00+08:00' })
})
afterAll(() => world.close())

test.each([
  ['us', AccountStatus.Ok, ['stripe']],
  ['us', AccountStatus.Suspended, ['stripe']],
  ['us', AccountStatus.StripeBlocked, []],
  ['us', AccountStatus.AllPaymentBlocked, []],
  ['cn', AccountStatus.Ok, ['alipay', 'wxpay']],
  ['cn', AccountStatus.PayPalBlocked, ['alipay', 'wxpay']],
  ['cn', AccountStatus.AlipayBlocked, ['wxpay']],
  ['cn', AccountStatus.WechatPayBlocked, ['alipay']],
  ['cn', AccountStatus.AllPaymentBlocked, []],
] as const)('an account in %s of status %s may pay by %j', async (partition, status, channels) => {
  const owner = await world.account({ partition, status })
  expect(await owner.call(topUp.get)).toMatchObject({ channels, outlook: null })
})

test('only mainland accounts in CNY are offered cashback', async () => {
  const untilOf = async (choice: Parameters<World['account']>[0]) =>
    (await (await world.account(choice)).call(topUp.get)).cashback_until
  expect(await untilOf({ partition: 'cn' })).toBe('2026-12-31T16:00:00.000Z')
  expect(await untilOf({ partition: 'us' })).toBeNull()
  expect(await untilOf({ partition: 'us', currency: 'CNY' })).toBeNull()
  expect(await untilOf({ partition: 'cn', currency: 'USD' })).toBeNull()
})

test('all top-ups that can still be paid are offered again, newest first, with their payment link', async () => {
  const owner = await world.account({ partition: 'cn' })
  const begin = (amount: string, channel: 'alipay' | 'wxpay') =>
    owner.call(topUp.create, { body: { amount, channel, currency: 'CNY' } })
  for (let count = 0; count < 5; count += 1) await begin('1.00', 'wxpay')
  const orders = [await begin('100.00', 'alipay'), await begin('50.00', 'wxpay'), await begin('7.00', 'alipay')]
  const [first, second, third] = orders
  await owner.call(topUp.cancel, { params: { id: TopUpId.parse(third?.id) } })
  const pendingNow = async () => (await owner.call(topUp.get)).pending
  const [newest, next, ...older] = await pendingNow()
  expect([newest, next]).toEqual([
    { ...second, amount: '50.000000', channel: 'wxpay', currency: 'CNY' },
    { ...first, amount: '100.000000', channel: 'alipay', currency: 'CNY' },
  ])
  expect(older.map(({ amount }) => amount)).toEqual(Array(5).fill('1.000000'))
  world.clock.advance(HOUR)
  expect(await pendingNow()).toEqual([])
})

const countDay = ({ id }: SignedIn, day: string, messages: number) =>
  countDays(world, id, [{ day, msg_cnt: messages, to_cnt: messages, succ_msg_cnt: messages }])

test('the outlook shows the usual country, its current price and the daily cost of the last thirty days', async () => {
  const owner = await world.account()
  const { send } = await newSender(world, owner)
  const text = 'Hello'
  await send({ to: ['+12065550100', '+12065550101', '+447400123456'], text, scene: 2 })
  const list = await owner.call(prices.get)
  const priceIn = (country: string): string => list.prices.find(({ iso2 }) => iso2 === country)?.unit_prices[2] ?? ''
  const millionths = (exact: string): bigint => BigInt(exact.replace('.', ''))
  await countDay(owner, '2026-11-20', 1_000)
  await countDay(owner, '2026-11-19', 30)
  await countDay(owner, '2026-10-21', 60)
  await countDay(owner, '2026-10-20', 9_000)

  const { outlook } = await owner.call(topUp.get)

  expect(outlook).toMatchObject({ iso2: 'US', unit_price: priceIn('US') })
  const cost = 2n * millionths(priceIn('US')) + millionths(priceIn('GB'))
  expect(millionths(outlook?.daily_cost ?? '')).toBe((cost * 90n) / (3n * 30n))
})
