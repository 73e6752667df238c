import { createCipheriv, createHmac, createSign } from 'node:crypto'
import { micros } from '@hongyan/contract/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlatformKey } from '../../config/payments.ts'
import { newPair, publicUrl } from '../../../test/payments.ts'
import { createAlipay } from './alipay/alipay.ts'
import type { Webhook, PaymentProvider } from './provider.ts'
import type { WxpaySettings } from './settings.ts'
import { createStripe } from './stripe/stripe.ts'
import { createWxpay } from './wxpay/wxpay.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const SECONDS = String(NOW.getTime() / 1_000)
const platform = newPair()
const merchant = newPair()
const API_V3_KEY = 'k'.repeat(32)

const stripe = createStripe({ apiKey: 'sk_1', webhookSecrets: ['whsec_1'], apiBase: () => null, publicUrl })
const alipayOf = (sellerId: string | null) =>
  createAlipay({
    appId: '2021',
    sellerId,
    privateKey: merchant.privateKey,
    alipayPublicKey: platform.publicKey,
    certificates: null,
    gateway: () => 'https://openapi.alipay.com/gateway.do',
    publicUrl,
  })
const alipay = alipayOf('2088')
const wxpaySettings = {
  appId: 'wx1',
  mchId: '1900',
  serial: 'AB12',
  privateKey: merchant.privateKey,
  platformKeys: [{ serial: 'PUB_KEY_ID_1', publicKey: platform.publicKey }],
  apiV3Key: API_V3_KEY,
  apiBase: () => 'https://api.mch.weixin.qq.com/',
  publicUrl,
} satisfies WxpaySettings
const wxpay = createWxpay(wxpaySettings)

const sign = (text: string, algorithm = 'RSA-SHA256'): string =>
  createSign(algorithm).update(text).sign(platform.privateKey, 'base64')

/** The following functions make webhooks with any content, signed as the real services sign them. */
function stripeWebhook(type: string, object: unknown, id = 'evt_1'): Webhook {
  return stripeWebhookWithBody(JSON.stringify({ id, object: 'event', type, data: { object } }))
}

function stripeWebhookWithBody(body: string): Webhook {
  const signature = createHmac('sha256', 'whsec_1').update(`${SECONDS}.${body}`).digest('hex')
  return { headers: { 'stripe-signature': `t=${SECONDS},v1=${signature}` }, body: Buffer.from(body) }
}

function alipayWebhook(change: Record<string, string> = {}, algorithm = 'RSA-SHA256', signType = 'RSA2'): Webhook {
  const fields = {
    app_id: '2021',
    notify_id: 'n1',
    out_trade_no: 'r1',
    seller_id: '2088',
    total_amount: '88.00',
    trade_no: 't1',
    trade_status: 'TRADE_SUCCESS',
    ...change,
  }
  const text = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  const form = { ...fields, sign: sign(text.join('&'), algorithm), sign_type: signType }
  return { headers: {}, body: Buffer.from(new URLSearchParams(form).toString()) }
}

const transaction = {
  appid: 'wx1',
  mchid: '1900',
  out_trade_no: 'r1',
  trade_state: 'SUCCESS',
  transaction_id: 't1',
  amount: { total: 8800, payer_total: 8800, currency: 'CNY' },
}

function wxpayWebhook(plain: unknown = transaction, change: object = {}): Webhook {
  const nonce = 'abcdefghijkl'
  const cipher = createCipheriv('aes-256-gcm', API_V3_KEY, nonce).setAAD(Buffer.from('transaction'))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final(), cipher.getAuthTag()])
  const resource = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: ciphertext.toString('base64'),
    nonce,
    associated_data: 'transaction',
  }
  const body = JSON.stringify({ id: 'EV-1', event_type: 'TRANSACTION.SUCCESS', resource, ...change })
  return { headers: signatureHeaders(body), body: Buffer.from(body) }
}

const signatureHeaders = (body: string): Record<string, string> => ({
  'wechatpay-timestamp': SECONDS,
  'wechatpay-nonce': 'n',
  'wechatpay-serial': 'PUB_KEY_ID_1',
  'wechatpay-signature': sign(`${SECONDS}\nn\n${body}\n`),
})

const session = {
  id: 'cs_1',
  client_reference_id: 'r1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 8800,
  currency: 'usd',
  payment_intent: 'pi_1',
}
const dispute = { id: 'dp_1', amount: 4400, currency: 'usd', payment_intent: 'pi_1', status: 'needs_response' }

const REFUND = '0199f3c2a1b27c3d8e4f5a6b7c8d9e0f'
const refund = {
  id: 're_1',
  amount: 4400,
  status: 'succeeded',
  payment_intent: 'pi_1',
  metadata: { refund_id: REFUND },
}
const refunded = {
  mchid: '1900',
  out_trade_no: 'r1',
  out_refund_no: REFUND,
  refund_status: 'SUCCESS',
  amount: { refund: 4400, total: 8800 },
}

const updatesIn = (provider: PaymentProvider, webhook: Webhook) => {
  const result = provider.receive(webhook, NOW)
  if (result.kind === 'other_mode') return result.kind
  return result.kind === 'genuine' ? result.events : result.reason
}

const paid = (currency: string, paymentId: string) => ({
  kind: 'paid',
  amount: micros(88_000_000n),
  currency,
  paymentId,
})

const charge = (details: object) => ({
  id: 'ch_1',
  metadata: { order_id: 'r1' },
  payment_method_details: { type: 'card', ...details },
})
const method = (name: string) => ({ kind: 'method', method: name })

describe('stripe', () => {
  test.each([
    ['checkout.session.completed', session, [paid('USD', 'pi_1')]],
    ['checkout.session.completed', { ...session, payment_intent: { id: 'pi_1' } }, [paid('USD', 'pi_1')]],
    ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, [{ kind: 'processing' }]],
    ['checkout.session.async_payment_succeeded', session, [paid('USD', 'pi_1')]],
    ['checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }, [{ kind: 'closed' }]],
    ['checkout.session.expired', { ...session, payment_status: 'unpaid', status: 'expired' }, [{ kind: 'closed' }]],
    ['checkout.session.completed', { ...session, client_reference_id: null }, []],
    ['checkout.session.completed', { ...session, client_reference_id: null, payment_intent: null }, []],
    ['checkout.session.completed', { ...session, client_reference_id: 'of another shop', payment_intent: null }, []],
    ['charge.succeeded', charge({ card: { brand: 'visa', wallet: { type: 'apple_pay' } } }), [method('applepay')]],
    ['charge.succeeded', charge({ card: { brand: 'visa', wallet: { type: 'google_pay' } } }), [method('googlepay')]],
    ['charge.succeeded', charge({ card: { brand: 'visa', wallet: { type: 'link' } } }), [method('card')]],
    ['charge.succeeded', charge({ card: { brand: 'unionpay', wallet: null } }), [method('unionpay')]],
    ['charge.succeeded', charge({ type: 'paypal' }), [method('paypal')]],
    ['charge.succeeded', charge({ type: 'wechat_pay' }), [method('wxpay')]],
    ['charge.succeeded', charge({ type: 'us_bank_account' }), []],
    ['charge.succeeded', { ...charge({ type: 'paypal' }), metadata: { attempt: 'a1' } }, []],
    ['charge.succeeded', { id: 'ch_1' }, []],
    ['constructor', session, []], // a type that is a property of every object
  ])('%s is translated to an update of the order (%#)', (type, object, expected) => {
    const events = expected.map((update) => ({ id: 'evt_1', about: { reference: 'r1' }, update }))
    expect(updatesIn(stripe, stripeWebhook(type, object))).toEqual(events)
  })

  test.each([
    ['sk_test_1', true, 'other_mode'],
    ['rk_live_1', false, 'other_mode'],
    ['sk_test_1', false, [{ id: 'evt_1', about: { reference: 'r1' }, update: paid('USD', 'pi_1') }]],
    ['rk_live_1', true, [{ id: 'evt_1', about: { reference: 'r1' }, update: paid('USD', 'pi_1') }]],
  ] as const)(
    'with a key such as %s an event whose livemode is %s is read only in its own mode',
    (apiKey, livemode, expected) => {
      const provider = createStripe({ apiKey, webhookSecrets: ['whsec_1'], apiBase: () => null, publicUrl })
      const event = {
        id: 'evt_1',
        object: 'event',
        type: 'checkout.session.completed',
        livemode,
        data: { object: session },
      }
      expect(updatesIn(provider, stripeWebhookWithBody(JSON.stringify(event)))).toEqual(expected)
    },
  )

  test.each([
    ['charge.dispute.created', 'needs_response', ['dispute_opened']],
    ['charge.dispute.closed', 'won', ['dispute_won']],
    ['charge.dispute.closed', 'lost', ['dispute_lost']],
    ['charge.dispute.closed', 'warning_closed', ['dispute_won']],
    ['charge.dispute.closed', 'prevented', ['dispute_won']],
    ['charge.dispute.created', 'warning_needs_response', ['dispute_inquiry']],
    ['charge.dispute.updated', 'warning_under_review', ['dispute_inquiry']],
    ['charge.dispute.updated', 'under_review', ['dispute_opened']],
    ['charge.dispute.updated', 'appeal_needs_response', ['dispute_lost']],
    ['charge.dispute.updated', 'appeal_under_review', ['dispute_lost']],
    ['charge.dispute.funds_withdrawn', 'needs_response', ['dispute_opened']],
    ['charge.dispute.funds_reinstated', 'won', ['dispute_won']],
    ['charge.dispute.closed', 'a status of later', []],
  ])('%s with status %s is an event of the payment', (type, status, kinds) => {
    const about = { paymentId: 'pi_1' }
    const amount = micros(44_000_000n)
    const events = kinds.map((kind) => ({
      id: 'evt_1',
      about,
      update: { kind, disputeId: 'dp_1', amount, currency: 'USD' },
    }))
    expect(updatesIn(stripe, stripeWebhook(type, { ...dispute, status }))).toEqual(events)
  })

  test.each([
    ['refund.updated', {}, { kind: 'refund_done' }],
    ['refund.updated', { status: 'pending' }, null],
    ['refund.updated', { status: 'requires_action' }, null],
    ['refund.updated', { metadata: {} }, { kind: 'refund_done', refund: 're_1' }],
    ['refund.created', { metadata: null }, { kind: 'refund_done', refund: 're_1' }],
    ['refund.updated', { payment_intent: null }, null],
    ['refund.failed', { status: 'failed', failure_reason: 'lost_or_stolen_card' }, { reason: 'lost_or_stolen_card' }],
    ['refund.failed', { status: 'failed', failure_reason: 'a sentence of 5' }, { reason: 'unexpected_answer' }],
    ['refund.updated', { status: 'canceled' }, { reason: 'canceled' }],
  ])('%s is translated to an update of the refund (%#)', (type, change, expected) => {
    const update = { kind: 'refund_failed', refund: REFUND, amount: micros(44_000_000n), ...expected }
    const events = expected === null ? [] : [{ id: 'evt_1', about: { paymentId: 'pi_1' }, update }]
    expect(updatesIn(stripe, stripeWebhook(type, { ...refund, ...change }))).toEqual(events)
  })

  test.each([
    '',
    'null',
    '{}',
    '{"id":"evt_1"}',
    'not json',
    JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { ...session, amount_total: 88.5 } },
    }),
    JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { ...session, payment_intent: null } },
    }),
    JSON.stringify({ id: 'evt\u0000', type: 'checkout.session.completed', data: { object: session } }),
    JSON.stringify({ id: 'evt_1', type: 'x'.repeat(70_000), data: {} }),
  ])('a signed webhook with invalid content is forged (%#)', (body) => {
    expect(stripe.receive(stripeWebhookWithBody(body), NOW)).toMatchObject({ kind: 'forged' })
  })
})

describe('alipay', () => {
  test('a paid and a closed trade are updates, a waiting trade is not', () => {
    const event = { id: 'n1', about: { reference: 'r1' } }
    expect(updatesIn(alipay, alipayWebhook())).toEqual([{ ...event, update: paid('CNY', 't1') }])
    expect(updatesIn(alipay, alipayWebhook({ trade_status: 'TRADE_FINISHED' }))).toEqual([
      { ...event, update: paid('CNY', 't1') },
    ])
    expect(updatesIn(alipay, alipayWebhook({ trade_status: 'TRADE_CLOSED' }))).toEqual([
      { ...event, update: { kind: 'closed' } },
    ])
    expect(updatesIn(alipay, alipayWebhook({ trade_status: 'WAIT_BUYER_PAY' }))).toEqual([])
  })

  test('a refunded trade reports our refund, or the sum of all where the refund was made at Alipay', () => {
    const refundFields = { gmt_refund: '2026-11-20 17:00:00.000', refund_fee: '44.00', out_biz_no: REFUND }
    const done = [{ id: 'n1', about: { reference: 'r1' }, update: { kind: 'refund_done', refund: REFUND } }]
    expect(updatesIn(alipay, alipayWebhook(refundFields))).toEqual(done)
    expect(updatesIn(alipay, alipayWebhook({ ...refundFields, trade_status: 'TRADE_CLOSED' }))).toEqual(done)
    const refundOutsideServer = { ...refundFields, out_biz_no: 'by-hand-1' }
    const made = { kind: 'refund_done', refund: 't1:2026-11-20 17:00:00.000', total: micros(44_000_000n) }
    expect(updatesIn(alipay, alipayWebhook(refundOutsideServer))).toMatchObject([{ update: made }])
  })

  test('a webhook of another app or for another seller is forged', () => {
    expect(updatesIn(alipay, alipayWebhook({ app_id: '2022' }))).toBe('stranger')
    expect(updatesIn(alipay, alipayWebhook({ seller_id: '2089' }))).toBe('stranger')
    expect(updatesIn(alipayOf(null), alipayWebhook({ seller_id: '2089' }))).toHaveLength(1)
  })

  test('a genuine signature over SHA-1 is forged', () => {
    expect(updatesIn(alipay, alipayWebhook({}, 'RSA-SHA1', 'RSA'))).toBe('content')
    expect(updatesIn(alipay, alipayWebhook({}, 'RSA-SHA256', 'constructor'))).toBe('content')
  })

  test('a webhook with a repeated field is forged, whichever value was signed', () => {
    const { headers, body } = alipayWebhook()
    const twice = Buffer.concat([Buffer.from('total_amount=1.00&'), body])
    expect(updatesIn(alipay, { headers, body: twice })).toBe('content')
  })

  test.each(['', '88.001', '-88.00', '8e3', '0.00', '８８.00', ' 88'])('the amount "%s" is invalid', (total_amount) => {
    expect(updatesIn(alipay, alipayWebhook({ total_amount }))).toBe('content')
  })
})

describe('wxpay', () => {
  test('a paid transaction is an update, and other events are received without one', () => {
    const event = { id: 'EV-1', about: { reference: 'r1' }, update: paid('CNY', 't1') }
    expect(updatesIn(wxpay, wxpayWebhook())).toEqual([event])
    expect(updatesIn(wxpay, wxpayWebhook(transaction, { event_type: 'COUPON.USE' }))).toEqual([])
    expect(updatesIn(wxpay, wxpayWebhook({ ...transaction, trade_state: 'NOTPAY' }))).toEqual([])
  })

  test.each([
    ['SUCCESS', 'refund_done'],
    ['ABNORMAL', 'refund_failed'],
    ['CLOSED', 'refund_failed'],
  ])('a refund with status %s is an update', (refund_status, kind) => {
    const webhook = wxpayWebhook({ ...refunded, refund_status }, { event_type: `REFUND.${refund_status}` })
    const update = { kind, refund: REFUND, amount: micros(44_000_000n), reason: refund_status }
    expect(updatesIn(wxpay, webhook)).toEqual([{ id: 'EV-1', about: { reference: 'r1' }, update }])
  })

  test('a pending refund is no update, and one of another merchant is forged', () => {
    const event_type = 'REFUND.SUCCESS'
    expect(updatesIn(wxpay, wxpayWebhook({ ...refunded, refund_status: 'PROCESSING' }, { event_type }))).toEqual([])
    expect(updatesIn(wxpay, wxpayWebhook({ ...refunded, mchid: '1901' }, { event_type }))).toBe('stranger')
    expect(updatesIn(wxpay, wxpayWebhook(transaction, { event_type }))).toBe('content')
  })

  test('a webhook is verified by the key whose serial it names, and by no other that we know', () => {
    const ours = { serial: 'PUB_KEY_ID_1', publicKey: platform.publicKey }
    const next = { serial: 'PUB_KEY_ID_2', publicKey: merchant.publicKey }
    const kindWith = (...platformKeys: [PlatformKey, ...PlatformKey[]]) =>
      createWxpay({ ...wxpaySettings, platformKeys }).receive(wxpayWebhook(), NOW)
    expect(kindWith(next, ours).kind).toBe('genuine')
    expect(kindWith(next)).toEqual({ kind: 'forged', reason: 'serial' })
    const swapped = [
      { ...next, serial: ours.serial },
      { ...ours, serial: next.serial },
    ] as const
    expect(kindWith(...swapped)).toEqual({ kind: 'forged', reason: 'signature' })
  })

  test('a transaction of another app or merchant is forged', () => {
    expect(updatesIn(wxpay, wxpayWebhook({ ...transaction, appid: 'wx2' }))).toBe('stranger')
    expect(updatesIn(wxpay, wxpayWebhook({ ...transaction, mchid: '1901' }))).toBe('stranger')
  })

  test('a webhook signed more than five minutes before or after now is forged', () => {
    const at = (seconds: number) => wxpay.receive(wxpayWebhook(), new Date(NOW.getTime() + seconds * 1_000)).kind
    expect([-301, -300, 300, 301].map(at)).toEqual(['forged', 'genuine', 'genuine', 'forged'])
  })

  test.each([
    [{ ...transaction, amount: { total: 88.5, currency: 'CNY' } }],
    [{ ...transaction, amount: undefined }],
    [{ ...transaction, transaction_id: undefined }],
    [{ ...transaction, out_trade_no: 'r\u0000' }],
    [null],
  ])('a transaction with invalid content is no event (%#)', (plain) => {
    expect(updatesIn(wxpay, wxpayWebhook(plain))).toBe('content')
  })
})

describe.each([
  ['stripe', stripe, stripeWebhook('checkout.session.completed', session)],
  ['alipay', alipay, alipayWebhook()],
  ['wxpay', wxpay, wxpayWebhook()],
] as const)('%s', (_, provider, genuine) => {
  const { headers, body } = genuine

  test('arbitrary bytes with arbitrary headers are forged without an exception', () => {
    const names = fc.constantFrom(...Object.keys(headers), 'stripe-signature', 'wechatpay-signature', '__proto__')
    const values = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined))
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.dictionary(names, values), bytes, fc.boolean(), (arbitraryHeaders, some, withGenuineHeaders) => {
        const webhook = { headers: withGenuineHeaders ? headers : arbitraryHeaders, body: Buffer.from(some) }
        expect(provider.receive(webhook, NOW).kind).toBe('forged')
      }),
      { numRuns: 200 },
    )
  })

  test('an altered genuine webhook reports the same events or is forged', () => {
    const result = provider.receive(genuine, NOW)
    expect(result).toMatchObject({ kind: 'genuine', events: [{ about: { reference: 'r1' } }] })
    const edit = fc.record({ at: fc.nat(body.length - 1), cut: fc.nat(8), put: fc.uint8Array({ maxLength: 8 }) })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const altered = edits.reduce(
          (bytes, { at, cut, put }) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]),
          body,
        )
        const answer = provider.receive({ headers, body: altered }, NOW)
        if (answer.kind === 'genuine') expect(answer).toEqual(result)
      }),
      { numRuns: 300 },
    )
  })

  test('a huge webhook is forged without being parsed', () => {
    const huge = Buffer.concat([body, Buffer.alloc(65_536, 0x20)])
    expect(provider.receive({ headers, body: huge }, NOW)).toEqual({ kind: 'forged', reason: 'size' })
  })
})
