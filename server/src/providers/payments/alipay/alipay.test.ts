import { createHash, createSign, createVerify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { anOrder, newPair, publicUrl } from '../../../../test/payments.ts'
import { startHttpStub, type HttpStub } from '../../../../test/http-stub.ts'
import { checkCredentials } from '../credentials.ts'
import { createAlipay } from './alipay.ts'
import type { AlipaySettings } from '../settings.ts'

const merchant = newPair()
const platform = newPair()
const order = anOrder()
const trade = { code: '10000', out_trade_no: order.reference, trade_no: 't1', total_amount: '88.00' }

let stub: HttpStub
afterEach(() => stub.end())

/** The adapter with a test gateway that signs these responses to every method. */
async function alipayThat(
  answer: (method: string) => object,
  more: Partial<AlipaySettings> = {},
  signer = () => platform.privateKey,
) {
  stub = await startHttpStub(({ target }) => {
    const method = new URL(target, 'http://localhost').searchParams.get('method') ?? ''
    const inner = JSON.stringify(answer(method))
    const sign = createSign('RSA-SHA256').update(inner).sign(signer(), 'base64')
    return { status: 200, body: `{"${method.replaceAll('.', '_')}_response":${inner},"sign":"${sign}"}` }
  })
  return createAlipay({
    appId: '2021',
    sellerId: null,
    privateKey: merchant.privateKey,
    alipayPublicKey: platform.publicKey,
    certificates: null,
    gateway: () => `${stub.base}/gateway.do`,
    publicUrl,
    ...more,
  })
}

const paid = { kind: 'paid', amount: order.amount, currency: 'CNY', paymentId: 't1' }

test.each([
  [{ ...trade, trade_status: 'WAIT_BUYER_PAY' }, { kind: 'pending' }],
  [{ ...trade, trade_status: 'TRADE_SUCCESS' }, paid],
  [{ ...trade, trade_status: 'TRADE_FINISHED' }, paid],
  [{ ...trade, trade_status: 'TRADE_CLOSED' }, { kind: 'closed' }],
  [{ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' }, { kind: 'absent' }],
  [
    { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' },
    { kind: 'unreachable', reason: 'ACQ.SYSTEM_ERROR' },
  ],
  [
    { code: '20000', sub_code: 'isp.odd' },
    { kind: 'unreachable', reason: 'isp.odd' },
  ],
  [
    { code: '40002', sub_code: 'isv.invalid-signature' },
    { kind: 'refused', reason: 'isv.invalid-signature' },
  ],
  [{ code: '40006' }, { kind: 'refused', reason: '40006' }],
  [
    { ...trade, trade_status: 'TRADE_NEW' },
    { kind: 'unreachable', reason: 'unknown_status' },
  ],
  [
    { ...trade, trade_status: 'TRADE_SUCCESS', out_trade_no: 'other' },
    { kind: 'unreachable', reason: 'another_trade' },
  ],
  [{ ...trade, trade_status: 'TRADE_SUCCESS', total_amount: '88' }, paid],
  [
    { ...trade, trade_status: 'TRADE_SUCCESS', total_amount: '8.8e1' },
    { kind: 'unreachable', reason: 'unexpected_answer' },
  ],
])('a signed response to a query is translated to a payment state (%#)', async (answer, state) => {
  const alipay = await alipayThat(() => answer)
  expect(await alipay.query(order)).toEqual(state)
})

test('an unsigned error about our app is no answer to a query, and denies our credentials', async () => {
  const alipay = await alipayThat(() => trade)
  await stub.end()
  const error = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-app-id', sub_msg: '无效的AppID参数' }
  stub = await startHttpStub(() => ({ status: 200, body: JSON.stringify({ error_response: error }) }))
  expect(await alipay.query(order)).toEqual({ kind: 'unreachable', reason: 'isv.invalid-app-id' })
  expect(await checkCredentials(alipay, new Date())).toEqual({ kind: 'denied', reason: 'isv.invalid-app-id' })
})

test('an unsigned payment proves nothing', async () => {
  const alipay = await alipayThat(() => trade)
  await stub.end()
  const body = JSON.stringify({ alipay_trade_query_response: { ...trade, trade_status: 'TRADE_SUCCESS' } })
  stub = await startHttpStub(() => ({ status: 200, body }))
  expect(await alipay.query(order)).toEqual({ kind: 'unreachable', reason: 'unexpected_answer' })
})

test('a trade that cannot be closed is queried for its end', async () => {
  const odd = { code: '40004', sub_code: 'ACQ.REASON_TRADE_STATUS_INVALID' }
  const closing = (status: string) => async () => {
    const alipay = await alipayThat((method) =>
      method === 'alipay.trade.close' ? odd : { ...trade, trade_status: status },
    )
    const state = await alipay.close(order)
    await stub.end()
    return state
  }
  expect(await closing('TRADE_SUCCESS')()).toEqual(paid)
  expect(await closing('TRADE_CLOSED')()).toEqual({ kind: 'closed' })
  expect(await closing('WAIT_BUYER_PAY')()).toEqual({ kind: 'refused', reason: 'ACQ.REASON_TRADE_STATUS_INVALID' })
})

test('closing a trade that does not exist returns absent', async () => {
  const alipay = await alipayThat(() => ({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' }))
  expect(await alipay.close(order)).toEqual({ kind: 'absent' })
})

test('calls carry Shanghai time in every time zone', async () => {
  const alipay = await alipayThat(() => ({ ...trade, trade_status: 'WAIT_BUYER_PAY' }))
  await alipay.query(order)
  const written = new URL(stub.requests[0]?.target ?? '', stub.base).searchParams.get('timestamp') ?? ''
  expect(Math.abs(Date.parse(`${written.replace(' ', 'T')}+08:00`) - Date.now())).toBeLessThan(60_000)
})

test('an order in dollars is refused without a call', async () => {
  const alipay = await alipayThat(() => trade)
  expect(await alipay.open(anOrder({ currency: 'USD' }))).toEqual({ kind: 'refused', reason: 'currency' })
})

test('the payer’s address is the page gateway with the same signed parameters', async () => {
  const pageGateway = () => 'http://localhost:8080/services/gateway.do'
  const opened = await (await alipayThat(() => ({}), { pageGateway })).open(order)
  const page = new URL(opened.kind === 'opened' ? opened.payload : 'none:')
  expect(page.origin + page.pathname).toBe(pageGateway())
  const { sign = '', ...signed } = Object.fromEntries(page.searchParams)
  const text = Object.keys(signed)
    .toSorted()
    .map((name) => `${name}=${signed[name]}`)
    .join('&')
  expect(createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, sign, 'base64')).toBe(true)
})

const certificate = (name: string): string =>
  readFileSync(new URL(`../../../../test/alipay-certificates/${name}`, import.meta.url), 'utf8')

/** The serial number of Alipay's certificate mode, by its documentation: MD5 of the issuer and the decimal serial. */
function serialOf(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem)
  const names = issuer.split('\n').toReversed().join(',')
  return createHash('md5')
    .update(`${names}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex')
}

test('in certificate mode calls name the certificates, and only Alipay’s certificate proves a response or a webhook', async () => {
  const [app, alipay, root] = [certificate('app.crt'), certificate('alipay.crt'), certificate('root.crt')]
  const certified = {
    privateKey: certificate('app.key'),
    alipayPublicKey: new X509Certificate(alipay).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    certificates: { app, alipay, root: `${root}${app}` },
  }
  let signer = certificate('alipay.key')
  const provider = await alipayThat(
    () => ({ ...trade, trade_status: 'TRADE_SUCCESS' }),
    certified,
    () => signer,
  )
  expect(await provider.query(order)).toEqual(paid)
  const opened = await provider.open(order)
  const names = [
    new URL(stub.requests[0]?.target ?? '', stub.base),
    new URL(opened.kind === 'opened' ? opened.payload : ''),
  ]
  for (const { searchParams } of names) {
    expect(searchParams.get('app_cert_sn')).toBe(serialOf(app))
    expect(searchParams.get('alipay_root_cert_sn')).toBe(`${serialOf(root)}_${serialOf(app)}`)
  }
  signer = platform.privateKey
  expect(await provider.query(order)).toMatchObject({ kind: 'unreachable' })

  const fields = {
    app_id: '2021',
    notify_id: 'n1',
    out_trade_no: 'r1',
    total_amount: '88.00',
    trade_no: 't1',
    trade_status: 'TRADE_SUCCESS',
  }
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const webhook = (key: string) => {
    const sign = createSign('RSA-SHA256').update(text).sign(key, 'base64')
    const body = new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString()
    return provider.receive({ headers: {}, body: Buffer.from(body) }, new Date())
  }
  expect(webhook(certificate('alipay.key')).kind).toBe('genuine')
  expect(webhook(platform.privateKey).kind).toBe('forged')
})
