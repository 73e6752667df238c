import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { violations } from './axe.ts'
import { codeSentTo } from './codes.ts'
import { type Look, openPage, type WatchedPage } from './browser.ts'
import { looks } from './looks.ts'
import { patience } from './patience.ts'
import { type OwnServer, startServer } from './server.ts'
import { picture } from './pictures.ts'
import { startSession } from './sign-in.ts'

const owner = 'owner@example.com'
const [mine, yours] = ['+12065550100', '+6581234567']

let server: OwnServer
let key: string

beforeAll(async () => {
  server = await startServer({
    SUPPORT_MAIL_ADDRESS: 'support@example.com',
    SUPPORT_MAIL_SECRET: `whsec_${'A'.repeat(32)}`,
  })
  const shape = ['--partition', 'us', '--currency', 'USD', '--balance', '100']
  await server.hongyan('account', 'create', '--email', owner, '--password', 'secret12', ...shape)
  const issued = await server.hongyan('credential', 'create', '--account', owner, '--mode', 'simple', '--by', 'Ines')
  ;({ key } = issued as { key: string })
})

afterAll(async () => {
  await server.stop()
})

async function openInbox(look: Look = {}, query = ''): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await watched.page.goto(`/sandbox/inbox${query}`)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

async function send(to: string, text: string): Promise<void> {
  const address = `${server.address}/?action=sms.message.send&accessKeyId=${key}`
  const response = await fetch(address, { method: 'POST', body: JSON.stringify({ to, text }) })
  expect(response.status).toBe(200)
}

async function requestCode(email: string): Promise<void> {
  const response = await fetch(`${server.address}/api/verif/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body: JSON.stringify({ scene: 'verif_signup', email }),
  })
  expect(response.status).toBe(200)
}

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const texts = (page: Page) => page.getByRole('table').locator('tbody td:last-child').allInnerTexts()

test.each([
  ['en-US', 'No messages yet', 'Read the quickstart'],
  ['zh-CN', '暂无消息', '查看快速入门'],
] as const)('an empty inbox teaches how to fill it, in %s', async (locale, title, act) => {
  const { page, problems } = await openInbox({ locale })
  await page.getByText(title).waitFor()
  await expect.poll(() => page.getByRole('link', { name: act }).getAttribute('href')).toBe('/docs')
  await expect.poll(() => page.locator('pre').innerText()).toContain(`${server.address}/?action=sms.message.send`)
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('a message appears by itself, newest first, with all that is known of it', async () => {
  const { page, problems } = await openInbox()
  await send(mine, 'First')
  await page.getByText('First').waitFor()
  await send(yours, 'Second 第二条\nwith a second line')
  await expect.poll(() => rows(page).count(), patience).toBe(2)
  await expect.poll(() => texts(page)).toEqual(['Second 第二条\nwith a second line', 'First'])
  const newest = await rows(page).first().innerText()
  for (const part of [yours, '+12025550147', 'SMS']) expect(newest).toContain(part)
  expect(newest).toMatch(/^\d\d:\d\d:\d\d/)
  await expect.poll(() => page.title()).toBe('Sandbox inbox · Hongyan')
  expect(problems).toEqual([])
})

test('the messages of one number have an address of their own', async () => {
  const { page } = await openInbox()
  const field = page.getByRole('searchbox', { name: 'Number or email' })
  await field.fill(' 1 (206) 555-0100 ')
  await page.keyboard.press('Enter')
  await expect.poll(() => texts(page), patience).toEqual(['First'])
  await expect.poll(() => new URL(page.url()).search).toBe('?to=%2B12065550100')
  await expect.poll(() => field.inputValue()).toBe(mine)

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => rows(page).count(), patience).toBe(2)
  await page.getByRole('link', { name: yours }).click()
  await expect.poll(() => rows(page).count(), patience).toBe(1)
  await page.goBack()
  await expect.poll(() => rows(page).count(), patience).toBe(2)

  await page.goto('/sandbox/inbox?to=+16505559999')
  await page.getByText('No messages to +16505559999').waitFor()
  await page.getByRole('button', { name: 'Show all messages' }).click()
  await expect.poll(() => rows(page).count(), patience).toBe(2)
})

test('nothing is asked for while nobody looks, and at once when somebody does', async () => {
  const { page } = await openInbox()
  await rows(page).first().waitFor()
  const show = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      const moment = performance.now()
      document.dispatchEvent(new Event('visibilitychange'))
      return moment
    }, state)
  await show('hidden')
  await page.waitForTimeout(300)
  let asked = 0
  page.on('request', () => (asked += 1))
  await page.waitForTimeout(2_500)
  expect(asked).toBe(0)
  const shown = await show('visible')
  await expect.poll(() => asked).toBeGreaterThan(0)
  // By the page's own time, however slow the machine is.
  const delay = () =>
    page.evaluate(
      (since) =>
        performance
          .getEntriesByType('resource')
          .map(({ startTime }) => startTime - since)
          .find((late) => late >= 0),
      shown,
    )
  await expect.poll(delay).toBeLessThan(1_000)
})

test('what is shown stays when the connection is lost, and catches up by itself', async () => {
  const { page } = await openInbox()
  await rows(page).first().waitFor()
  await page.route('**/sandbox/inbox?*', (route) => route.abort())
  await page.getByText('Disconnected, reconnecting').waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.unroute('**/sandbox/inbox?*')
  await page.getByText('Live').waitFor()
})

test('a code can be copied, and an email is shown as mail clients show it', async () => {
  const email = 'mei@example.com'
  await requestCode(email)
  const code = await codeSentTo(server, email)
  const { page, problems } = await openInbox({}, `?to=${encodeURIComponent(email)}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: `Copy code ${code}` }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await page.getByRole('button', { name: 'Show as email' }).click()
  const frame = page.getByTitle('Your Hongyan code')
  const shown = frame.contentFrame()
  await shown.getByRole('heading', { name: 'Your Hongyan code' }).waitFor()
  await shown.getByText(code, { exact: true }).waitFor()
  const isFitted = () =>
    frame.evaluate(
      (it) => it.clientHeight >= ((it as HTMLIFrameElement).contentDocument?.body.scrollHeight ?? Infinity),
    )
  await expect.poll(isFitted).toBe(true)
  expect(await violations(page)).toEqual([])
  await picture(page, 'inbox-email')
  await page.getByRole('button', { name: 'Hide email' }).click()
  await expect.poll(() => frame.count()).toBe(0)
  expect(problems).toEqual([])
})

test('an email that takes replies shows the address that they go to', async () => {
  const { page } = await openInbox({}, `?to=${encodeURIComponent(owner)}`)
  await startSession(page, { identifier: owner, password: 'secret12' })
  const ticket = { category: 'account', subject: 'A question', body: 'How do I change my name?' }
  const made = await page.request.put('/api/support/tickets', { headers: { origin: server.address }, data: ticket })
  const { id } = (await made.json()) as { id: string }
  await server.hongyan('ticket', 'solve', id, '--by', 'lin')
  const email = rows(page).filter({ hasText: 'A reply reopens it.' })
  await email.getByText(/^Replies go to support\+\w+@example\.com$/).waitFor(patience)
  await picture(page, 'inbox-replies')
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const { page } = await openInbox({ theme, locale, width, height: width === 390 ? 844 : 800 })
    await page.getByText('First').waitFor()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const name = `inbox-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
    await picture(page, name)
  })
})
