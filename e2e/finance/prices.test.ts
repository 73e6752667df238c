import type { PriceList } from '@hongyan/contract/endpoints/finance/prices'
import { shownMoney } from '@hongyan/contract/money'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape } from '../focus.ts'
import { looks } from '../looks.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'

const password = 'secret12'
const american = { identifier: 'prices-us@example.com', partition: 'us', currency: 'USD' }
const mainland = { identifier: 'prices-cn@example.com', partition: 'cn', currency: 'CNY' }

const server = commonServer()

beforeAll(async () => {
  for (const { identifier, partition, currency } of [american, mainland]) {
    const shape = ['--partition', partition, '--currency', currency, '--balance', '100']
    await server.hongyan('account', 'create', '--email', identifier, '--password', password, ...shape)
  }
})

async function visit(owner = american, look: Look = {}, search = ''): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, { identifier: owner.identifier, password })
  await watched.page.goto(`/prices${search}`)
  await watched.page.getByText('US', { exact: true }).first().waitFor({ state: 'attached' })
  return watched
}

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const filter = (page: Page) => page.getByRole('searchbox')

async function listOf(page: Page): Promise<PriceList> {
  const reply = await page.request.get('/api/prices')
  return (await reply.json()) as PriceList
}

async function priceOf(page: Page, iso2: string, scene: 1 | 2 | 3): Promise<string> {
  const { prices } = await listOf(page)
  return prices.find((price) => price.iso2 === iso2)?.unit_prices[scene] ?? ''
}

test('every country is listed with its prices in six decimals, labelled as samples', async () => {
  const { page, problems } = await visit()
  const { prices, version } = await listOf(page)
  await expect.poll(() => rows(page).count()).toBe(prices.length)
  const singapore = rows(page).filter({ hasText: 'Singapore' })
  const shown = await Promise.all([1, 2, 3].map((scene) => priceOf(page, 'SG', scene as 1 | 2 | 3)))
  expect((await singapore.innerText()).split(/\s+/)).toEqual([
    'Singapore',
    'SG',
    '+65',
    ...shown.map((one) => `$${one}`),
  ])
  await expect.poll(() => page.getByText('Sample prices').isVisible()).toBe(true)
  await expect.poll(() => page.getByText(`Version ${version}, effective`).isVisible()).toBe(true)
  expect(problems).toEqual([])

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Top up' }).click()
  await page.getByRole('link', { name: 'All prices by country' }).click()
  await page.waitForURL((url) => url.pathname === '/prices')
})

test('a country is found by name in either language, by code and by prefix, and address and saved views keep the query', async () => {
  const { page } = await visit()
  for (const [typed, first] of [
    ['新加坡', 'Singapore'],
    ['de', 'Germany'],
    ['+81', 'Japan'],
  ] as const) {
    await filter(page).fill(typed)
    await expect.poll(() => rows(page).first().innerText()).toContain(first)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(typed)
  }
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => filter(page).inputValue()).toBe('+81')

  await filter(page).fill('singapore')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const view = page.getByRole('dialog', { name: 'View' })
  await view.getByLabel('Name of this view').fill('Lion city')
  await view.getByRole('button', { name: 'Save' }).click()
  // The emptied form gives its focus up.
  await view.getByRole('button', { name: 'Lion city', exact: true }).focus()
  await escape(view)
  await filter(page).fill('atlantis')
  await page.getByText('No matching country').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(200)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await view.getByRole('button', { name: 'Lion city', exact: true }).click()
  await expect.poll(() => filter(page).inputValue()).toBe('singapore')
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('a quote has the listed price of each recipient, or the reason why it is refused', async () => {
  const { page } = await visit()
  const panel = page.getByRole('complementary', { name: 'Price calculator' })
  await panel.getByRole('button', { name: 'Calculate' }).click()
  await panel.getByText('Enter at least one number.').waitFor()
  await panel.getByText('Enter the message.').waitFor()

  await panel.getByLabel('Numbers').fill('+1 206 555 0100\n+6581234567, 12')
  await expect.poll(() => panel.getByText('Enter at least one number.').count()).toBe(0)
  await panel.getByLabel('Scene').click()
  await page.getByRole('option', { name: 'Verification' }).click()
  await panel.getByLabel('Message').fill('你'.repeat(71))
  await panel.getByRole('button', { name: 'Calculate' }).click()

  const quoted = panel.getByRole('listitem')
  const [american1, singapore] = [await priceOf(page, 'US', 1), await priceOf(page, 'SG', 1)]
  await expect.poll(() => quoted.count()).toBe(3)
  await expect.poll(() => quoted.nth(0).innerText()).toContain(`2 parts × $${american1}`)
  await expect.poll(() => quoted.nth(1).innerText()).toContain(`2 parts × $${singapore}`)
  await expect.poll(() => quoted.nth(2).innerText()).toMatch(/12\s+Invalid phone number/)
  const total = ((Number(american1) + Number(singapore)) * 2).toFixed(6)
  await expect.poll(() => panel.getByRole('status').innerText()).toContain(`$${shownMoney(total, 6)}`)

  await panel.getByLabel('Message').fill('Hello')
  await expect.poll(() => quoted.count()).toBe(0)
})

test('a quote that comes after the form was changed is not shown', async () => {
  const { page } = await visit()
  const panel = page.getByRole('complementary', { name: 'Price calculator' })
  const calculate = panel.getByRole('button', { name: /Calculat/ })
  const quoteRequested = new Promise<() => Promise<void>>((resolve) => {
    void page.route('**/api/prices/quote', (route) => resolve(() => route.continue()))
  })
  await panel.getByLabel('Numbers').fill('+12065550100')
  await panel.getByLabel('Message').fill('Hello')
  await calculate.click()
  const answer = await quoteRequested
  await panel.getByLabel('Message').fill('你'.repeat(71))
  await answer()
  await expect.poll(() => calculate.innerText()).not.toContain('Calculating')
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(0)
})

test('a phone has stacked rows, a folded panel, and never scrolls sideways', async () => {
  const { page } = await visit(american, { width: 390, height: 844 })
  const japan = page.getByRole('listitem').filter({ hasText: 'Japan' })
  await expect.poll(() => japan.textContent()).toContain(`$${await priceOf(page, 'JP', 3)}`)
  await expect.poll(() => page.getByLabel('Numbers').isVisible()).toBe(false)
  await page.getByText('Price calculator').click()
  await expect.poll(() => page.getByLabel('Numbers').isVisible()).toBe(true)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

describe.each(looks)('$theme, at $width in $locale', (look) => {
  test('axe finds nothing', async () => {
    // Few rows, because axe checks each one and they are alike.
    const { page } = await visit(american, { ...look, height: 900 }, '?q=united')
    if (look.width < 1180) await page.locator('summary').click()
    expect(await violations(page)).toEqual([])
  })
})
