import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
import { violations } from './axe.ts'
import { shownBalance } from './balance.ts'
import { type Look, openPage, problemsOf, type WatchedPage } from './browser.ts'
import { pushAddress } from './console-router.ts'
import { escape, untilFocused } from './focus.ts'
import { bothLooks } from './looks.ts'
import { commonServer } from './server.ts'
import { type SignIn, startSession } from './sign-in.ts'
import { newOwner } from './new-owner.ts'
import { picture } from './pictures.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const demo = { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }

const server = commonServer()
const suspendedAccount = (): Promise<SignIn> => newOwner(server, { fields: { acct_status: '1' } })

/** A signed-in visitor before the first page. */
async function visitor(look: Look = {}, owner: SignIn = demo): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner)
  return watched
}

async function consoleOf(look: Look = {}, owner: SignIn = demo): Promise<WatchedPage> {
  const watched = await visitor(look, owner)
  await watched.page.goto('/')
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

/** Pages that tests of the demo account hand on: a load costs more than most of them. */
const shared = new Map<'clock' | 'plain', Promise<WatchedPage>>()
afterAll(async () => {
  for (const watched of shared.values()) await (await watched).close()
})

async function firstOf(kind: 'clock' | 'plain'): Promise<WatchedPage> {
  const watched = await openPage(server.address, { clock: kind === 'clock' })
  await startSession(watched.page, demo)
  await watched.page.goto('/')
  return watched
}

/**
 * The page of the test before, back on home as a link leads there and in English; `clock` is one whose time a test may
 * move on. A test that fails hands no page on.
 */
async function nextOf(kind: 'clock' | 'plain', size = desk): Promise<Omit<WatchedPage, 'close'>> {
  const opened = shared.get(kind)
  const next = opened ?? firstOf(kind)
  shared.set(kind, next)
  const { page } = await next
  onTestFailed(async () => {
    shared.delete(kind)
    await page.context().close()
  })
  await page.setViewportSize(size)
  if (opened !== undefined) await pushAddress(page, '/')
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
  return { page, problems: problemsOf(page) }
}

const bar = (page: Page) => page.getByRole('banner')
const searchBox = (page: Page) => page.getByRole('combobox')
const found = (page: Page) => page.getByRole('option')
async function newestTransaction(page: Page): Promise<string> {
  const response = await page.request.get(`${server.address}/api/transactions?limit=1&offset=0`)
  const [newest] = (await response.json()) as readonly { readonly id: string }[]
  return newest?.id ?? 'none'
}

const isFocused = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name }).evaluate((button) => button === document.activeElement)

/** Counts how often the account is asked for from now on. */
function accountCalls(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/account') calls += 1
  })
  return () => calls
}

/** Hides and shows the tab, as far as the page can tell. */
const turnTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('the top bar', () => {
  test('has six widgets, of which the balance leads to where it is topped up', async () => {
    const { page, problems } = await nextOf('plain')
    for (const name of ['Search pages', 'Help', 'Language: English', /^Notifications/, 'Account menu: Mei Tan'])
      await bar(page).getByRole('button', { name, exact: true }).waitFor()
    const balance = `$${await shownBalance(page, 2)}`
    await expect.poll(() => bar(page).innerText()).toContain(balance)
    await bar(page)
      .getByRole('link', { name: `Balance ${balance} USD` })
      .click()
    await page.waitForURL((url) => url.pathname === '/topup')
    expect(problems).toEqual([])
  })

  test('help leads to support, and to the documentation in a tab of its own', async () => {
    const { page } = await nextOf('plain')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    const entries = page.getByRole('menuitem')
    await expect.poll(() => entries.allInnerTexts()).toEqual(['Support center', 'Developer docs'])
    const opened = page.context().waitForEvent('page')
    await entries.last().click()
    const docs = await opened
    await docs.waitForLoadState()
    expect(new URL(docs.url()).pathname).toBe('/docs')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await docs.close()
    await page.bringToFront()
  })

  test('the bell opens and gives the focus back', async () => {
    const { page } = await nextOf('plain')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading', { name: 'Notifications' }).waitFor()
    await escape(page.getByRole('dialog'))
    await expect.poll(() => isFocused(page, 'Notifications')).toBe(true)
  })

  test('the language changes everything at once and is kept', async () => {
    const { page } = await consoleOf()
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('menuitemradio', { name: '简体中文' }).click()
    await page.getByRole('link', { name: '访问凭证' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    await expect.poll(() => page.title()).toBe('首页 · 鸿雁')
    const kept = (await page.context().cookies()).find(({ name }) => name === 'hy_locale')
    expect(kept).toMatchObject({ value: 'zh-CN', sameSite: 'Lax' })
    expect((kept?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(31_535_000)
    await page.reload()
    await page.getByRole('button', { name: '帮助' }).click()
    await page.getByRole('menuitem', { name: '开发文档' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
  })

  test('the user menu holds the pages that exist, the theme and the way out', async () => {
    const { page } = await consoleOf()
    const menu = page.getByRole('button', { name: 'Account menu: Mei Tan' })
    await menu.click()
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['Top up', 'Credentials', 'Account settings', 'Log out'])
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    await expect.poll(() => new URL(page.url()).search).toBe('?scene=cnsl.signout')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hy_info')
  })

  test('no widget is cut off or overlaps another, from a phone to a desktop', async () => {
    const { page } = await nextOf('plain')
    const widgets = bar(page)
      .locator('button:visible')
      .or(
        bar(page)
          .getByText(`$${await shownBalance(page, 2)}`)
          .locator('..'),
      )
    for (const width of [1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const overlaps = async () => {
        const boxes = await widgets.evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
        )
        const inOrder = boxes.toSorted((one, other) => one.left - other.left)
        return inOrder.length < 4 || inOrder.some(({ right }, index) => right > (inOrder[index + 1]?.left ?? width))
      }
      await expect.poll(overlaps).toBe(false)
    }
  })
})

describe('the search', () => {
  test('is silent 32 ms after a query and answers 34 ms after it', async () => {
    const { page } = await nextOf('clock')
    await page.keyboard.press('Control+k')
    await searchBox(page).waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await searchBox(page).fill('crede')
    await page.clock.runFor(32)
    await expect.poll(() => found(page).count()).toBe(0)
    await page.clock.runFor(2)
    await expect
      .poll(() => found(page).allInnerTexts())
      .toMatchObject([expect.stringContaining('Credentials'), expect.stringContaining('Create credential')])

    await searchBox(page).fill('c')
    await expect.poll(() => found(page).count()).toBe(0)
    await page.clock.runFor(100)
    await expect.poll(() => page.getByText('No search results found').count()).toBe(0)
    await searchBox(page).fill('zebra')
    await page.clock.runFor(34)
    await page.getByText('No search results found').waitFor()
    await page.clock.resume()
    await escape(page.getByRole('dialog'))
  })

  test('is moved in, opened and left by the keyboard alone', async () => {
    const { page, problems } = await nextOf('plain')
    await page.getByRole('button', { name: 'Help', exact: true }).focus()
    await page.keyboard.press('Control+k')
    await untilFocused(searchBox(page))
    await page.keyboard.type('re')
    await expect.poll(() => found(page).count()).toBeGreaterThan(4)
    // The first search loads keywords, and all named records at once. From then on the list stands still.
    await found(page).filter({ hasText: '“frequency”' }).waitFor()
    await found(page).filter({ hasText: 'Warehouse pilot' }).waitFor()
    const chosen = () => page.getByRole('option', { selected: true }).innerText()
    const [first, last] = [await found(page).first().innerText(), await found(page).last().innerText()]
    expect(await chosen()).toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await chosen()).toBe(last)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('cred')
    await expect.poll(chosen).toContain('Credentials')
    const active = await searchBox(page).getAttribute('aria-activedescendant')
    await expect.poll(() => page.locator(`[id="${active}"]`).innerText()).toContain('Credentials')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/credentials')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('Meta+k')
    await searchBox(page).waitFor()
    await escape(page.getByRole('dialog'))
    expect(problems).toEqual([])
  })

  test('opens by a click and answers Enter before it has shown anything', async () => {
    const { page } = await nextOf('plain')
    await page.getByRole('button', { name: 'Search pages' }).click()
    await searchBox(page).fill('api key')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/credentials')
  })

  test('finds a page by path, name and word, in the language of the page', async () => {
    const { page } = await consoleOf({ locale: 'zh-CN' })
    await page.getByRole('button', { name: '搜索页面' }).click()
    for (const [query, name] of [
      ['/cred', '访问凭证'],
      ['凭证', '访问凭证'],
      ['密钥', '访问凭证'],
      ['secret', '访问凭证'],
      ['如何接入', '开发文档'],
      ['趋势', '趋势'],
      ['支付宝', '充值'],
      ['多少钱', '价格'],
    ] as const) {
      await searchBox(page).fill(query)
      await expect.poll(async () => (await found(page).allInnerTexts()).join()).toContain(name)
    }
    await searchBox(page).fill('斑马')
    await page.getByText('未找到相关结果').waitFor()
  })

  test('offers recent pages and actions before anything is typed, and acts', async () => {
    const { page, problems } = await consoleOf()
    await page.getByRole('link', { name: 'Credentials' }).first().click()
    await page.waitForURL((url) => url.pathname === '/credentials')
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' })
    // A kept page has visited others before, in another test.
    await expect.poll(() => recent.getByRole('option').first().innerText()).toContain('Home')
    await page.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'Create credential' }).waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'shell-palette-empty')
    await searchBox(page).fill('dark mode')
    await found(page).first().click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.keyboard.press('Control+k')
    await searchBox(page).fill('create cred')
    await expect.poll(() => found(page).first().innerText()).toContain('Create credential')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Create credential' }).waitFor()
    await escape(page.getByRole('dialog'))
    expect(problems).toEqual([])
  })

  test('opens the record of a pasted id, and says where there is none', async () => {
    const { page } = await nextOf('plain')
    await page.keyboard.press('Control+k')
    await searchBox(page).fill('0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f')
    await page.getByText('No record has this ID').waitFor()
    const id = await newestTransaction(page)
    await searchBox(page).fill(id)
    await page.getByRole('group', { name: 'Record' }).getByRole('option', { name: id }).click()
    await page.waitForURL((url) => url.pathname === '/transactions' && url.searchParams.get('open') === id)
  })

  test('lists the shortcuts at ?, and g with a letter opens a page, of those that the account has', async () => {
    const { page, problems } = await nextOf('plain')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByText('Transactions').waitFor()
    await list.getByText('Next row').waitFor()
    expect(await list.getByText('Invoices').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await picture(page, 'shell-shortcuts')
    await escape(list)
    const opened: string[] = []
    page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
    for (const key of ['g', 'i', 'g', 't']) await page.keyboard.press(key)
    await page.waitForURL((url) => url.pathname === '/transactions')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL((url) => url.pathname === '/')
    expect([...new Set(opened)]).toEqual(['/transactions', '/'])
    expect(problems).toEqual([])
  })

  test('leaves Ctrl K alone where shortcuts of one key are switched off', async () => {
    const { page } = await consoleOf()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    await escape(list)
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.keyboard.press('Control+k')
    await searchBox(page).waitFor()
    expect([new URL(page.url()).pathname, await list.count()]).toEqual(['/', 0])
  })

  test('fills a phone and is closed there by a button', async () => {
    const { page } = await nextOf('plain', phone)
    await page.getByRole('button', { name: 'Search pages' }).click()
    const box = await page.getByRole('dialog').boundingBox()
    expect([box?.width, box?.height]).toEqual([phone.width, phone.height])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe('the side menu', () => {
  test('marks the current page and lists what exists', async () => {
    const { page } = await nextOf('plain')
    const menu = page.getByRole('navigation', { name: 'Pages' })
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toMatchObject([
        'Home',
        'Broadcast',
        'Credentials',
        'Upstreams',
        'Verification',
        'Support',
        expect.stringContaining('Documentation'),
      ])
    await expect.poll(() => menu.getByRole('button').allInnerTexts()).toEqual(['Messaging', 'Finance', 'Extensions'])
    const current = menu.locator('[aria-current=page]')
    await expect.poll(() => current.innerText()).toBe('Home')
    await menu.getByRole('link', { name: 'Credentials' }).click()
    await expect.poll(() => current.innerText()).toBe('Credentials')
    await expect.poll(() => menu.getByRole('link', { name: /Documentation/ }).getAttribute('target')).toBe('_blank')
  })

  test('on a phone it is a drawer, which a choice closes, be it the current page, and no way back opens', async () => {
    const { page } = await nextOf('plain', phone)
    const drawer = page.getByRole('dialog', { name: 'Pages' })
    for (const [name, address] of [
      ['Home', '/'],
      ['Credentials', '/credentials'],
    ] as const) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await drawer.getByRole('link', { name }).click()
      await drawer.waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.goBack()
    await drawer.waitFor({ state: 'detached' })
    await page.goForward()
    await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
    expect(await drawer.count()).toBe(0)
  })

  test('the drawer holds language, theme and notifications', async () => {
    const { page } = await consoleOf(phone)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Pages' })
    await drawer.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await escape(page.getByRole('dialog', { name: 'Notifications' }))
    await untilFocused(drawer)
    await drawer.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('menuitemradio', { name: '简体中文' }).click()
    await page.getByRole('dialog', { name: '页面导航' }).getByRole('button', { name: '主题: 跟随系统' }).waitFor()
  })
})

describe('a suspended account', () => {
  test('sees a banner, and an alert that only Okay closes', async () => {
    const { page, problems } = await consoleOf({}, await suspendedAccount())
    await page.getByText('Your account is suspended.').waitFor()
    const alert = page.getByRole('alertdialog', { name: 'Your account is suspended' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toContain('Check your email or contact support.')
    await expect.poll(() => alert.getByRole('button').allInnerTexts()).toEqual(['Okay'])
    await expect.poll(() => isFocused(page, 'Okay')).toBe(true)

    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.mouse.click(5, 5)
    await expect.poll(() => alert.isVisible()).toBe(true)
    await expect.poll(() => searchBox(page).count()).toBe(0)
    await expect.poll(() => isFocused(page, 'Okay')).toBe(true)

    await page.keyboard.press('Enter')
    await alert.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Credentials' }).click()
    await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
    await expect.poll(() => alert.count()).toBe(0)
    await expect.poll(() => page.getByText('Your account is suspended.').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Create your first credential' }).isDisabled()).toBe(true)
    expect(problems).toEqual([])
  })
})

describe('the account', () => {
  test('is waited for with a placeholder, without bar or page', async () => {
    const { page } = await visitor()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/account', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await expect.poll(() => bar(page).getByRole('button').count()).toBe(0)
    await expect.poll(() => page.getByRole('heading').count()).toBe(0)
    answer()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
  })

  test('is requested again when the tab is shown after more than two minutes', async () => {
    const { page } = await nextOf('clock')
    const calls = accountCalls(page)
    await turnTab(page, 'hidden')
    await page.clock.fastForward(121_000)
    await turnTab(page, 'visible')
    await expect.poll(calls).toBe(1)
  })

  test('that cannot be loaded can be asked for again, or leads to a ticket', async () => {
    const { page } = await visitor()
    const broken = { code: 'internal', side: 'us', message: 'Something went wrong.', requestId: '0190-abc' }
    await page.route('**/api/account', (route) => route.fulfill({ status: 500, json: { error: broken } }))
    await page.goto('/')
    await page.getByRole('heading', { name: 'Couldn’t load your account' }).waitFor()
    const help = page.getByRole('link', { name: 'Get help' })
    expect(await help.getAttribute('href')).toBe('/support/new?code=internal&request=0190-abc')
    await expect.poll(() => page.getByRole('main').innerText()).toContain('0190-abc')
    await expect.poll(() => page.title()).toBe('Couldn’t load your account · Hongyan')
    await page.unroute('**/api/account')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
  })

  test('that cannot be loaded leaves language and log out in the bar', async () => {
    const { page } = await visitor()
    const broken = { code: 'internal', message: 'Something went wrong.', requestId: '0190-abc' }
    await page.route('**/api/account', (route) => route.fulfill({ status: 500, json: { error: broken } }))
    await page.goto('/')
    await page.getByRole('button', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '账户信息加载失败' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('banner').getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL((url) => url.searchParams.get('scene') === 'cnsl.signout')
  })
})

describe('states with a way back', () => {
  test('offline is said on every page and ends by itself', async () => {
    const { page } = await nextOf('clock')
    const calls = accountCalls(page)
    await page.clock.fastForward(5_100)
    await page.context().setOffline(true)
    const banner = page.getByRole('alert').filter({ hasText: 'You’re offline.' })
    await banner.waitFor()
    expect(calls()).toBe(0)
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await expect.poll(calls).toBe(1)
  })

  test('trying again while offline says that it is so; a page that cannot be fetched does too and comes back', async () => {
    const { page } = await consoleOf({ cold: true })
    await page.context().setOffline(true)
    const banner = page.getByRole('alert').filter({ hasText: 'You’re offline.' })
    await banner.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No connection').first().waitFor()

    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/credentials"]')?.click())
    await page.getByRole('heading', { name: 'Couldn’t load this page' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Credentials' }).click()
    await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
  })

  test('a browser that wrongly reports no network still sends requests', async () => {
    const { page } = await nextOf('plain')
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
  })

  test('a session that ended leads to the sign-in page and back', async () => {
    const { page } = await consoleOf()
    await page.context().clearCookies({ name: 'hy_session' })
    await page.getByRole('link', { name: 'Credentials' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByText('Your session expired. Sign in to pick up where you left off.').waitFor()
    await page.getByLabel('Email or phone').fill(demo.identifier)
    await page.getByLabel('Password', { exact: true }).fill(demo.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname === '/credentials')
  })

  test('an unknown address shows an error with a link to the home page', async () => {
    const { page } = await visitor()
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expect.poll(() => page.title()).toBe('Page not found · Hongyan')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
  })
})

describe.each(bothLooks)('pictures, $theme, at $width in $locale', ({ theme, width, locale }) => {
  const english = locale === 'en-US'
  test('axe finds nothing in any state', async () => {
    const height = width === 390 ? 844 : 800
    const look = { locale, theme, width, height }
    const name = `${width}-${theme}-${english ? 'en' : 'zh'}`
    const { page } = await visitor(look)
    // Axe reads the page behind a layer too, so that one is short; each other page has a test of its own.
    const open = async () => {
      await page.goto('/nowhere')
      await page.getByRole('heading', { level: 1, name: english ? 'Page not found' : '页面不存在' }).waitFor()
    }
    const shoot = async (state: string) => {
      expect(await violations(page)).toEqual([])
      await picture(page, `shell-${state}-${name}`)
    }
    await open()
    await shoot('not-found')
    await page.keyboard.press('Control+k')
    await searchBox(page).fill(english ? 're' : '密钥')
    await found(page).first().waitFor()
    await shoot('search')
    await searchBox(page).fill('zebra')
    await page
      .getByRole('status')
      .filter({ hasText: english ? 'No search' : '未找到' })
      .waitFor()
    await shoot('search-none')
    await escape(page.getByRole('dialog'))

    if (width === 390) {
      await page.getByRole('button', { name: english ? 'Open menu' : '打开菜单' }).click()
      await page.getByRole('dialog').waitFor()
      await shoot('drawer')
      await escape(page.getByRole('dialog'))
    } else {
      for (const [state, button] of [
        ['help', english ? 'Help' : '帮助'],
        ['bell', english ? /^Notifications/ : /^通知/],
        ['user', english ? 'Account menu: Mei Tan' : '账户菜单：Mei Tan'],
      ] as const) {
        await bar(page).getByRole('button', { name: button, exact: true }).click()
        const layer = page.locator('[role=menu], [role=dialog]').first()
        await layer.waitFor()
        await shoot(state)
        await escape(layer)
      }
    }
    await page.context().setOffline(true)
    await page
      .getByRole('alert')
      .filter({ hasText: english ? 'You’re offline.' : '网络已断开。' })
      .waitFor()
    await shoot('offline')
    await page.context().setOffline(false)

    await startSession(page, await suspendedAccount())
    await open()
    const alert = page.getByRole('alertdialog')
    await alert.waitFor()
    await shoot('suspended')
    await alert.getByRole('button').click()
    await alert.waitFor({ state: 'detached' })
    await shoot('banner')
  })
})

test('a page opens at its top, and one returned to is where it was left', async () => {
  const { page } = await nextOf('plain', { width: 1280, height: 400 })
  const top = () => page.evaluate(() => scrollY)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(700)
  await page.evaluate(() => scrollTo(0, 250))
  await page.getByRole('navigation').getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor()
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect.poll(top).toBe(250)
})
