import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import type { DayCount, YesterdayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from './axe.ts'
import { shownBalance } from './balance.ts'
import { type Look, openPage, type WatchedPage } from './browser.ts'
import { codeSentTo } from './codes.ts'
import { looks } from './looks.ts'
import { commonServer } from './server.ts'
import { runInShell } from './shell.ts'
import { signIn, startSession } from './sign-in.ts'
import { picture } from './pictures.ts'

const phone = { width: 390, height: 844 }
const password = 'hongyan-demo'
const american = { identifier: 'demo@hongyan.example', password }
const chinese = { identifier: 'demo.cn@hongyan.example', password }

const server = commonServer()

/** Opens home. `before` runs with a session and without a page, for example to intercept calls. */
async function homeOf(
  owner: typeof american,
  look: Look = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner)
  await before?.(watched.page)
  await watched.page.goto('/')
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

/** An account of its own, without a message so far. */
async function newAccount(email: string, settings: Record<string, string> = {}, balance = '0') {
  const shape = ['--partition', 'us', '--balance', balance]
  await server.hongyan('account', 'create', '--email', email, '--password', password, ...shape)
  for (const [field, value] of Object.entries(settings)) await server.hongyan('account', 'set', email, field, value)
  return { identifier: email, password }
}

async function summaryOf(page: Page, period: '7d' | '30d'): Promise<readonly DayCount[]> {
  const response = await page.request.get('/api/statistics/summary', { params: { period } })
  return response.json() as Promise<readonly DayCount[]>
}

async function accountOf(page: Page): Promise<Account> {
  const response = await page.request.get('/api/account')
  return response.json() as Promise<Account>
}

const chart = (page: Page) => page.getByRole('slider', { name: 'Messages and recipients by day' })
const bars = (page: Page) => page.locator('[data-bar]')
const card = (page: Page, name: string) => page.getByRole('group', { name })
const tooltip = (page: Page) => page.locator('[data-tooltip]')

const total = (days: readonly DayCount[], count: 'msg_cnt' | 'to_cnt' | 'succ_msg_cnt') =>
  days.reduce((sum, day) => sum + day[count], 0)
/** Below a hundred an average has one decimal. */
const whole = (value: number) =>
  Intl.NumberFormat('en-GB', { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value)
/** A rate needs a message; in the first minutes of a day there may be none. */
const exact = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2))
const weekday = (day: DayCount | undefined) =>
  new Date(`${day?.date ?? ''}T00:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })

async function expectText(page: Page, name: string, words: readonly string[]): Promise<void> {
  const text = await card(page, name).innerText()
  for (const word of words) expect(text).toContain(word)
}

test('the figures are those of the summary', async () => {
  const { page, problems } = await homeOf(american)
  await chart(page).waitFor()
  const days = await summaryOf(page, '30d')
  const full = days.slice(0, -1)
  const [yesterday, today] = [days.at(-2), days.at(-1)]
  if (!yesterday || !today) throw new Error('a day is missing')
  const change = (now: number, before: number) => `${exact(Math.abs((now / before - 1) * 100))}%`
  const rate = (list: readonly DayCount[]) => (total(list, 'succ_msg_cnt') / total(list, 'msg_cnt')) * 100

  for (const [name, count] of [
    ['Messages today', 'msg_cnt'],
    ['Deliveries today', 'succ_msg_cnt'],
    ['Recipients today', 'to_cnt'],
  ] as const) {
    const average = whole(total(full, count) / 30)
    await expectText(page, name, [whole(today[count]), change(today[count], yesterday[count]), average])
  }
  const points = exact(Math.abs(rate([today]) - rate([yesterday])))
  await expectText(page, 'Delivery rate today', [exact(rate([today])), points, `${exact(rate(full))}%`])
  if (today.msg_cnt > 0) await expectText(page, 'Delivery rate today', [`${points} pp`])

  const counted = await page.request.get('/api/statistics/yesterday')
  const soFar = ((await counted.json()) as YesterdayCount).msg_cnt
  await card(page, 'Messages today').getByRole('button', { name: 'About Messages today' }).hover()
  const lines = `At this time yesterday: ${whole(soFar)}\nAll of yesterday: ${whole(yesterday.msg_cnt)}`
  await expect.poll(() => page.getByRole('tooltip').innerText()).toBe(lines)

  const trends = await page.getByRole('region', { name: 'Trends' }).innerText()
  for (const figure of [total(full, 'msg_cnt'), total(full, 'to_cnt'), total(full, 'msg_cnt') / 30])
    expect(trends).toContain(whole(figure))
  expect(problems).toEqual([])
})

test('one is greeted by name, with the account’s tags, its id and its balance', async () => {
  const { page } = await homeOf(american)
  const { suid } = await accountOf(page)
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toMatch(/^Good (?:morning|afternoon|evening), Mei Tan$/)
  await expect.poll(() => page.title()).toBe('Home · Hongyan')
  const content = page.getByRole('main')
  for (const words of ['Verified', suid, `$${await shownBalance(page, 4)}`, 'Demo account with sample data'])
    await expect.poll(() => content.innerText()).toContain(words)
  await expect.poll(() => page.getByRole('link', { name: 'Platform connection' }).getAttribute('href')).toBe('/docs')
  await content.getByRole('link', { name: 'Top up' }).click()
  await page.waitForURL((url) => url.pathname === '/topup')
})

test('another period is loaded, drawn, and kept in the address', async () => {
  const { page } = await homeOf(american)
  await expect.poll(() => bars(page).count()).toBe(31)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/statistics/summary?period=7d'))

  await page.getByRole('button', { name: 'Period Last 30 days' }).click()
  await page.getByRole('option', { name: 'Last 7 days' }).click()

  await asked
  await expect.poll(() => bars(page).count()).toBe(8)
  await expect.poll(() => new URL(page.url()).search).toBe('?period=7d')
  const full = (await summaryOf(page, '7d')).slice(0, -1)
  await expect
    .poll(() => page.getByRole('region', { name: 'Trends' }).innerText())
    .toContain(whole(total(full, 'msg_cnt')))

  await page.reload()
  await expect.poll(() => bars(page).count()).toBe(8)
})

test('a phone shows twelve bars and never scrolls sideways', async () => {
  const { page } = await homeOf(american, phone)
  await expect.poll(() => bars(page).count()).toBe(12)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('arrow keys step through the days and announce the weekday', async () => {
  const { page } = await homeOf(american)
  const days = await summaryOf(page, '30d')
  await chart(page).waitFor()
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  const day = days.at(-2)

  await expect.poll(() => tooltip(page).innerText()).toContain(weekday(day))
  await expect.poll(() => tooltip(page).innerText()).toContain(whole(day?.msg_cnt ?? -1))
  await expect.poll(() => chart(page).getAttribute('aria-valuetext')).toContain(weekday(day))
  await page.keyboard.press('Home')
  await expect.poll(() => tooltip(page).innerText()).toContain(weekday(days[0]))
  await page.keyboard.press('Escape')
  await expect.poll(() => tooltip(page).count()).toBe(0)
})

test('mouse and finger show the day they are on', async () => {
  const { page } = await homeOf(american)
  const days = await summaryOf(page, '30d')
  await chart(page).scrollIntoViewIfNeeded()
  const box = await bars(page).nth(4).boundingBox()
  if (!box) throw new Error('the bar is not drawn')
  const at = { clientX: box.x + box.width / 2, clientY: box.y }

  await page.mouse.move(at.clientX, at.clientY)
  await expect.poll(() => tooltip(page).innerText()).toContain(whole(days[4]?.to_cnt ?? -1))
  await page.mouse.move(0, 0)
  await expect.poll(() => tooltip(page).count()).toBe(0)

  await chart(page).dispatchEvent('pointerdown', { ...at, pointerType: 'touch' })
  await chart(page).dispatchEvent('pointerleave', { ...at, pointerType: 'touch' })
  await expect.poll(() => tooltip(page).innerText()).toContain(weekday(days[4]))
})

test('the chart’s days can be read as a table', async () => {
  const { page } = await homeOf(american)
  const days = await summaryOf(page, '30d')
  const rows = page.getByRole('table', { name: 'Messages and recipients by day' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(32)
  await expect.poll(() => rows.nth(1).innerText()).toContain(whole(days[0]?.msg_cnt ?? -1))
})

test('an account without messages sees zeros and dashes', async () => {
  const { page } = await homeOf(await newAccount('quiet@example.com'))
  await page.getByText('No recent records').waitFor()
  await expect.poll(() => chart(page).count()).toBe(0)
  await expect
    .poll(() => card(page, 'Messages today').innerText())
    .toMatch(/^Messages today\s+0\s+–\s+Daily average\s+–$/)
  await expect.poll(() => card(page, 'Delivery rate today').innerText()).toMatch(/^Delivery rate today\s+–\s+–/)
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('Demo account')
  await picture(page, 'home-quiet-1280-light-en', { fullPage: true })
})

test('nothing is asked of the statistics of an account that is not activated', async () => {
  const owner = await newAccount('asleep@example.com', { activated: 'false' })
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, owner)
  await page.getByText('No recent records').waitFor()
  expect(asked).toContain('/api/account')
  expect(asked).not.toContain('/api/statistics/summary')
})

test('an account on credit sees what is left of it, its limit and its balance', async () => {
  const owner = await newAccount('credit@example.com', { credit_amount: '5000', credit_enabled: 'true' })
  const { page } = await homeOf(owner)
  await page.getByRole('heading', { name: 'Available credit' }).waitFor()
  const text = await page.getByRole('main').innerText()
  expect(text).toContain('$5,000.0000')
  expect(text).toMatch(/Credit limit\s+\$5,000\.00\b\s+Balance\s+\$0\.0000/)
  expect(text).toContain('Not verified')
  await expect.poll(() => page.getByRole('main').getByRole('link', { name: 'Top up' }).count()).toBe(0)
  await expect.poll(() => steps(page).innerText()).toContain('0 of 3 done')
})

test('the card of an account whose credit is reduced gives the reason, and leads to the overdue invoice', async () => {
  const { page } = await homeOf({ identifier: 'demo.credit@hongyan.example', password })
  await page.getByText('Your credit covers verification codes only until you pay your overdue invoices.').waitFor()
  await page.getByRole('link', { name: 'View overdue invoices' }).click()
  await page.getByRole('row', { name: /Overdue/ }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Overdue only' }).isChecked()).toBe(true)
})

test('statistics that cannot be loaded leave the rest usable, and can be asked for again', async () => {
  const { page } = await homeOf(american, {}, (opened) =>
    opened.route('**/api/statistics/summary*', (route) => route.fulfill({ status: 503, body: '' })),
  )
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain(`$${await shownBalance(page, 4)}`)
  await expect.poll(() => page.getByRole('button', { name: /^Period/ }).count()).toBe(1)
  await page.unroute('**/api/statistics/summary*')
  await again.click()
  await chart(page).waitFor()
})

test('nothing moves when the figures arrive late', async () => {
  const { page } = await homeOf(american, {}, async (opened) => {
    await opened.route('**/api/statistics/summary*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue()
    })
    await opened.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
      }).observe({ type: 'layout-shift', buffered: true })
    })
  })
  await page.getByRole('region', { name: 'Today' }).waitFor()
  await page.waitForTimeout(200)
  await picture(page, 'home-waiting-1280-light-en')
  await chart(page).waitFor()
  const shifts = await page.evaluate<number[]>('shifts')
  expect(Math.max(0, ...shifts)).toBeLessThan(0.001)
})

test('every text is Chinese, with 万 on the axis', async () => {
  const { page, problems } = await homeOf(chinese, { locale: 'zh-CN' })
  const slider = page.getByRole('slider', { name: '每日短信数与接收号码' })
  await slider.waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^陈嘉禾，(?:早上|下午|晚上)好$/)
  const text = await page.getByRole('main').innerText()
  for (const words of [
    '免报备（签名/模板）',
    'SMPP',
    '已认证',
    '账户余额',
    `¥${await shownBalance(page, 4)}`,
    '近 30 天',
    '较昨日',
    '演示账户',
  ])
    expect(text).toContain(words)
  // A text of a shortcut that wraps makes all of them 86 pixels high.
  const shortcuts = await page.getByRole('navigation', { name: '快捷入口' }).boundingBox()
  expect(shortcuts?.height).toBeLessThan(80)
  await slider.focus()
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^周[一二三四五六日] · \d+\/\d+：/)
  expect(problems).toEqual([])
})

test('the axis of a Chinese chart counts in 万', async () => {
  const { page } = await homeOf(chinese, { locale: 'zh-CN' }, async (opened) => {
    const days = await summaryOf(opened, '30d')
    await opened.route('**/api/statistics/summary*', (route) =>
      route.fulfill({ json: days.map((day) => ({ ...day, msg_cnt: 18_000, to_cnt: 14_000 })) }),
    )
  })
  await expect.poll(() => page.locator('svg text').allTextContents()).toContain('2万')
})

const steps = (page: Page) => page.getByRole('region', { name: 'Get started' })

/** An account that has its credential and some money, on its first run. */
async function withCredential(email: string, balance = '5', look: Look = {}) {
  const owner = await newAccount(email, {}, balance)
  const issued = await server.hongyan('credential', 'create', '--account', email, '--mode', 'hmac', '--by', 'Ines')
  return { ...(await homeOf(owner, look)), credential: issued as Pick<Credential, 'key' | 'secret'> }
}

/** What the buttons of the first steps put on the clipboard: the code, and the secret that it reads. */
async function copiedSnippet(page: Page): Promise<{ code: string; secret: string }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const after = async (name: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await steps(page).getByRole('button', { name, exact: true }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).not.toBe('')
    return clipboard()
  }
  return { code: await after('Copy'), secret: await after('Copy AccessKey Secret') }
}

/** Signs a new account up in the international partition. Ends at home. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('radio', { name: /^International/ }).click({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Email or phone', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await codeSentTo(server, email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

test('a stranger signs up, and sees the first message delivered without paying', async () => {
  const { page, problems, close } = await openPage(server.address)
  onTestFinished(close)
  await signUp(page, 'fresh@example.com')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Welcome, fresh')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('$0.17')
  await expect.poll(() => steps(page).innerText()).toContain('0 of 4 done')
  await expect.poll(() => steps(page).getByRole('listitem').nth(1).getAttribute('aria-current')).toBe('step')

  await steps(page).getByRole('link', { name: 'Create credential' }).click()
  await page.getByRole('button', { name: 'Create your first credential' }).click()
  await page.getByRole('radio', { name: /^HMAC mode/ }).check({ force: true })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Home' }).click()
  await steps(page).getByText('1 of 4 done').waitFor()
  await steps(page).getByText('HMAC mode').waitFor()

  const { code, secret } = await copiedSnippet(page)
  expect(code).not.toContain(secret)
  const env = { PATH: process.env['PATH'], HY_SECRET: secret }
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', code], { env })
  expect(stdout).toMatch(/^[0-9a-f]{32}\n$/)

  await steps(page).getByText('2 of 4 done').waitFor()
  await expect
    .poll(() => steps(page).getByRole('link', { name: 'Open inbox' }).getAttribute('href'))
    .toBe('/sandbox/inbox')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Good /)
  await expect.poll(() => card(page, 'Messages today').innerText()).toMatch(/^Messages today\s+1\s/)
  await expect.poll(() => card(page, 'Deliveries today').innerText()).toMatch(/^Deliveries today\s+1\s/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('$0.1615')
  await page.reload()
  await chart(page).waitFor()
  await expect.poll(() => steps(page).count()).toBe(0)
  expect(problems.filter((problem) => !problem.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
})

test('the shell’s snippet sends as it stands, to the account’s own number', async () => {
  const { page, credential } = await withCredential('shell@example.com')
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), phone: '+6581234567' } })
  })
  await page.reload()
  await steps(page).getByRole('tab', { name: 'cURL' }).click()
  await steps(page).getByText('It goes to your own number, +6581234567.').waitFor()
  await steps(page).getByText(`accessKeyId=${credential.key}`).waitFor()
  await page.unroute('**/api/account')
  const { code, secret } = await copiedSnippet(page)
  expect(secret).toBe(credential.secret)
  expect(JSON.parse(await runInShell(code, { HY_SECRET: secret }))).toMatchObject({
    code: '0',
    data: { messages: [{ to: '+6581234567' }] },
  })
})

test('a click sends the same message, and a refused one shows the reason', async () => {
  const { page } = await withCredential('click@example.com')
  await steps(page).getByRole('button', { name: 'Send test message' }).click()
  await steps(page).getByText('Delivered', { exact: true }).first().waitFor()
  const accountCalls = () =>
    page.evaluate(() => {
      const called = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/account'))
      return called.map(({ startTime }) => startTime)
    })
  await expect.poll(async () => (await accountCalls()).length).toBeGreaterThan(1)
  const [loaded = 0, reloaded = 0] = await accountCalls()
  expect(reloaded - loaded).toBeGreaterThan(5_000)

  const poor = await withCredential('poor@example.com', '0.001')
  await steps(poor.page).getByText(poor.credential.key, { exact: true }).waitFor()
  await steps(poor.page).getByRole('button', { name: 'Send test message' }).click()
  const refusal = steps(poor.page).getByRole('alert').filter({ hasText: 'Insufficient balance.' })
  await refusal.getByRole('link', { name: 'Top up' }).click()
  await poor.page.waitForURL((url) => url.pathname === '/topup')
})

test('without money the top-up comes before the message, and money paid elsewhere is noticed', async () => {
  const { page } = await withCredential('broke@example.com', '0')
  const [, , message, topUp] = await steps(page).getByRole('listitem').all()
  if (!message || !topUp) throw new Error('a step is missing')
  await message.getByText('Top up to send your first message.').waitFor()
  await expect.poll(() => message.getByRole('button').count()).toBe(0)
  await expect.poll(() => topUp.getAttribute('aria-current')).toBe('step')
  await expect.poll(() => topUp.innerText()).toContain('By card, from $20.00.')
  await expect.poll(() => topUp.getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/topup')

  await page.route('**/api/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), balance_amount: '20.000000' } })
  })
  await page.route('**/api/account/progress', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), topped_up: true } })
  })
  await topUp.getByText('Topped up').waitFor()
  await message.getByRole('button', { name: 'Send test message' }).waitFor()
})

test('a mainland account is led to the sender ID and the template that its messages require', async () => {
  const shape = ['--password', password, '--partition', 'cn', '--currency', 'CNY', '--balance', '5']
  await server.hongyan('account', 'create', '--email', 'cn@example.com', ...shape)
  await server.hongyan('credential', 'create', '--account', 'cn@example.com', '--mode', 'hmac', '--by', 'Ines')
  const { page } = await homeOf({ identifier: 'cn@example.com', password })
  const message = steps(page).getByRole('listitem').filter({ hasText: 'Send a test message' })
  await message.getByText('approved templates under an approved sender ID').waitFor()
  expect(await message.getByRole('button').count()).toBe(0)
  await message.getByRole('link', { name: 'Sender IDs' }).waitFor()
  await message.getByRole('link', { name: 'Templates' }).click()
  await page.waitForURL('**/sms/templates')
})

test('home left open over midnight loads the new day, and explains no older one as yesterday until this time', async () => {
  const { page } = await homeOf(american, { clock: true })
  await chart(page).waitFor()
  const explained = async (lines: number) => {
    await card(page, 'Messages today').getByRole('button', { name: 'About Messages today' }).hover()
    await expect.poll(async () => (await page.getByRole('tooltip').innerText()).split('\n').length).toBe(lines)
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
  }
  await explained(2)
  const reloaded = page.waitForRequest((request) => request.url().endsWith('/api/statistics/summary?period=30d'))
  await page.clock.fastForward(24 * 3_600_000)
  await reloaded
  // The server's day is still the old one.
  await explained(1)
})

test('connectivity shows the measured state, and is measured again', async () => {
  const { page, close } = await openPage(server.address, { clock: true })
  onTestFinished(close)
  await signIn(page, american)
  const connectivity = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Connectivity' }) })
  await expect.poll(() => connectivity.innerText()).toMatch(/Send API\s+Operational\s+\d+ ms/)
  await expect.poll(() => connectivity.innerText()).toMatch(/SMPP\s+Not set up\s+Webhook\s+Operational\s+\d+ ms$/)

  await page.route('**/api/connectivity', (route) =>
    route.fulfill({ json: [{ id: 'api', state: 'slow', latency_ms: 1640 }] }),
  )
  await page.clock.runFor(15_000)
  await expect.poll(() => connectivity.innerText()).toMatch(/Send API\s+Slow\s+1\.6 s/)

  await page.route('**/api/connectivity', (route) => route.fulfill({ status: 503, body: '' }))
  await page.clock.runFor(15_000)
  await expect.poll(() => connectivity.innerText()).toMatch(/Send API\s+–/)
  await expect.poll(() => page.getByText('Request failed').count()).toBe(0)
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const owner = locale === 'en-US' ? american : chinese
    const { page } = await homeOf(owner, { theme, locale, width, height: width === 390 ? phone.height : 1100 })
    await page.getByRole('slider').waitFor()
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    const language = locale === 'en-US' ? 'en' : 'zh'
    await picture(page, `home-${width}-${theme}-${language}`, { fullPage: true })
  })

  test('axe finds nothing on the first run', async () => {
    const email = `first-${theme}-${width}-${locale}@example.com`.toLowerCase()
    const { page } = await withCredential(email, '5', {
      theme,
      locale,
      width,
      height: width === 390 ? phone.height : 1100,
    })
    await page.getByRole('tab', { name: 'Node.js' }).waitFor()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const language = locale === 'en-US' ? 'en' : 'zh'
    await picture(page, `home-firstrun-${width}-${theme}-${language}`, { fullPage: true })
  })
})
