import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { codeSentTo, inboxOf, newestMessage } from '../codes.ts'
import { looks } from '../looks.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { picture } from '../pictures.ts'

const password = 'wild goose'

const words = {
  'en-US': {
    title: 'Create your account',
    us: 'International',
    cn: 'Mainland China',
    steps: ['Step 1 of 3Choose your region', 'Step 2 of 3Verify your email or phone', 'Step 3 of 3Set a password'],
    identifier: 'Email or phone',
    code: 'Code',
    send: 'Send code',
    password: 'Password',
    onward: 'Continue',
    create: 'Create account',
    name: 'Your name (optional)',
    menu: 'Account menu: Mei Tan',
    called: 'Mei Tan',
    signOut: 'Log out',
    signIn: 'Sign in',
  },
  'zh-CN': {
    title: '注册鸿雁账户',
    us: '国际',
    cn: '中国大陆',
    steps: ['第 1 步，共 3 步选择账户地区', '第 2 步，共 3 步验证邮箱或手机号', '第 3 步，共 3 步设置密码'],
    identifier: '邮箱或手机号',
    code: '验证码',
    send: '获取验证码',
    password: '密码',
    onward: '下一步',
    create: '注册',
    name: '您的称呼（选填）',
    menu: '账户菜单：陈嘉禾',
    called: '陈嘉禾',
    signOut: '退出登录',
    signIn: '登录',
  },
} as const
const english = words['en-US']

const server = commonServer()
let strangers = 0

const newEmail = () => `stranger${(strangers += 1)}@example.com`
const newNumber = () => String((strangers += 1)).padStart(3, '0')

async function open(look: Look = {}, address = '/signup'): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await watched.page.goto(address)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

const choose = (page: Page, region: string) =>
  page.getByRole('radio', { name: new RegExp(`^${region}`) }).click({ force: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page) => page.getByRole('heading', { level: 2 })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/')

async function accountOf(page: Page): Promise<Account> {
  const response = await page.request.get('/api/account')
  return (await response.json()) as Account // a row of the contract
}

async function toContact(page: Page, region: string = english.us): Promise<void> {
  await choose(page, region)
  await press(page, english.onward)
  await field(page, english.identifier).waitFor()
}

async function toPassword(page: Page, email: string): Promise<void> {
  await toContact(page)
  await field(page, english.identifier).fill(email)
  await press(page, english.send)
  await field(page, english.code).fill(await codeSentTo(server, email))
  await press(page, english.onward)
  await field(page, english.password).waitFor()
}

describe('a stranger', () => {
  test.each([
    ['us', 'en-US', () => ({ typed: newEmail() })],
    ['cn', 'zh-CN', () => ({ typed: `138 0013 8${newNumber()}`, country: '+86' })],
  ] as const)('signs up in %s in %s, signs out, and is let in again', async (partition, locale, newVisitor) => {
    const owner: { typed: string; country?: string } = newVisitor()
    const to = owner.country === undefined ? owner.typed : owner.country + owner.typed.replaceAll(/\D/g, '')
    const texts = words[locale]
    const { page, problems } = await open({ locale })
    await expect.poll(() => page.title()).toBe(`${texts.title} · ${locale === 'en-US' ? 'Hongyan' : '鸿雁'}`)

    await expect.poll(() => step(page).textContent()).toBe(texts.steps[0])
    await choose(page, texts[partition])
    await press(page, texts.onward)
    await expect.poll(() => step(page).textContent(), patience).toBe(texts.steps[1])
    await field(page, texts.identifier).fill(owner.typed)
    await press(page, texts.send)
    await expect.poll(() => page.getByRole('status').innerText(), patience).toContain(to)
    const { channel, text } = await newestMessage(server, to)
    expect(channel).toBe(owner.country === undefined ? 'mail' : 'sms')
    expect(text).toMatch(locale === 'en-US' ? /expires in 10 minutes/ : /10 分钟内有效/)
    await field(page, texts.code).fill(await codeSentTo(server, to))
    await press(page, texts.onward)
    await expect.poll(() => step(page).textContent(), patience).toBe(texts.steps[2])
    await field(page, texts.name).fill(texts.called)
    await field(page, texts.password).fill(password)
    await press(page, texts.create)
    await atHome(page)

    await page.getByRole('button', { name: texts.menu }).waitFor()
    expect(await accountOf(page)).toMatchObject({
      partition,
      currency: partition === 'us' ? 'USD' : 'CNY',
      balance_amount: partition === 'us' ? '0.170000' : '0.900000',
      ...(owner.country === undefined ? { email: to, phone: null } : { email: null, phone: to }),
    })
    await page.getByRole('button', { name: texts.menu }).click()
    await page.getByRole('menuitem', { name: texts.signOut }).click()
    await page.waitForURL((url) => url.searchParams.get('scene') === 'cnsl.signout')
    await field(page, texts.identifier).fill(to)
    await field(page, texts.password).fill(password)
    await press(page, texts.signIn)
    await atHome(page)
    expect(problems).toEqual([])
  })

  test('goes from the sign-in page and back, with the typed values', async () => {
    const { page } = await open({}, '/login')
    await field(page, english.identifier).fill('mei.tan@lumenparcel.com')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL('**/signup')
    await toContact(page)
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe('mei.tan@lumenparcel.com')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe('mei.tan@lumenparcel.com')
  })
})

describe('what is missing or wrong', () => {
  test('is shown under its field, which has the focus, until the field changes', async () => {
    const { page } = await open()
    await press(page, english.onward)
    await page.getByText('Select a region.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
    await toContact(page)

    for (const [typed, message] of [
      ['', 'Enter your email or phone number.'],
      ['mei@lumenparcel', 'Invalid email.'],
      ['mei', 'Invalid email.'],
      ['12345', 'Invalid phone.'],
    ] as const) {
      await field(page, english.identifier).fill(typed)
      await press(page, english.send)
      const box = page.getByRole('textbox', { name: english.identifier })
      await expect.poll(() => box.getAttribute('aria-invalid'), patience).toBe('true')
      const described = await box.getAttribute('aria-describedby')
      await expect.poll(() => page.locator(`[id="${described}"]`).innerText()).toContain(message)
      await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await field(page, english.identifier).fill('mei@lumenparcel.com')
    await expect.poll(() => page.getByText('Invalid phone.').count()).toBe(0)

    await press(page, english.onward)
    await page.getByText('Enter the code. To get one, choose Send code.').waitFor()
    await field(page, english.code).fill('12')
    await press(page, english.onward)
    await page.getByText('Invalid code.').waitFor()
  })

  test('a wrong code has an error under its field, and the right one then still works', async () => {
    const email = newEmail()
    const { page } = await open()
    await toContact(page)
    await field(page, english.identifier).fill(email)
    await press(page, english.send)
    const code = await codeSentTo(server, email)
    await field(page, english.code).fill(code === '000000' ? '000001' : '000000')
    await press(page, english.onward)
    await page.getByText('That code is incorrect or expired.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    await field(page, english.code).fill(code)
    await press(page, english.onward)
    await field(page, english.password).fill('short')
    await press(page, english.create)
    await page.getByText('Use at least 6 characters.').waitFor()
    await field(page, english.password).fill(password)
    await press(page, english.create)
    await atHome(page)
  })

  test('a spent token returns to the code’s step, with region and address kept', async () => {
    const email = newEmail()
    const { page } = await open()
    await toPassword(page, email)
    await page.route('**/api/signup', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'invalid_token', message: 'No longer valid.' } } }),
    )
    await field(page, english.password).fill(password)
    await press(page, english.create)
    await expect.poll(() => step(page).textContent(), patience).toBe(english.steps[1])
    await page.getByText('No longer valid.').waitFor()
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe(email)
    await expect.poll(() => field(page, english.code).inputValue()).toBe('')
  })
})

describe('the steps', () => {
  test('are walked with the keyboard alone, and each heading is read on arrival', async () => {
    const email = newEmail()
    const { page, problems } = await open()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.getByRole('radio', { name: /^International/ }).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(focused, patience).toBe(english.steps[1])
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.getByText(`We sent a code to ${email}.`).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
      .toBe('one-time-code')
    await page.keyboard.type(await codeSentTo(server, email))
    await page.keyboard.press('Enter')
    await expect.poll(focused, patience).toBe(english.steps[2])
    await page.keyboard.press('Tab')
    await page.keyboard.type(english.called)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => field(page, english.password).getAttribute('type')).toBe('text')
    await field(page, english.password).press('Enter')
    await atHome(page)
    expect(problems).toEqual([])
  })

  test('go back by button and by the browser, without losing typed values or verifying twice', async () => {
    const email = newEmail()
    const { page } = await open()
    await toPassword(page, email)
    await field(page, english.password).fill(password)
    await press(page, 'Back')
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe(email)
    await page.goBack()
    await expect.poll(() => page.getByRole('radio', { name: /^International/ }).isChecked()).toBe(true)
    await page.goForward()
    await field(page, english.identifier).waitFor()
    await press(page, english.onward)
    await expect.poll(() => field(page, english.password).inputValue()).toBe(password)
    expect(await inboxOf(server, email)).toHaveLength(1)
    await press(page, english.create)
    await atHome(page)
  })

  test('survive a reload as far as no secret is needed', async () => {
    const email = newEmail()
    const { page } = await open()
    await toPassword(page, email)
    await page.reload()
    await expect.poll(() => step(page).textContent(), patience).toBe(english.steps[1])
    await expect.poll(() => field(page, english.identifier).inputValue()).toBe(email)
    await press(page, 'Back')
    await expect.poll(() => page.getByRole('radio', { name: /^International/ }).isChecked()).toBe(true)
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password)
  })
})

test('a whole message pasted into the code’s field leaves the code', async () => {
  const { page } = await open()
  await toContact(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [copied, code] of [
    ['048213 is your Hongyan code to sign up. It expires in 10 minutes.', '048213'],
    ['482 913', '482913'],
    ['４８２９１３', '482913'],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
    await field(page, english.code).fill('')
    await field(page, english.code).press('Control+v')
    await expect.poll(() => field(page, english.code).inputValue()).toBe(code)
  }
  await field(page, english.code).fill('')
  await field(page, english.code).pressSequentially('4a8 2-9')
  await expect.poll(() => field(page, english.code).inputValue()).toBe('4829')
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing in any step', async () => {
    const texts = words[locale]
    const email = `somebody.whose.name.is.longer.than.most.screens.${newEmail()}`
    const { page, problems } = await open({ theme, locale, width, height: width === 390 ? 844 : 800 })
    const capture = async (name: string) => {
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `signup-${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage: true })
    }
    await press(page, texts.onward)
    await capture('region-missing')
    await choose(page, texts.cn)
    await capture('region')
    await press(page, texts.onward)
    await press(page, texts.onward)
    await capture('contact-missing')
    await field(page, texts.identifier).fill(email)
    await press(page, texts.send)
    await expect.poll(() => page.getByRole('status').innerText(), patience).toContain(email)
    await capture('contact')
    await field(page, texts.code).fill(await codeSentTo(server, email))
    await press(page, texts.onward)
    await field(page, texts.password).waitFor()
    await capture('password')
    expect(problems).toEqual([])
  })
})
