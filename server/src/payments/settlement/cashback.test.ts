import { SECOND } from '@hongyan/contract/durations'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrderEvents, newOrderEvents } from '../../../test/order-events.ts'
import { newWorld, type World } from '../../../test/world.ts'
import { newLogger } from '../../kit/logger.ts'
import { drawCashback, postDueCashback } from './cashback.ts'

const DRAWS = 20_000
const CENT = 10_000n

const exact = (decimal: string) => parseMicros(decimal) ?? ZERO
const draw = (amount: string, other: Partial<Parameters<typeof drawCashback>[0]> = {}) =>
  drawCashback({
    partition: 'cn',
    currency: 'CNY',
    channel: 'alipay',
    amount: exact(amount),
    at: new Date('2025-12-31T15:59:59.999Z'),
    until: new Date('2025-12-31T16:00:00Z'),
    ...other,
  })

describe('the draw', () => {
  test.each([
    ['1000', '1.08', '8.88'],
    ['4999.99', '1.08', '8.88'],
    ['5000', '10.8', '28.8'],
    ['9999.99', '10.8', '28.8'],
    ['10000', '30.8', '188'],
    ['20000', '30.8', '188'],
  ])('for %s is between %s and %s, in whole cents', (amount, min, max) => {
    for (let nr = 0; nr < 1_000; nr += 1) {
      const drawn = draw(amount)?.amount ?? ZERO
      expect(drawn >= exact(min) && drawn <= exact(max) && drawn % CENT === 0n).toBe(true)
    }
  })

  test('is uniform over a tier, both ends included', () => {
    const times = new Map<bigint, number>()
    for (let nr = 0; nr < DRAWS; nr += 1) {
      const amount = draw('1000')?.amount ?? ZERO
      times.set(amount, (times.get(amount) ?? 0) + 1)
    }
    expect(times.size).toBe(781)
    expect(times.has(exact('1.08')) && times.has(exact('8.88'))).toBe(true)
  })

  test('is due between 60 and 110 seconds after the payment', () => {
    const at = new Date('2025-12-01T00:00:00Z')
    const waits = Array.from({ length: 1_000 }, () => Number(draw('1000', { at })?.dueAt) - at.getTime())
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60 * SECOND)
    expect(Math.max(...waits)).toBeLessThanOrEqual(110 * SECOND)
    expect(new Set(waits).size).toBeGreaterThan(100)
  })

  test('is zero below the first tier, by another channel, outside the mainland and after the end of the offer', () => {
    expect(draw('999.99')).toBeNull()
    expect(draw('1000', { channel: 'wxpay' })).toBeNull()
    expect(draw('1000', { partition: 'us' })).toBeNull()
    expect(draw('1000', { currency: 'USD' })).toBeNull()
    expect(draw('1000', { at: new Date('2025-12-31T16:00:00Z') })).toBeNull()
  })
})

describe('posting', () => {
  let world: World
  let orders: OrderEvents
  beforeAll(async () => {
    world = await newWorld()
    orders = newOrderEvents(world)
  })
  afterAll(() => world.close())

  const post = () => postDueCashback({ ...world, log: newLogger('silent') })
  const owner = () => world.account({ partition: 'cn', balance: '0' })
  const entriesOf = async (id: string) => {
    const { rows } = await world.pool.query(
      `select kind, amount_micros, charge from ledger_entry where account_id = $1 and kind <> 'credit'`,
      [id],
    )
    return rows
  }

  test('happens once when it is due, also with concurrent rounds', async () => {
    const payer = await owner()
    const { entry, cashback_micros: drawn } = await orders.paid(payer.id, 'alipay', '1000')
    world.clock.advance(59 * SECOND)
    await post()
    expect(await entriesOf(payer.id)).toEqual([])
    world.clock.advance(52 * SECOND)
    await Promise.all(Array.from({ length: 5 }, post))
    await post()
    expect(await entriesOf(payer.id)).toEqual([{ kind: 'cashback', amount_micros: drawn, charge: entry }])
    const { balance_amount: balance } = await payer.call(accounts.get)
    expect(parseMicros(balance)).toBe(micros(exact('1000') + (drawn ?? ZERO)))
  })

  test('skips a payment without cashback', async () => {
    const payer = await owner()
    await orders.paid(payer.id, 'wxpay', '10000')
    world.clock.advance(111 * SECOND)
    await post()
    expect(await entriesOf(payer.id)).toEqual([])
  })

  test('that fails for one account does not stop the others', async () => {
    const [broken, sound] = [await owner(), await owner()]
    const order = await orders.paid(broken.id, 'alipay', '1000')
    await orders.paid(sound.id, 'alipay', '1000')
    await world.pool.query('update top_up set cashback_micros = 9223372036854775807 where id = $1', [order.id])
    world.clock.advance(111 * SECOND)
    await post()
    expect(await entriesOf(broken.id)).toEqual([])
    expect(await entriesOf(sound.id)).toHaveLength(1)
  })
})
