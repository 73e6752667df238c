import { createServer } from 'node:net'
import { once } from 'node:events'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { openPage, type WatchedPage } from '../browser.ts'
import { patience } from '../patience.ts'
import { type OwnServer, startServer } from '../server.ts'
import { startSession } from '../sign-in.ts'

const password = 'secret12'
const identifier = 'fields@example.com'
const number = '4242424242424242'

let server: OwnServer

/** Below the ports that Linux gives out by itself, so that no process takes it before the server listens on it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const listening = createServer().listen(port, '127.0.0.1')
    const isFree = await once(listening, 'listening').then(
      () => true,
      () => false,
    )
    listening.close()
    if (!isFree) continue
    await once(listening, 'close')
    return port
  }
}

/**
 * Stripe is configured with a publishable key, so cards are typed into its own fields. No service listens at the
 * address of its API.
 */
beforeAll(async () => {
  const port = String(await freePort())
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  }
  const settings = { ...stripe, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
  server = await startServer(settings)
  const options = ['--partition', 'us', '--currency', 'USD', '--balance', '100']
  await server.hongyan('account', 'create', '--email', identifier, '--password', password, ...options)
})

afterAll(async () => {
  await server.stop()
})

/**
 * A stand-in for Stripe.js with its documented behaviour: fields in frames, which report a state but never their value.
 */
const script = `
const states = {}
addEventListener('message', ({ origin, data }) => {
  if (origin !== 'https://js.stripe.com') return
  states[data.type].value = data
  for (const listener of states[data.type].listeners) listener({ complete: data.complete, empty: data.empty, error: data.error })
})
window.Stripe = (key) => ({
  elements: ({ locale }) => ({
    create: (type) => {
      const frame = document.createElement('iframe')
      const state = (states[type] = { listeners: [], value: null })
      frame.src = 'https://js.stripe.com/v3/' + type + '.html?locale=' + locale
      frame.title = type
      frame.style = 'border: 0; width: 100%; height: 100%'
      return {
        mount: (place) => place.append(frame),
        on: (event, listener) =>
          event === 'change' ? state.listeners.push(listener) : frame.addEventListener('load', listener),
        focus: () => frame.focus(),
        destroy: () => frame.remove(),
      }
    },
  }),
  createPaymentMethod: async ({ type, billing_details }) =>
    key === 'pk_test_51' && type === 'card' && billing_details.name === 'Ada Lin'
      ? { paymentMethod: { id: 'pm_1OfStripe' } }
      : { error: { message: 'The card has no holder.' } },
})`

const frame = `<!doctype html><html lang="en"><title>Stripe</title><input aria-label="Card" style="width: 90%">
<script>
const type = location.pathname.slice(4, -5)
document.querySelector('input').addEventListener('input', ({ target: { value } }) => {
  const wrong = type === 'cardNumber' && value.startsWith('0')
  const error = wrong ? { message: 'Your card number is invalid.' } : undefined
  parent.postMessage({ type, empty: value === '', complete: value.length > 2 && !wrong, error }, '*')
})
</script>`

const dialog = (page: Page) => page.getByRole('dialog')
const stripeField = (page: Page, type: string) => page.frameLocator(`iframe[title=${type}]`).getByRole('textbox')

async function openForm(stripe: (page: Page) => Promise<unknown>): Promise<WatchedPage> {
  const watched = await openPage(server.address)
  onTestFinished(watched.close)
  const { page } = watched
  await stripe(page)
  await startSession(page, { identifier, password })
  await page.goto('/topup?tab=auto')
  await page.getByRole('button', { name: 'Add card' }).click()
  await dialog(page).getByLabel('Cardholder name').waitFor()
  return watched
}

const serveStripe = async (page: Page) => {
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('https://js.stripe.com/v3/*.html*', (route) =>
    route.fulfill({ contentType: 'text/html', body: frame }),
  )
}

test('a card is typed into Stripe’s frames, and only Stripe’s token is sent', async () => {
  const { page, problems } = await openForm(serveStripe)
  const sent: string[] = []
  const saved = { id: '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f', status: 1, default: true, expired: false }
  const card: PaymentMethod['card'] = { last4: '4242', exp_month: 6, exp_year: 2030, brand: 'visa' }
  await page.route('**/api/paymentMethods', (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fulfill({ json: { ...saved, card } })
  })
  await stripeField(page, 'cardNumber').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Add card' }).click()
  for (const message of [
    'Card number is required',
    'Expiration date is required',
    'CVC is required',
    'City is required',
  ]) {
    await dialog(page).getByText(message, { exact: true }).waitFor()
  }
  await stripeField(page, 'cardNumber').fill('0')
  await dialog(page).getByText('Your card number is invalid.').waitFor()
  await stripeField(page, 'cardNumber').fill(number)
  await stripeField(page, 'cardExpiry').fill('06 / 30')
  await stripeField(page, 'cardCvc').fill('123')
  await dialog(page).getByLabel('Cardholder name').fill('Ada Lin')
  await dialog(page).getByRole('combobox').fill('sing')
  await dialog(page).getByRole('combobox').press('Tab')
  const lines = { addr_line1: '1 Raffles Place', addr_city: 'Singapore', addr_zip: '048616', addr_state: 'Singapore' }
  for (const [name, value] of Object.entries(lines)) await dialog(page).locator(`input[name=${name}]`).fill(value)
  expect(await page.content()).not.toContain(number)
  await dialog(page).getByRole('button', { name: 'Add card' }).click()
  await expect.poll(() => sent, patience).toHaveLength(1)
  expect(JSON.parse(sent[0] ?? '')).toEqual({
    type: 'card',
    card: { token: 'pm_1OfStripe' },
    billing_name: 'Ada Lin',
    addr_country: 'SG',
    ...lines,
  })
  await dialog(page).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('where Stripe is blocked, the form explains how to allow it, and loading can be repeated', async () => {
  const { page } = await openForm((page) => page.route('https://js.stripe.com/**', (route) => route.abort()))
  await dialog(page)
    .getByRole('alert')
    .filter({ hasText: 'Allow js.stripe.com in your browser or network, then try again' })
    .waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Add card' }).isDisabled()).toBe(true)
  await page.unroute('https://js.stripe.com/**')
  await serveStripe(page)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await stripeField(page, 'cardNumber').waitFor()
})
