import { HOUR } from '@hongyan/contract/durations'
import { prices } from '@hongyan/contract/endpoints/finance/prices'
import { Currency } from '@hongyan/contract/vocabulary/account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { parsePriceRows } from '../../../pricing/price-book-file.ts'
import { importPrices } from './import.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const HEADER = 'iso2,product,scene,currency,unit_price'
const rowsOf = (...lines: readonly string[]) => parsePriceRows(Buffer.from([HEADER, ...lines].join('\n')), 'test.csv')
const choice = { from: null, dryRun: false, allowDropped: true }

describe('the price list', () => {
  test('is in the account’s currency, by country, with separate prices of scenes', async () => {
    const [us, cn] = [await world.account(), await world.account({ partition: 'cn' })]
    const list = await us.call(prices.get)
    expect(list).toMatchObject({ version: 1, sample: true, currency: 'USD', next: null })
    expect(list.effective_from).toBe('2026-11-20T09:00:00.000Z')
    const codes = list.prices.map(({ iso2 }) => iso2)
    expect(codes).toEqual(codes.toSorted())
    expect(codes).toHaveLength(250)
    const chinaOf = (found: typeof list) => found.prices.filter(({ iso2 }) => iso2 === 'CN')
    expect(chinaOf(list)).toEqual([
      { iso2: 'CN', product: 'sms', unit_prices: { 1: '0.006300', 2: '0.006300', 3: '0.007600' } },
    ])
    const mainland = await cn.call(prices.get)
    expect(mainland).toMatchObject({ currency: 'CNY' })
    expect(chinaOf(mainland)).toMatchObject([{ unit_prices: { 1: '0.045000', 2: '0.045000', 3: '0.055000' } }])
  })

  test('shows scenes without a price as without a route', async () => {
    const mine = await newWorld()
    const owner = await mine.account()
    await importPrices(mine, rowsOf('US,sms,1,USD,0.01', 'DE,sms,*,CNY,0.5'), choice)
    const list = await eventually(
      () => owner.call(prices.get),
      ({ version }) => version === 2,
    )
    expect(list).toMatchObject({ sample: false })
    expect(list.prices).toEqual([{ iso2: 'US', product: 'sms', unit_prices: { 1: '0.010000', 2: null, 3: null } }])
    await mine.close()
  })

  test('names the next version, and becomes that version when it takes effect', async () => {
    const mine = await newWorld()
    const [owner, { clock }] = [await mine.account(), mine]
    const from = new Date(clock.now().getTime() + HOUR)
    await importPrices(mine, rowsOf('US,sms,*,USD,0.01'), { ...choice, from })
    const announced = await eventually(
      () => owner.call(prices.get),
      ({ next }) => next !== null,
    )
    expect(announced).toMatchObject({ version: 1, next: { version: 2, effective_from: '2026-11-20T10:00:00.000Z' } })
    const { send } = await newSender(mine, owner)
    const costs = async () => (await send({ to: '+12065550100', text: 'Hello' })).body.data?.totalAmount
    clock.advance(HOUR - 1)
    expect([(await owner.call(prices.get)).version, await costs()]).toEqual([1, '0.008500'])
    clock.advance(1)
    expect([(await owner.call(prices.get)).version, await costs()]).toEqual([2, '0.010000'])
    expect(await owner.call(prices.get)).toMatchObject({ next: null })
    await mine.close()
  })
})

describe('the price file', () => {
  test('has only the account’s currency, and a file name with currency and version', async () => {
    const owner = await world.account({ partition: 'cn' })
    const { status, headers, body } = await owner.ask(prices.file)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="hongyan-sample-prices-cny-v1.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const rows = parsePriceRows(Buffer.from(String(body)), 'download')
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set([Currency.Cny]))
    expect(rows.filter(({ country }) => country === 'CN')).toMatchObject([
      { scene: '*', unitPrice: 45_000n },
      { scene: 3, unitPrice: 55_000n },
    ])
    const list = await owner.call(prices.get)
    const sold = rows.filter(({ product }) => product === 'sms')
    expect(new Set(sold.map(({ country }) => country))).toEqual(new Set(list.prices.map(({ iso2 }) => iso2)))
  })

  test('has its version in its name once an operator has set the prices', async () => {
    const mine = await newWorld()
    const owner = await mine.account()
    await importPrices(mine, rowsOf('US,sms,*,USD,0.01', 'US,sms,*,CNY,0.07'), choice)
    const { headers, body } = await eventually(
      () => owner.ask(prices.file),
      (answer) => !String(answer.headers['content-disposition']).includes('sample'),
    )
    expect(headers['content-disposition']).toBe('attachment; filename="hongyan-prices-usd-v2.csv"')
    expect(body).toBe(`${HEADER}\nUS,sms,*,USD,0.010000\n`)
    await mine.close()
  })
})

describe('a quote', () => {
  let owner: SignedIn
  beforeEach(async () => {
    owner = await world.account()
  })

  test('returns parts, unit price and price of each recipient, and the sum', async () => {
    const to = ['+12065550100', '+4915112345678']
    expect(await owner.call(prices.quote, { body: { to, text: 'x'.repeat(161) } })).toEqual({
      version: 1,
      currency: 'USD',
      total_amount: '0.193000',
      recipients: [
        { to: to[0], iso2: 'US', parts: 2, unit_price: '0.008500', price: '0.017000', error: null },
        { to: to[1], iso2: 'DE', parts: 2, unit_price: '0.088000', price: '0.176000', error: null },
      ],
    })
  })

  test('a quote of a mainland account needs no template and no sender', async () => {
    const mainland = await world.account({ partition: 'cn' })
    const body = { to: ['+8613800138000'], text: '您的验证码是 123456', scene: 3 as const }
    expect(await mainland.call(prices.quote, { body })).toMatchObject({
      currency: 'CNY',
      total_amount: '0.055000',
      recipients: [{ iso2: 'CN', parts: 1, price: '0.055000', error: null }],
    })
  })

  test.each([
    [{}, 'Invalid phone number.', 'No route to this country.'],
    [{ 'accept-language': 'zh-CN' }, '手机号码无效。', '暂不支持发往该国家或地区。'],
  ])('explains an invalid recipient in the language of %o', async (headers, number, route) => {
    const body = { to: ['+12065550100', '12', '+24740123'], text: 'Hello' }
    const noPrice = { parts: 0, unit_price: null, price: null }
    expect(await owner.ask(prices.quote, { body, headers })).toMatchObject({
      status: 200,
      body: {
        total_amount: '0.008500',
        recipients: [
          { error: null },
          { to: '12', iso2: null, ...noPrice, error: { code: 'invalid_phone_number', message: expect.any(String) } },
          { to: '+24740123', iso2: 'AC', ...noPrice, error: { code: 'no_route', message: expect.any(String) } },
        ],
      },
    })
    const answer = JSON.stringify((await owner.ask(prices.quote, { body, headers })).body)
    expect([number, route].filter((words) => !answer.includes(words))).toEqual([])
  })

  test.each([
    [{ text: 'Hello' }, 'missing_params', 'to'],
    [{ to: [], text: 'Hello' }, 'invalid_request', 'to'],
    [{ to: Array.from({ length: 101 }, () => '+12065550100'), text: 'Hello' }, 'invalid_request', 'to'],
    [{ to: ['+12065550100', ''], text: 'Hello' }, 'invalid_request', 'to[1]'],
    [{ to: ['1'.repeat(33)], text: 'Hello' }, 'invalid_request', 'to[0]'],
    [{ to: ['12'], text: 'Hello' }, 'invalid_phone_number', 'to'],
    [{ to: ['+24740123'], text: 'Hello' }, 'no_route', 'to'],
    [{ to: ['+12065550100'] }, 'missing_params', 'text'],
    [{ to: ['+12065550100'], text: ' ' }, 'missing_params', 'text'],
    [{ to: ['+12065550100'], text: 'x'.repeat(2_001) }, 'invalid_request', 'text'],
    [{ to: ['+12065550100'], text: 'x'.repeat(1_531) }, 'too_many_parts', 'text'],
    [{ to: ['+12065550100'], text: 'Hello', scene: 4 }, 'invalid_request', 'scene'],
    [{ to: ['+12065550100'], text: 'Hello', signature: 'Acme' }, 'signature_not_found', 'signature'],
    [{ to: ['+12065550100'], text: 'Hello', dryRun: true }, 'restricted_params', 'dryRun'],
  ])('of %o is refused by its field', async (body, code, field) =>
    expect(await owner.ask(prices.quote, { body })).toMatchObject({ status: 400, body: { error: { code, field } } }),
  )

  test('a suspended account can calculate a price, which sends nothing', async () => {
    const suspended = await world.account()
    await world.db.updateTable('account').set({ status: 1 }).where('id', '=', suspended.id).execute()
    const body = { to: ['+12065550100'], text: 'Hello' }
    expect(await suspended.call(prices.quote, { body })).toEqual(await owner.call(prices.quote, { body }))
  })

  test('stores nothing', async () => {
    const tables = ['message', 'outbox', 'ledger_entry', 'limit_use', 'request_key', 'request_log', 'daily']
    const counted = async () => {
      const counts = tables.map((name) => `select '${name}' as name, count(*) from ${name}`)
      return (await world.pool.query(counts.join(' union all '))).rows
    }
    const before = await counted()
    await owner.call(prices.quote, { body: { to: ['+12065550100', '12'], text: 'Hello' } })
    expect(await counted()).toEqual(before)
  })
})
