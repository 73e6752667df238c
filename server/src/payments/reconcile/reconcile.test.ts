import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RefundId } from '@hongyan/contract/ids'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrderEvents, type OrderEvents } from '../../../test/order-events.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { readArguments } from '../../kit/command.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { referenceOf } from '../../providers/payments/provider.ts'
import { reconcileCommands } from './commands.ts'

let world: World
let orders: OrderEvents
const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-reports-'))
beforeAll(async () => {
  world = await newWorld()
  orders = newOrderEvents(world)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

let files = 0
async function reconcile(content: string | Buffer) {
  const file = path.join(folder, `report-${(files += 1)}.csv`)
  writeFileSync(file, content)
  const [command] = reconcileCommands
  if (command === undefined) throw new Error('there is no such command')
  return command.run(world, readArguments(command, [file]))
}

/** A payment that real money made, a minute after the one before. */
async function payReally(owner: SignedIn, channel: TopUpChannel, amount: string, paymentId: string) {
  world.clock.advance(60_000)
  const order = await orders.paid(owner.id, channel, amount)
  await world.pool.query('update top_up set test = false, payment_id = $2 where id = $1', [order.id, paymentId])
  return { order, at: world.clock.now() }
}

/** A refund that was paid out. Returns our reference of it. */
async function refund({ order, at }: Awaited<ReturnType<typeof payReally>>, cents: number, remoteId: string | null) {
  const id = RefundId.parse(uuidv7(at))
  await world.pool.query(
    `insert into refund (account_id, id, top_up_id, amount_micros, fee_micros, withheld_micros, paid_out_micros,
       clawback_micros, reason, status, begun_at, ended_at, remote_id, entry)
     values ($1, $2, $3, $4, 0, 0, $4, 0, 'Too much', 'done', $5, $5, $6, $7)`,
    [order.account_id, id, order.id, cents * 10_000, at, remoteId, order.entry],
  )
  return referenceOf(id)
}

const utc = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')
const shanghai = (at: Date): string => utc(new Date(at.getTime() + 8 * 3_600_000))

test('Stripe’s balance report is compared row by row with the books', async () => {
  const owner = await world.account({ balance: '0' })
  const paid = await payReally(owner, 'stripe', '20', 'pi_matched')
  await refund(paid, 500, 're_1')
  const unknown = world.clock.now()
  const differs = await payReally(owner, 'stripe', '30', 'pi_differs')
  await payReally(owner, 'stripe', '40', 'pi_lost')
  const last = await payReally(owner, 'stripe', '50', 'pi_last')
  await payReally(owner, 'stripe', '60', 'pi_after')
  const head =
    'balance_transaction_id,created_utc,created,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id'
  const row = (at: Date, gross: string, category: string, source: string, intent: string) =>
    `txn_1,${utc(at)},${utc(at)},${utc(at)},usd,${gross},0.88,1,${category},${source},"Top-up, ""one""",,,ch_1,${intent}`
  const report = [
    head,
    row(paid.at, '20.00', 'charge', 'ch_1', 'pi_matched'),
    row(paid.at, '-5.00', 'refund', 're_1', 'pi_matched'),
    row(unknown, '7.00', 'charge', 'ch_7', 'pi_unknown'),
    row(differs.at, '33.00', 'charge', 'ch_2', 'pi_differs'),
    row(last.at, '50.00', 'charge', 'ch_3', 'pi_last'),
    row(last.at, '-100.00', 'payout', 'po_1', ''),
  ]
  const { line, failed } = await reconcile(report.join('\n'))
  expect(failed).toBe(true)
  expect(line.split('\n').map((one) => one.replace(/ at [^,]*/, ''))).toEqual([
    'missing here: payment pi_unknown, there 7.000000 USD, here nothing',
    'amount differs: payment pi_differs, there 33.000000 USD, here 30.000000 USD',
    'missing there: payment pi_lost, there nothing, here 40.000000 USD',
    'stripe: 3 matched, 1 missing here, 1 amount differs, 1 missing there, 1 of other kinds.',
  ])
  const equal = await reconcile([head, row(last.at, '50.00', 'charge', 'ch_3', 'pi_last')].join('\r\n'))
  expect(equal).toMatchObject({ failed: false, line: 'stripe: 1 matched, 0 of other kinds.', json: { ok: true } })
})

test('Alipay’s trade bill is read in its own encoding, with its comments and tabs', async () => {
  const owner = await world.account({ partition: 'cn', balance: '0' })
  const paid = await payReally(owner, 'alipay', '88.5', '2026112022001400000000000001')
  const reference = await refund(paid, 850, null)
  const cells = (at: Date, kind: string, amount: string, request: string) =>
    [
      '2026112022001400000000000001',
      referenceOf(paid.order.id),
      kind,
      'Top-up #1',
      shanghai(at),
      shanghai(at),
      '',
      '',
      '',
      '',
      'a@b.cn',
      amount,
      amount,
      request,
      '-0.53',
      '',
    ]
      .map((cell) => `${cell}\t`)
      .join(',')
  const bill = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,服务费（元）,备注',
    cells(paid.at, '交易', '88.50', ''),
    cells(paid.at, '退款', '-8.50', reference),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#导出时间：[2026年11月21日 09:00:00]',
  ].join('\n')
  const expected = { failed: false, line: 'alipay: 2 matched, 0 of other kinds.' }
  expect(await reconcile(bill)).toMatchObject(expected)
  expect(await reconcile(inGbk(bill))).toMatchObject(expected)
})

/** Encodes text in GBK: every character of two bytes that decodes to one of the text's. */
function inGbk(text: string): Buffer {
  const codes = new Map<string, Buffer>()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const bytes = Buffer.from([high, low])
      codes.set(decoder.decode(bytes), bytes)
    }
  return Buffer.concat(
    Array.from(text, (letter) => (letter < '\u0080' ? Buffer.from(letter) : (codes.get(letter) ?? Buffer.from('?')))),
  )
}

test('WeChat Pay’s trade bill is compared up to its sums', async () => {
  const owner = await world.account({ partition: 'cn', balance: '0' })
  const paid = await payReally(owner, 'wxpay', '20', '4200000000202611200000000001')
  const reference = await refund(paid, 300, null)
  const head =
    '﻿交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易类型,交易状态,付款银行,货币种类,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态,手续费,订单金额,申请退款金额'
  const cells = (state: string, refundId: string, back: string, status: string) =>
    [
      shanghai(paid.at),
      'wx1',
      '1900',
      '4200000000202611200000000001',
      referenceOf(paid.order.id),
      'NATIVE',
      state,
      'CMB',
      'CNY',
      '20.00',
      '503',
      refundId,
      back,
      status,
      '0.12',
      '20.00',
      back,
    ]
      .map((cell) => `\`${cell}`)
      .join(',')
  const rows = [head, cells('SUCCESS', '0', '0.00', ''), cells('REFUND', reference, '3.00', 'SUCCESS')]
  const sums = ['总交易单数,应结订单总金额,退款总金额', '`2,`20.00,`3.00']
  expect(await reconcile([...rows, cells('REFUND', 'another', '3.00', 'FAIL'), ...sums].join('\n'))).toMatchObject({
    failed: false,
    line: 'wxpay: 2 matched, 1 of other kinds.',
  })
  const wrong = [...rows, cells('REFUND', 'another', '1.00', 'SUCCESS'), ...sums].join('\n')
  expect((await reconcile(wrong)).line).toContain('missing here: refund another at')
})

test.each([
  ['a,b\n1,2\n', 'is neither Stripe'],
  ['', 'is neither Stripe'],
  [
    'balance_transaction_id,created_utc,currency,gross,reporting_category,source_id,payment_intent_id\ntxn_1,yesterday,usd,1.00,charge,ch_1,pi_1\n',
    'line 2: the time or the amount cannot be read.',
  ],
])('a file that is no readable report is refused in one sentence (%#)', async (content, sentence) => {
  await expect(reconcile(content)).rejects.toThrow(sentence)
})

test('a report of many rows is compared in batches', async () => {
  const head = 'balance_transaction_id,created_utc,currency,gross,reporting_category,source_id,payment_intent_id'
  const row = (nr: number) => `txn_${nr},2026-01-01 00:00:00,usd,1.00,charge,ch_${nr},pi_many_${nr}`
  const { json } = await reconcile([head, ...Array.from({ length: 1_201 }, (_, nr) => row(nr))].join('\n'))
  expect((json as { differences: object[] }).differences).toHaveLength(1_201)
})
