import { createVerify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { micros } from '@hongyan/contract/money'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anOrder, newPair, publicUrl } from '../../../test/payments.ts'
import { type StubResponse, startHttpStub, type HttpStub } from '../../../test/http-stub.ts'
import { createAlipay } from './alipay/alipay.ts'
import { createStripe } from './stripe/stripe.ts'
import { createWxpay } from './wxpay/wxpay.ts'

interface Vectors {
  readonly stripe: {
    readonly secretA: string
    readonly secretB: string
    readonly webhooks: readonly {
      name: string
      now: string
      header: string
      body: string
      withA: boolean
      withB: boolean
    }[]
  }
  readonly alipay: {
    readonly appPublicKey: string
    readonly platformPublicKey: string
    readonly page: string
    readonly queryResponse: string
    readonly webhooks: readonly { name: string; body: string; genuine: boolean }[]
  }
  readonly wxpay: {
    readonly merchantPublicKey: string
    readonly platformPublicKey: string
    readonly apiV3Key: string
    readonly mchId: string
    readonly appId: string
    readonly platformSerial: string
    readonly requests: readonly WxRequest[]
    readonly responses: readonly (StubResponse & { name: string; now: string })[]
    readonly webhooks: readonly {
      name: string
      now: string
      headers: Record<string, string>
      body: string
      genuine: boolean
    }[]
  }
}

interface WxRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly authorization: string
}

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors // our own file
const merchant = newPair()
const order = anOrder({ reference: 'T202611200001' })
const paid = { kind: 'paid', amount: micros(88_000_000n), currency: 'CNY' }

let stub: HttpStub | null = null
afterEach(async () => {
  vi.useRealTimers()
  await stub?.end()
  stub = null
})

describe('stripe', () => {
  const { secretA, secretB, webhooks } = vectors.stripe
  const believes = (webhookSecrets: string[], { header, body, now }: (typeof webhooks)[number]): boolean => {
    const provider = createStripe({ apiKey: 'sk_test_1', webhookSecrets, apiBase: () => null, publicUrl })
    const webhook = { headers: { 'stripe-signature': header }, body: Buffer.from(body) }
    const result = provider.receive(webhook, new Date(now))
    return result.kind !== 'forged' || result.reason !== 'signature'
  }

  /** Stripe's library accepts a signature of the future. Five minutes ahead is the most that clocks differ. */
  const TOO_FAR_AHEAD = 'future 400s'

  test.each(webhooks)('a webhook is genuine only with the secret that signed it: $name', (vector) => {
    const withA = vector.withA && vector.name !== TOO_FAR_AHEAD
    expect(believes([secretA], vector)).toBe(withA)
    expect(believes([secretB], vector)).toBe(vector.withB)
    expect(believes([secretB, secretA], vector)).toBe(withA || vector.withB)
    expect(believes([], vector)).toBe(false)
  })
})

describe('alipay', () => {
  const { appPublicKey, platformPublicKey, page, queryResponse, webhooks } = vectors.alipay
  const provider = (gateway = 'https://openapi.alipay.com/gateway.do') =>
    createAlipay({
      appId: '2021000000000000',
      sellerId: '2088000000000001',
      privateKey: merchant.privateKey,
      alipayPublicKey: platformPublicKey,
      certificates: null,
      gateway: () => gateway,
      publicUrl,
    })

  /** Verifies an address as Alipay does: all parameters but the signature, sorted. */
  const isSigned = (address: string, key: string): boolean => {
    const params = [...new URL(address).searchParams].filter(([name, value]) => name !== 'sign' && value !== '')
    const text = params.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
    const sign = new URL(address).searchParams.get('sign') ?? ''
    return createVerify('RSA-SHA256').update(text.join('&')).verify(key, sign, 'base64')
  }

  test.each(webhooks)('the known webhook is genuine as signed: $name', ({ body, genuine }) => {
    const result = provider().receive({ headers: {}, body: Buffer.from(body) }, new Date())
    expect(result.kind).toBe(genuine ? 'genuine' : 'forged')
  })

  test('the known webhooks report their updates', () => {
    const updates = webhooks
      .filter(({ genuine }) => genuine)
      .map(({ body }) => {
        const result = provider().receive({ headers: {}, body: Buffer.from(body) }, new Date())
        return result.kind === 'genuine' ? result.events.map(({ update }) => update) : []
      })
    const paymentId = '2026112022001400000000000001'
    expect(updates).toEqual([
      [{ ...paid, paymentId }],
      [],
      [{ kind: 'refund_done', refund: `${paymentId}:2026-11-20 17:10:00.123`, total: paid.amount }],
      [{ ...paid, paymentId, amount: micros(10_000n) }],
    ])
  })

  test('the payer’s address is signed like the known vector', async () => {
    expect(isSigned(page, appPublicKey)).toBe(true)
    const opened = await provider().open(order)
    const address = opened.kind === 'opened' ? opened.payload : ''
    expect(isSigned(address, merchant.publicKey)).toBe(true)
    expect(isSigned(address.replace('88.00', '87.00'), merchant.publicKey)).toBe(false)
    expect(JSON.parse(new URL(address).searchParams.get('biz_content') ?? '')).toEqual({
      out_trade_no: 'T202611200001',
      product_code: 'FAST_INSTANT_TRADE_PAY',
      total_amount: '88.00',
      subject: 'Account top-up',
      time_expire: '2026-11-20 18:00:00',
    })
    expect(new URL(address).searchParams.get('notify_url')).toBe('https://sms.example.com/callbacks/alipay')
  })

  test('the known response to a query is accepted, and an altered one is unreachable', async () => {
    let body = queryResponse
    stub = await startHttpStub(() => ({ status: 200, body }))
    const adapter = provider(`${stub.base}/gateway.do`)
    expect(await adapter.query(order)).toEqual({ ...paid, paymentId: '2026112022001400000000000001' })
    body = queryResponse.replace('88.00', '99.00')
    expect(await adapter.query(order)).toMatchObject({ kind: 'unreachable' })
    expect(isSigned(`${stub.base}${stub.requests[0]?.target}&${stub.requests[0]?.body}`, merchant.publicKey)).toBe(true)
  })
})

describe('wxpay', () => {
  const { merchantPublicKey, platformPublicKey, apiV3Key, mchId, appId, platformSerial } = vectors.wxpay
  const provider = (apiBase = 'https://api.mch.weixin.qq.com/') =>
    createWxpay({
      appId,
      mchId,
      serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
      privateKey: merchant.privateKey,
      platformKeys: [{ serial: platformSerial, publicKey: platformPublicKey }],
      apiV3Key,
      apiBase: () => apiBase,
      publicUrl,
    })

  /** Verifies a call as WeChat Pay does: the Authorization header signs the lines of the call. */
  const isSigned = ({ method, path, body, authorization }: WxRequest, key: string): boolean => {
    const result = Object.fromEntries(
      [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const lines = [method, path, result['timestamp'], result['nonce_str'], body].map((line) => `${line}\n`)
    const known = result['mchid'] === mchId && result['serial_no'] === '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
    return (
      known &&
      createVerify('RSA-SHA256')
        .update(lines.join(''))
        .verify(key, result['signature'] ?? '', 'base64')
    )
  }

  test.each(vectors.wxpay.webhooks)(
    'the known webhook is genuine as signed: $name',
    ({ headers, body, now, genuine }) => {
      const result = provider().receive({ headers, body: Buffer.from(body) }, new Date(now))
      const update = { ...paid, paymentId: '4200000000202611200000000001' }
      const event = { id: 'EV-2026112016583012345', about: { reference: order.reference }, update }
      expect(result).toMatchObject(genuine ? { kind: 'genuine', events: [event] } : { kind: 'forged' })
    },
  )

  test('calls are signed like the known vectors, and the known responses are accepted', async () => {
    const answers = vectors.wxpay.responses.toReversed()
    stub = await startHttpStub(() => answers.pop() ?? { status: 500, body: '' })
    vi.useFakeTimers({ now: new Date(vectors.wxpay.responses[0]?.now ?? ''), toFake: ['Date'] })
    const adapter = provider(stub.base)
    expect(await adapter.open(order)).toEqual({
      kind: 'opened',
      action: 'qrcode',
      payload: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz',
      remoteId: null,
    })
    expect(await adapter.query(order)).toEqual({ ...paid, paymentId: '4200000000202611200000000001' })
    expect(await adapter.close(order)).toEqual({ kind: 'closed' })

    const calls = stub.requests.map(({ method, target, headers, body }) => ({
      method,
      path: target,
      body,
      authorization: headers.authorization ?? '',
    }))
    expect(vectors.wxpay.requests.map((request) => isSigned(request, merchantPublicKey))).toEqual([true, true, true])
    expect(calls.map((request) => isSigned(request, merchant.publicKey))).toEqual([true, true, true])
    const known = vectors.wxpay.requests
    expect(calls.map(({ method, path }) => [method, path])).toEqual(known.map(({ method, path }) => [method, path]))
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      ...JSON.parse(known[0]?.body ?? ''),
      description: 'Account top-up',
      notify_url: 'https://sms.example.com/callbacks/wxpay',
    })
    expect(calls[2]?.body).toBe(known[2]?.body)
  })

  test('a response of another time or of another call is unreachable', async () => {
    const [, query] = vectors.wxpay.responses
    stub = await startHttpStub(() => query ?? { status: 500, body: '' })
    const sent = new Date(query?.now ?? '').getTime()
    vi.useFakeTimers({ now: sent + 301_000, toFake: ['Date'] })
    expect(await provider(stub.base).query(order)).toMatchObject({ reason: 'EV3_RES_HEADER_TIMESTAMP_OFFSET' })
    vi.setSystemTime(sent)
    expect(await provider(stub.base).query(anOrder())).toMatchObject({ kind: 'unreachable' })
  })
})
