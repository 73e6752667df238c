import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { codeSentTo } from '../codes.ts'
import { looks } from '../looks.ts'
import { newOwner } from '../new-owner.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'

const KIB = 1024

const words = {
  'en-US': {
    identifier: 'Email or phone',
    byCode: 'One-time code',
    code: 'Code',
    send: 'Send code',
    signIn: 'Sign in',
    onward: 'Continue',
    newPassword: 'New password',
    confirmation: 'Confirm new password',
    save: 'Save password',
    done: 'Your account password has been updated',
  },
  'zh-CN': {
    identifier: '邮箱或手机号',
    byCode: '验证码登录',
    code: '验证码',
    send: '获取验证码',
    signIn: '登录',
    onward: '下一步',
    newPassword: '新密码',
    confirmation: '确认新密码',
    save: '保存新密码',
    done: '账户密码已更新',
  },
} as const
const english = words['en-US']

const server = commonServer()

async function open(address: string, look: Look = {}): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await watched.page.goto(address)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const byCode = (page: Page, name: string = english.byCode) => page.getByRole('radio', { name }).click({ force: true })
const resendCountdown = (page: Page) => page.getByRole('button', { name: /^Resend in/ })
const statusText = (page: Page) => page.getByRole('status').innerText()
const signedIn = async (page: Page) => (await page.request.get('/api/account')).status() === 200

async function askFor(page: Page, identifier: string): Promise<void> {
  await field(page, english.identifier).fill(identifier)
  await press(page, english.send)
  await expect.poll(() => statusText(page), patience).toContain(identifier)
}

async function askByCode(identifier: string, address = '/login'): Promise<Page> {
  const { page } = await open(address)
  await byCode(page)
  await askFor(page, identifier)
  return page
}

async function enter(page: Page, code: string): Promise<void> {
  await field(page, english.code).fill(code)
  await press(page, english.signIn)
}

describe('signing in by code', () => {
  test('redirects to the page that was requested before', async () => {
    const { identifier: email } = await newOwner(server)
    const page = await askByCode(email, '/login?scene=cnsl.required&return=%2Fcredentials')
    await enter(page, await codeSentTo(server, email))
    await page.waitForURL((url) => url.pathname === '/credentials')
    expect(await signedIn(page)).toBe(true)
  })
})

describe('another code', () => {
  test('can be requested after a minute, which a reload does not shorten and another target does not share', async () => {
    const page = await askByCode((await newOwner(server)).identifier)
    await expect.poll(() => resendCountdown(page).innerText()).toMatch(/^Resend in (?:60|59|58)s$/)
    await expect.poll(() => resendCountdown(page).isDisabled()).toBe(true)
    await expect.poll(() => resendCountdown(page).innerText(), patience).toMatch(/in [1-5]?\ds$/)
    await page.reload()
    await expect.poll(() => resendCountdown(page).innerText()).toMatch(/in [1-5]?\ds$/)
    const typed = await field(page, english.identifier).inputValue()
    await field(page, english.identifier).fill('other@example.com')
    await expect.poll(() => page.getByRole('button', { name: english.send }).isEnabled()).toBe(true)
    await field(page, english.identifier).fill(typed)
    await expect.poll(() => resendCountdown(page).isDisabled()).toBe(true)
  })

  test('is counted down to, and a limit of the server is shown with the remaining time', async () => {
    const { page } = await open('/login', { clock: true })
    await byCode(page)
    await askFor(page, (await newOwner(server)).identifier)
    await page.clock.fastForward(30_000)
    await expect.poll(() => resendCountdown(page).innerText()).toMatch(/^Resend in (?:30|29|28|27)s$/)
    await page.clock.fastForward(31_000)
    await press(page, 'Resend code')
    const note = page.getByRole('alert')
    await expect.poll(() => note.innerText(), patience).toMatch(/Try again in [1-5]?\d seconds\./)
    await expect.poll(() => resendCountdown(page).isDisabled()).toBe(true)
    await page.clock.fastForward(61_000)
    await expect.poll(() => note.innerText(), patience).toContain('You can try again now.')
  })
})

test('too many wrong passwords show the remaining time of the lock', async () => {
  const { page } = await open('/login')
  await field(page, english.identifier).fill('nobody@example.com')
  await field(page, 'Password').fill('tame goose')
  for (let time = 0; time < 6; time += 1)
    await Promise.all([page.waitForResponse('**/api/session'), press(page, english.signIn)])
  await expect.poll(() => page.getByRole('alert').innerText(), patience).toContain('Try again in 15 minutes.')
})

describe('a forgotten password', () => {
  test('is replaced with a code, which ends every session, and one signs in with the new one', async () => {
    const { identifier: email, password } = await newOwner(server)
    const elsewhere = await open('/login')
    await startSession(elsewhere.page, { identifier: email, password })
    const { page, problems } = await open('/login?scene=cnsl.required&return=%2Fcredentials')
    await field(page, english.identifier).fill(email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/password-reset?return=%2Fcredentials')
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe(email)
    await expect.poll(() => page.title()).toBe('Reset your password · Hongyan')
    await press(page, english.send)
    await field(page, english.code).fill(await codeSentTo(server, email))
    await press(page, english.onward)
    await field(page, english.newPassword).fill('tame goose')
    await field(page, english.confirmation).fill('tame gander')
    await press(page, english.save)
    await page.getByText('Inconsistent password').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('confirmation')
    await field(page, english.confirmation).fill('tame goose')
    await press(page, english.save)
    await page.getByRole('heading', { name: english.done }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(english.done)
    expect(await signedIn(elsewhere.page)).toBe(false)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    await field(page, 'Password').fill(password)
    await press(page, english.signIn)
    await page.getByText('Incorrect email, phone or password.').waitFor()
    await field(page, 'Password').fill('tame goose')
    await press(page, english.signIn)
    await page.waitForURL((url) => url.pathname === '/credentials')
    expect(problems).toEqual(['Failed to load resource: the server responded with a status of 401 (Unauthorized)'])
  })
})

test('the first load of signing in is below 120 KiB', async () => {
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(response.url()))
  await page.goto('/login', { waitUntil: 'networkidle' })
  const headers = { 'accept-encoding': 'gzip', accept: 'text/html,*/*' }
  const sizes = await Promise.all(
    loaded.map(async (url) => Number((await page.request.get(url, { headers })).headers()['content-length'])),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(60 * KIB)
  expect(total).toBeLessThan(120 * KIB)
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const texts = words[locale]
    const { identifier: email } = await newOwner(server)
    const size = { width, height: width === 390 ? 844 : 800 }
    const { page, problems } = await open('/login?scene=cnsl.required&return=%2Fcredentials', {
      theme,
      locale,
      ...size,
    })
    const capture = async (name: string) => {
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage: true })
    }
    await capture('signin-password')
    await byCode(page, texts.byCode)
    await press(page, texts.signIn)
    await capture('signin-code-missing')
    await field(page, texts.identifier).fill(`no-${email}`)
    await press(page, texts.send)
    await expect.poll(() => statusText(page), patience).toContain(email)
    await capture('signin-code-sent')

    await page.goto('/password-reset')
    await field(page, texts.identifier).fill(email)
    await press(page, texts.send)
    await expect.poll(() => statusText(page), patience).toContain(email)
    await capture('reset-code')
    await field(page, texts.code).fill(await codeSentTo(server, email))
    await press(page, texts.onward)
    await field(page, texts.newPassword).fill('tame goose')
    await press(page, texts.save)
    await capture('reset-password')
    await field(page, texts.confirmation).fill('tame goose')
    await press(page, texts.save)
    await page.getByRole('heading', { name: texts.done }).waitFor()
    await capture('reset-done')
    expect(problems).toEqual([])
  })
})
