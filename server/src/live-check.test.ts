import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpStub, startHttpStub, type StubResponse } from '../test/http-stub.ts'
import { type MailServer, startMailServer } from '../test/mail-server.ts'
import { newOrderEvents } from '../test/order-events.ts'
import { sandboxOf } from '../test/payer.ts'
import { newWorld, type World } from '../test/world.ts'
import { readConfig } from './config/config.ts'
import { newLogger } from './kit/logger.ts'
import { liveCheckCommand } from './live-check.ts'
import { API_VERSION } from './providers/payments/stripe/calls.ts'
import { cardEventTypes } from './providers/payments/stripe/card-webhook.ts'
import { orderEventTypes } from './providers/payments/stripe/webhook.ts'

let world: World
let stripe: HttpStub
let mail: MailServer
let endpoints: object[]
const denied: StubResponse = { status: 401, body: '{"error":{"type":"invalid_request_error"}}' }
let isDenied = false
beforeAll(async () => {
  world = await newWorld()
  mail = await startMailServer()
  stripe = await startHttpStub(({ target }) => {
    if (isDenied) return denied
    if (!target.startsWith('/v1/webhook_endpoints'))
      return { status: 404, body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}' }
    const list = { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data: endpoints }
    return { status: 200, body: JSON.stringify(list) }
  })
})
afterAll(async () => {
  await stripe.end()
  await mail.stop()
  await world.close()
})

const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  url: 'https://console.example.com/callbacks/stripe',
  status: 'enabled',
  api_version: '2026-10-28.endive',
  enabled_events: ['*'],
}

/** A house whose providers are the sandbox's services and stubs. */
async function check(env: Record<string, string> = {}) {
  const { alipay, wxpay } = await sandboxOf(world).settings()
  const config = readConfig(
    {
      NODE_ENV: 'production',
      SANDBOX: '0',
      PUBLIC_URL: 'https://console.example.com',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: stripe.base,
      ALIPAY_APP_ID: alipay.appId,
      ALIPAY_PRIVATE_KEY: alipay.privateKey,
      ALIPAY_PUBLIC_KEY: alipay.alipayPublicKey,
      ALIPAY_GATEWAY: alipay.gateway(),
      SMTP_URL: mail.url,
      ...env,
    },
    '/nowhere',
  )
  const payments = { ...config.payments, wxpay: { ...wxpay, apiBase: wxpay.apiBase() } }
  const deps = { config: { ...config, payments }, databaseUrl: world.databaseUrl, log: newLogger('silent') }
  return liveCheckCommand.run(deps, { positionals: [], options: {} })
}

test('a house whose providers are all ready passes the check', async () => {
  endpoints = [endpoint]
  const { line, failed } = await check()
  expect(line.split('\n').map((one) => one.replaceAll(/ {2,}/g, ' '))).toEqual([
    'ok address https://console.example.com',
    'ok stripe ready',
    'ok alipay ready',
    'ok wxpay ready',
    'ok stripe webhook API version 2026-10-28.endive',
    'ok email ready',
    'ok sandbox money none',
    'Everything is right.',
  ])
  expect(failed).toBe(false)
  expect(mail.emailsTo('anyone@example.com')).toEqual([])
})

test('everything that real customers lack is one sentence of the check', async () => {
  endpoints = [
    { ...endpoint, status: 'disabled' },
    { ...endpoint, api_version: null, enabled_events: ['checkout.session.completed', 'refund.created'] },
  ]
  const owner = await world.account({ balance: '0' })
  await newOrderEvents(world).paid(owner.id, 'stripe', '20')
  const { line, failed } = await check({
    PUBLIC_URL: 'http://console.example.com',
    NODE_ENV: '',
    STRIPE_SECRET_KEY: 'sk_test_1',
    ALIPAY_APP_ID: 'another',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(failed).toBe(true)
  expect(line).toContain('http://console.example.com is not https')
  expect(line).toContain('STRIPE_SECRET_KEY is a test key')
  expect(line).toContain('Stripe has no enabled webhook endpoint for http://console.example.com/callbacks/stripe.')
  expect(line).toMatch(/Alipay refuses our credentials \(isv\..*\): check ALIPAY_APP_ID and ALIPAY_PRIVATE_KEY\./)
  expect(line).toMatch(/the mail server refuses us \(ECONNREFUSED.*\)|the mail server refuses us \(ESOCKET.*\)/)
  expect(line).toContain('20.000000 USD')
})

test('an endpoint of another API version or without some events is named, and a refused key too', async () => {
  endpoints = [{ ...endpoint, api_version: null, enabled_events: ['checkout.session.completed', 'refund.created'] }]
  const { line } = await check()
  expect(line).toContain('The webhook endpoint has API version of the account, not 2026-10-28.endive.')
  expect(line).toMatch(/lacks the events .*charge\.dispute\.created, .*setup_intent\.succeeded/)
  isDenied = true
  const refused = (await check()).line
  isDenied = false
  expect(refused).toContain('Stripe refuses our credentials (StripeAuthenticationError): check STRIPE_SECRET_KEY.')
  expect(refused).toContain('The webhook endpoints cannot be listed (StripeAuthenticationError)')
})

test('the guide to going live names the API version and every event that Stripe’s endpoint needs', () => {
  const guide = readFileSync(new URL('../../docs/guides/going-live.md', import.meta.url), 'utf8')
  const named = [API_VERSION, ...orderEventTypes, ...cardEventTypes]
  expect(named.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})
