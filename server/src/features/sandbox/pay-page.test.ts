import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSandboxMerchant, type SandboxMerchant } from '../../../test/sandbox-merchant.ts'
import { newWorld } from '../../../test/world.ts'

let merchant: SandboxMerchant
let payments = 0

beforeAll(async () => {
  merchant = await newSandboxMerchant()
})

afterAll(() => merchant.close())

/** Creates a payment as a Stripe client would and returns its page's address. */
async function newPage(change: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stripe } = await merchant.sandbox.settings()
  const answer = await fetch(`${stripe.apiBase() ?? ''}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.apiKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      client_reference_id: `order-${(payments += 1)}`,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '123456',
      'line_items[0][price_data][product_data][name]': 'Account top-up',
      success_url: `${merchant.origin}/topup/result?s={CHECKOUT_SESSION_ID}`,
      cancel_url: `${merchant.origin}/topup/result?left`,
      ...change,
    }),
  })
  const { url } = (await answer.json()) as { url: string } // as the service responds
  return url
}

const shown = async (page: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await fetch(page, { headers })).text()

test('the pay page shows amount and payee in the payer’s language, and that it is a sandbox', async () => {
  const page = await newPage()
  const english = await shown(page, { 'accept-language': 'en-GB' })
  for (const part of ['<html lang="en">', 'Sandbox', 'Pay with Stripe', 'Pay $1,234.56', 'USD', '>Hongyan<']) {
    expect(english).toContain(part)
  }
  const chinese = await shown(page, { 'accept-language': 'en-GB', cookie: 'hy_locale=zh-CN' })
  for (const part of ['<html lang="zh-CN">', '沙箱', 'Stripe 收银台', '支付 $1,234.56', '>鸿雁<']) {
    expect(chinese).toContain(part)
  }
})

test('the payment page needs no script, no inline style, and no content from elsewhere', async () => {
  const page = await newPage()
  const text = await shown(page)
  expect(text).not.toMatch(/<script|style=|<style/)
  const addresses = [...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(
    ([, address]) => new URL(address ?? '', page).origin,
  )
  expect(new Set(addresses)).toEqual(new Set([merchant.origin]))
  const css = await fetch(`${merchant.origin}/plain-page.css`)
  expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('the merchant’s text is escaped', async () => {
  const text = await shown(
    await newPage({ 'line_items[0][price_data][product_data][name]': '<img src=x onerror=alert(1)>' }),
  )
  expect(text).toContain('&lt;img src=x')
  expect(text).not.toContain('<img')
})

test('no page links to a script', async () => {
  const { stripe } = await merchant.sandbox.settings()
  const answer = await fetch(`${stripe.apiBase() ?? ''}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.apiKey}` },
    body: new URLSearchParams({ mode: 'payment', success_url: 'javascript:alert(1)' }),
  })
  expect(answer.status).toBe(400)
  const page = await newPage({ cancel_url: 'javascript:alert(1)' })
  expect(await shown(`${page}?left=1`)).not.toContain('javascript:')
})

test('a payer who paid is redirected with the session’s id, and one who cancelled to the other address', async () => {
  const page = await newPage()
  const id = page.split('/').at(-1) ?? ''
  await merchant.press(page, 'cancel')
  expect(await shown(`${page}?left=1`)).toContain(`href="${merchant.origin}/topup/result?left"`)
  await merchant.press(page, 'pay')
  expect(await shown(page)).toContain(`href="${merchant.origin}/topup/result?s=${id}"`)
})

test('a form without an origin is refused', async () => {
  const page = await newPage()
  expect((await fetch(`${page}/pay`, { method: 'POST' })).status).toBe(403)
  expect(await shown(page)).toContain(`${new URL(page).pathname}/pay`)
})

test.each([
  ['without sandbox mode', { SANDBOX: '0' }],
  ['at an address that others reach', { PUBLIC_URL: 'https://console.example.com' }],
])('without %s there are no services and no payment pages, but a page to return to', async (_, env) => {
  const world = await newWorld(env)
  const replies = [
    await world.app.inject({ method: 'POST', url: '/sandbox/services/stripe/v1/checkout/sessions' }),
    await world.app.inject({ url: '/sandbox/services/alipay/gateway.do' }),
    await world.app.inject({ url: '/sandbox/checkout/cs_test_1' }),
    await world.app.inject({
      method: 'POST',
      url: '/sandbox/checkout/cs_test_1/pay',
      headers: { origin: 'https://console.example.com' },
    }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect(world.payments.sandbox).toBeNull()
  const back = await world.app.inject({ url: '/topup/result?order=1', headers: { 'accept-language': 'zh' } })
  expect(back.statusCode).toBe(200)
  expect(back.body).toContain('您可以关闭此窗口')
  await world.close()
})
