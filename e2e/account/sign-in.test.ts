import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Look, openPage } from '../browser.ts'
import { outage } from '../outage.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'

const owner = { identifier: 'sign-in@example.com', password: 'wild goose' }

const server = commonServer()

beforeAll(async () => {
  const words = ['--email', owner.identifier, '--password', owner.password, '--partition', 'us']
  await server.hongyan('account', 'create', ...words)
})

async function signInPage(query = '', look: Look = {}): Promise<Page> {
  const { page, close } = await openPage(server.address, look)
  onTestFinished(close)
  await page.goto(`/login${query}`)
  return page
}

async function submit(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(owner.identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a wrong password shows one error, and the right one then opens the home page', async () => {
  const page = await signInPage()
  await submit(page, 'tame goose')
  await expect
    .poll(() => page.getByRole('alert').innerText(), patience)
    .toContain('Incorrect email, phone or password.')
  await submit(page, owner.password)
  await page.waitForURL((url) => url.pathname === '/')
})

test('an outage at sign-in is shown as one, not as too many attempts', async () => {
  const page = await signInPage()
  await page.route('**/api/session', (route) => route.fulfill(outage))
  await submit(page, owner.password)
  await expect.poll(() => page.getByRole('alert').innerText(), patience).toBe('Temporarily unavailable.')
})

test('signing in opens the requested page of this site, and no other site', async () => {
  const page = await signInPage('?scene=cnsl.required&return=%2Fcredentials%3Fstatus%3D0')
  await page.getByText('Your session expired. Sign in to pick up where you left off.').waitFor()
  await submit(page, owner.password)
  await page.waitForURL((url) => url.pathname === '/credentials')

  const stranger = await signInPage('?return=https%3A%2F%2Felsewhere.example%2F')
  await submit(stranger, owner.password)
  await stranger.waitForURL((url) => url.pathname === '/' && url.origin === server.address)
})

test('the sign-in page confirms a sign-out', async () => {
  const page = await signInPage('?scene=cnsl.signout')
  await page.getByText('You’re logged out.').waitFor()
})

test('a Chinese browser is met in Chinese, and the other language is one press away and kept', async () => {
  const page = await signInPage('', { locale: 'zh-CN' })
  await page.getByRole('heading', { name: '登录鸿雁' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Sign in to Hongyan' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in to Hongyan' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('a language that is chosen before signing in is that of shown errors too, and is kept with the account', async () => {
  const page = await signInPage()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Enter your email or phone number.').waitFor()
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByText('请输入邮箱或手机号。').waitFor()
  await page.getByLabel('邮箱或手机号').fill(owner.identifier)
  await page.getByLabel('密码', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const locale = async () => ((await (await page.request.get('/api/account')).json()) as Pick<Account, 'locale'>).locale
  await expect.poll(locale, patience).toBe('zh-CN')
  const marks = async () => (await page.context().cookies()).filter(({ name }) => name === 'hy_locale_unkept')
  await expect.poll(marks, patience).toEqual([])
})

test('a language that fails to load is shown as an error on every page without a session', async () => {
  const page = await signInPage()
  for (const path of ['/login', '/docs', '/sandbox/inbox']) {
    await page.unrouteAll()
    await page.goto(path)
    await page.getByRole('button', { name: '简体中文' }).waitFor()
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: '简体中文' }).click()
    await page.getByRole('region', { name: 'Messages' }).getByText('Check your network and try again.').last().waitFor()
  }
})
