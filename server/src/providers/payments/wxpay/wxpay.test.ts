import { createSign } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { anOrder, newPair, publicUrl } from '../../../../test/payments.ts'
import { type StubRequest, startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { createWxpay } from './wxpay.ts'

const merchant = newPair()
const platform = newPair()
const order = anOrder()
const transaction = { appid: 'wx1', mchid: '1900', out_trade_no: order.reference, trade_state: 'NOTPAY' }
const success = {
  ...transaction,
  trade_state: 'SUCCESS',
  transaction_id: 't1',
  amount: { total: 8800, currency: 'CNY' },
}
const paid = { kind: 'paid', amount: order.amount, currency: 'CNY', paymentId: 't1' }

let stub: HttpStub
afterEach(() => stub.end())

const old = { serial: 'PUB_KEY_ID_1', ...platform }
const next = { serial: 'PUB_KEY_ID_2', ...newPair() }

/** The keys that we know, the first in use, and the one that WeChat Pay signs with. */
interface Rotation {
  readonly keys?: readonly [typeof old, ...(typeof old)[]]
  readonly signer?: typeof old
}

type Answer = readonly [status: number, body: object]

/** The adapter with a test server that signs these responses now, at a base address with a path. */
async function wxpayThat(answer: (request: StubRequest) => Answer, { keys = [old], signer = old }: Rotation = {}) {
  stub = await startHttpStub((request) => {
    const [status, content] = answer(request)
    const body = status === 204 ? '' : JSON.stringify(content)
    const time = String(Math.floor(Date.now() / 1_000))
    const signature = createSign('RSA-SHA256').update(`${time}\nn\n${body}\n`).sign(signer.privateKey, 'base64')
    const headers = {
      'wechatpay-timestamp': time,
      'wechatpay-nonce': 'n',
      'wechatpay-serial': signer.serial,
      'wechatpay-signature': signature,
    }
    return { status, headers, body }
  })
  return createWxpay({
    appId: 'wx1',
    mchId: '1900',
    serial: 'AB12',
    privateKey: merchant.privateKey,
    platformKeys: keys,
    apiV3Key: 'k'.repeat(32),
    apiBase: () => `${stub.base}/wx/`,
    publicUrl,
  })
}

test.each<readonly [Answer, object]>([
  [[200, transaction], { kind: 'pending' }],
  [[200, { ...transaction, trade_state: 'USERPAYING' }], { kind: 'pending' }],
  [[200, success], paid],
  [[200, { ...transaction, trade_state: 'CLOSED' }], { kind: 'closed' }],
  [[200, { ...success, trade_state: 'REFUND' }], { kind: 'closed' }],
  [[404, { code: 'ORDER_NOT_EXIST' }], { kind: 'absent' }],
  [[404, { code: 'RESOURCE_NOT_EXISTS' }], { kind: 'refused', reason: 'RESOURCE_NOT_EXISTS' }],
  [[401, { code: 'SIGN_ERROR', message: 'secret' }], { kind: 'refused', reason: 'SIGN_ERROR' }],
  [[429, { code: 'FREQUENCY_LIMITED' }], { kind: 'unreachable', reason: 'FREQUENCY_LIMITED' }],
  [[500, { code: 'SYSTEM_ERROR' }], { kind: 'unreachable', reason: 'SYSTEM_ERROR' }],
  [[200, { ...transaction, trade_state: 'NEW' }], { kind: 'unreachable', reason: 'unexpected_answer' }],
  [[200, { ...success, amount: { total: 88.5 } }], { kind: 'unreachable', reason: 'unexpected_answer' }],
  [[200, { ...success, out_trade_no: 'other' }], { kind: 'unreachable', reason: 'unexpected_answer' }],
])('a signed response to a query is translated to a payment state (%#)', async (answer, state) => {
  const wxpay = await wxpayThat(() => answer)
  expect(await wxpay.query(order)).toMatchObject(state)
  expect(stub.requests[0]?.target).toBe(`/wx/v3/pay/transactions/out-trade-no/${order.reference}?mchid=1900`)
})

test.each<readonly [Answer, Answer, object]>([
  [[204, {}], [500, {}], { kind: 'closed' }],
  [[400, { code: 'ORDERPAID' }], [200, success], paid],
  [[400, { code: 'ORDER_CLOSED' }], [200, { ...transaction, trade_state: 'CLOSED' }], { kind: 'closed' }],
  [[400, { code: 'ODD' }], [200, transaction], { kind: 'refused', reason: 'ODD' }],
  [[404, { code: 'ORDER_NOT_EXIST' }], [500, {}], { kind: 'absent' }],
  [[500, { code: 'SYSTEM_ERROR' }], [200, success], { kind: 'unreachable', reason: 'SYSTEM_ERROR' }],
])('an order that cannot be closed is queried for its end (%#)', async (closing, asking, state) => {
  const wxpay = await wxpayThat(({ method }) => (method === 'POST' ? closing : asking))
  expect(await wxpay.close(order)).toEqual(state)
})

test('the QR code is the only field read from the response to a new order', async () => {
  const wxpay = await wxpayThat(() => [200, { code_url: '' }])
  expect(await wxpay.open(order)).toMatchObject({ kind: 'unreachable' })
  expect(await wxpay.open(anOrder({ currency: 'USD' }))).toEqual({ kind: 'refused', reason: 'currency' })
  expect(stub.requests).toHaveLength(1)
})

test('a key of WeChat Pay is rotated without a lost call: each response is verified by the key that it names', async () => {
  const steps: readonly (Rotation & { readonly asks: string; readonly state: object })[] = [
    { keys: [old, next], signer: old, asks: old.serial, state: paid },
    { keys: [next, old], signer: old, asks: next.serial, state: paid },
    { keys: [next, old], signer: next, asks: next.serial, state: paid },
    { keys: [next], signer: next, asks: next.serial, state: paid },
    { keys: [next], signer: old, asks: next.serial, state: { kind: 'unreachable' } },
    { keys: [next, old], signer: { ...old, serial: next.serial }, asks: next.serial, state: { kind: 'unreachable' } },
  ]
  for (const { asks, state, ...rotation } of steps) {
    const wxpay = await wxpayThat(() => [200, success], rotation)
    expect(await wxpay.query(order)).toMatchObject(state)
    expect(stub.requests[0]?.headers['wechatpay-serial']).toBe(asks)
    await stub.end()
  }
})
