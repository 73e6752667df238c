import type { OrderCheck, TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { bothLooks } from '../looks.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'
import { typeInto } from '../type-into.ts'

const password = 'secret12'
const completed = 'The top up is completed, and the funds have been credited to your account'

const server = commonServer()

const owners = {
  USD: {
    email: 'top-up-dollars@example.com',
    shape: ['--partition', 'us', '--currency', 'USD', '--balance', '1284.3792'],
  },
  CNY: { email: 'top-up-yuan@example.com', shape: ['--partition', 'cn', '--currency', 'CNY', '--balance', '8652.4'] },
  blocked: { email: 'top-up-blocked@example.com', shape: ['--partition', 'us', '--currency', 'USD', '--balance', '0'] },
  limited: { email: 'top-up-limited@example.com', shape: ['--partition', 'cn', '--currency', 'CNY', '--balance', '0'] },
} as const
type Owner = keyof typeof owners

beforeAll(async () => {
  const create = ({ email, shape }: (typeof owners)[Owner]) =>
    server.hongyan('account', 'create', '--email', email, '--password', password, ...shape)
  await Promise.all(Object.values(owners).map(create))
})

interface Visit extends Look {
  readonly owner?: Owner
  /** Runs before the page is opened, for example to intercept calls. */
  readonly before?: (page: Page) => Promise<unknown>
}

interface Visited extends WatchedPage {
  /** The warnings that the page logs. */
  readonly warnings: readonly string[]
}

/** Opens the top-up page of an account. */
async function visit({ owner = 'USD', before, ...look }: Visit = {}): Promise<Visited> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  const { page } = watched
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await startSession(page, { identifier: owners[owner].email, password })
  await before?.(page)
  await page.goto('/topup')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { ...watched, warnings }
}

const origin = () => ({ origin: server.address })
const amountField = (page: Page) => page.getByRole('textbox', { name: /^(?:Amount|充值金额)$/ })
const submitButton = (page: Page) => page.locator('form button[type=submit]')
const alertOf = (page: Page) => page.getByRole('alertdialog')
const toastWith = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const isFocused = (page: Page, words: string) =>
  page.evaluate((name) => document.activeElement?.textContent?.includes(name) ?? false, words)

const balanceOf = async (page: Page): Promise<number> => {
  const account = (await (await page.request.get('/api/account')).json()) as { readonly balance_amount: string }
  return Number(account.balance_amount)
}

const statusOf = async (page: Page, { id }: TopUpOrder, channel: string): Promise<number> => {
  const data = { id: [id], channel }
  const reply = await page.request.post('/api/transactions/multi/check', { data, headers: origin() })
  const { status } = (await reply.json()) as OrderCheck
  return status
}

/** Fills the form without submitting it. */
async function fill(page: Page, amount: string, method?: string): Promise<void> {
  await amountField(page).fill(amount)
  if (method !== undefined) await page.getByRole('radio', { name: method }).check({ force: true })
  await page.getByRole('checkbox').check()
}

/** Fills and submits the form. Returns the server's order. */
async function order(page: Page, amount: string, method?: string): Promise<TopUpOrder> {
  await fill(page, amount, method)
  const [reply] = await Promise.all([orderCreated(page), submitButton(page).click()])
  return reply
}

const orderCreated = async (page: Page): Promise<TopUpOrder> => {
  const reply = await page.waitForResponse(
    (each) => each.request().method() === 'POST' && new URL(each.url()).pathname === '/api/topup',
  )
  return (await reply.json()) as TopUpOrder
}

/** Fills and submits the form for a channel that opens a window. Returns the order and the window. */
async function openPayment(page: Page, amount: string, method?: string) {
  const opening = page.waitForEvent('popup')
  const placed = await order(page, amount, method)
  const payment = await opening
  await payment.waitForURL((url) => url.pathname.startsWith('/sandbox/checkout/'))
  return { placed, payment }
}

/** Presses a button of the sandbox's pay page, by default the one that pays. */
async function payAt(payment: Page, button = /^Pay |^支付 /): Promise<void> {
  await payment.getByRole('button', { name: button }).click()
  await payment.getByRole('status').waitFor()
}

/** Hides the tab and shows it again, by the events that a browser fires. */
async function returnToTab(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
}

const waitForSuccessToast = (page: Page) => toastWith(page, completed).waitFor()

test('dollars are paid by card in a separate window, and the form shows the result', async () => {
  const { page, problems, warnings } = await visit()
  const before = await balanceOf(page)
  await expect.poll(() => page.title()).toBe('Top up · Hongyan')
  await expect.poll(() => page.getByRole('navigation', { name: 'Breadcrumbs' }).innerText()).toMatch(/Finance\s+Top up/)
  await expect.poll(() => page.getByRole('radio').count()).toBe(1)
  await expect.poll(() => page.getByText('From $20.00 to $3,000.00.').count()).toBe(1)

  await page.getByRole('button', { name: '$250', exact: true }).click()
  await expect.poll(() => amountField(page).inputValue()).toBe('250.00')
  await typeInto(amountField(page), '12,5')
  await amountField(page).press('Tab')
  await page.getByText('Enter an amount such as 12.50.').waitFor()
  await typeInto(amountField(page), '１，０００．０１９')
  await expect.poll(() => submitButton(page).isDisabled()).toBe(true)
  await page.getByRole('checkbox').check()
  await expect.poll(() => amountField(page).inputValue()).toBe('1,000.01')
  await expect.poll(() => submitButton(page).innerText()).toContain('Top up $1,000.01')
  const aside = page.getByRole('complementary', { name: 'After this top-up' })
  await expect
    .poll(() => aside.innerText())
    .toMatch(/\$1,284\.37\s+This top-up\s+\+ \$1,000\.01\s+New balance\s+\$2,284\.38/)

  const opening = page.waitForEvent('popup')
  await amountField(page).press('Enter')
  const payment = await opening
  await payment.waitForURL((url) => url.pathname.startsWith('/sandbox/checkout/'))
  expect(await payment.evaluate(() => window.opener === null)).toBe(true)
  await page.getByText('Waiting for your payment of $1,000.01.').waitFor()
  await expect.poll(() => submitButton(page).isDisabled()).toBe(true)
  await payAt(payment)

  await returnToTab(page)
  await waitForSuccessToast(page)
  await expect.poll(() => amountField(page).inputValue()).toBe('')
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
  await expect.poll(() => balanceOf(page)).toBeCloseTo(before + 1000.01, 6)
  await expect.poll(() => alertOf(page).count()).toBe(0)
  await expect.poll(() => page.getByRole('banner').innerText(), patience).toContain('$2,284.38')
  expect([...problems, ...warnings]).toEqual([])
})

test('a blocked pop-up only logs a warning, the order is made once, and the payment can still be opened', async () => {
  const { page, problems, warnings } = await visit()
  await page.evaluate(() => void (window.open = () => null))
  let orders = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/topup')) orders += 1
  })
  await fill(page, '20.01')
  await submitButton(page).dblclick()
  const link = page.getByRole('link', { name: 'Open the payment page' })
  await link.waitFor()
  expect(warnings).toEqual(['The payment window was blocked as a pop-up.'])
  expect(orders).toBe(1)
  const opening = page.waitForEvent('popup')
  await link.click()
  await payAt(await opening)
  await returnToTab(page)
  await waitForSuccessToast(page)
  expect(problems).toEqual([])
})

describe('alipay', () => {
  test.each([10_000, 115_000])(
    'a return after %d ms ends in success and cashback, never in a question',
    async (away) => {
      const { page, problems, warnings } = await visit({ owner: 'CNY', clock: true })
      const checks: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/transactions/multi/check')) checks.push(request.postData() ?? '')
      })
      const { placed, payment } = await openPayment(page, '1000', 'Alipay')
      await payAt(payment)
      // After two minutes the cashback would have been credited as well. The server's clock does not follow the page's,
      // so another order raises the balance by as much.
      if (away > 60_000) {
        const data = { amount: '8.01', channel: 'wxpay', currency: 'CNY' }
        const other = await page.request.post('/api/topup', { data, headers: origin() })
        await payOrder(((await other.json()) as TopUpOrder).payload)
      }
      // The check of a page that returns may meet a webhook that is still being written, and then has to ask.
      const pending = async () => {
        const choice = (await (await page.request.get('/api/topup')).json()) as { readonly pending: readonly unknown[] }
        return choice.pending.length
      }
      await expect.poll(pending, patience).toBe(0)
      await page.clock.fastForward(away)
      await returnToTab(page)

      const popup = page.getByRole('alertdialog', { name: 'You Got Cashback!' })
      await popup.waitFor()
      await expect.poll(() => alertOf(page).count()).toBe(1)
      const [, cashback = ''] =
        /¥(\d\.\d\d)\s+It’s credited to your account within 2 minutes/.exec(await popup.innerText()) ?? []
      expect(Number(cashback)).toBeGreaterThanOrEqual(1.08)
      expect(Number(cashback)).toBeLessThanOrEqual(8.88)
      await expect.poll(() => toastWith(page, completed).count()).toBe(1)
      expect(checks).toEqual([JSON.stringify({ id: [placed.id], channel: 'alipay' })])
      await popup.getByRole('button', { name: 'Got It' }).click()
      await popup.waitFor({ state: 'detached' })
      await expect.poll(() => amountField(page).inputValue()).toBe('')
      expect([...problems, ...warnings]).toEqual([])
    },
  )
})

describe('a payment that is not known to be paid', () => {
  test('asks the customer for the result: failure keeps the form, success reloads the account', async () => {
    const { page, problems } = await visit({ clock: true })
    let reloads = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/account') reloads += 1
    })
    const { payment } = await openPayment(page, '100.02')
    await payAt(payment)
    await payment.getByText('Declined').first().waitFor()
    // Another top-up raises the balance by less than this order's amount.
    const data = { amount: '20', channel: 'stripe', currency: 'USD' }
    const other = await page.request.post('/api/topup', { data, headers: origin() })
    await payOrder(((await other.json()) as TopUpOrder).payload)
    await page.clock.fastForward(6_000)
    await returnToTab(page)
    const outcome = page.getByRole('alertdialog', { name: 'Did the payment succeed?' })
    await outcome.waitFor()
    expect(reloads).toBe(2)
    await expect.poll(() => outcome.getByRole('button').allInnerTexts()).toEqual(['Failed', 'Success'])
    await outcome.getByRole('button', { name: 'Failed' }).click()
    await outcome.waitFor({ state: 'detached' })
    await expect.poll(() => amountField(page).inputValue()).toBe('100.02')
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
    await expect.poll(() => page.getByText('Waiting for your payment').count()).toBe(0)
    await expect.poll(() => isFocused(page, 'Top up $100.02'), patience).toBe(true)

    await submitButton(page).click()
    await page.getByText('Waiting for your payment').waitFor()
    await page.clock.fastForward(6_000)
    await returnToTab(page)
    await escape(outcome)
    await page.getByText('Waiting for your payment').waitFor()
    await page.clock.fastForward(6_000)
    await returnToTab(page)
    await outcome.getByRole('button', { name: 'Success' }).click()
    await page.clock.fastForward(6_000)
    await expect.poll(() => reloads, patience).toBe(6)
    await expect.poll(() => amountField(page).inputValue()).toBe('')
    await expect.poll(() => toastWith(page, completed).count()).toBe(0)
    await page.reload()
    await amountField(page).waitFor()
    await expect.poll(() => page.getByText('Waiting for your payment').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('can be cancelled, and then cannot be paid', async () => {
    const { page } = await visit()
    const { placed, payment } = await openPayment(page, '20')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await alertOf(page).getByRole('button', { name: 'Cancel payment' }).click()
    await toastWith(page, 'Payment cancelled').waitFor()
    expect(await statusOf(page, placed, 'stripe')).toBe(TopUpStatus.Cancelled)
    await payment.reload()
    await payment.getByText('This order can no longer be paid.').waitFor()
    await expect.poll(() => amountField(page).inputValue()).toBe('20.00')
  })
})

describe('a pending payment', () => {
  test('a pending top-up shows its note again after a reload and a return, and another one can begin', async () => {
    const { page, problems } = await visit()
    const { placed, payment } = await openPayment(page, '21')
    const note = page.getByRole('group', { name: 'Waiting for your payment of $21.00.' })
    await note.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await note.waitFor()
    const { y = 0, height = 0 } = (await note.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(844)
    await page.setViewportSize({ width: 1280, height: 840 })
    expect(await note.getByRole('link', { name: 'Open the payment page' }).getAttribute('href')).toBe(placed.payload)
    await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click()
    await page.getByRole('heading', { name: 'Transactions' }).waitFor()
    await page.goBack()
    await note.waitFor()
    await fill(page, '22')
    await expect.poll(() => submitButton(page).isEnabled()).toBe(true)
    await payAt(payment)
    await returnToTab(page)
    await waitForSuccessToast(page)
    await note.waitFor({ state: 'detached' })
    await openPayment(page, '24')
    await page.reload()
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await alertOf(page).getByRole('button', { name: 'Cancel payment' }).click()
    await toastWith(page, 'Payment cancelled').waitFor()
    await untilFocused(page.getByRole('tabpanel'))
    expect(problems).toEqual([])
  })

  test('by WeChat Pay waits with its code behind a button, and once closed keeps amount and method', async () => {
    const { page } = await visit({ owner: 'CNY' })
    const placed = await order(page, '23', 'WeChat Pay')
    await page.getByRole('dialog', { name: 'WeChat Pay' }).waitFor()
    await page.goto(`/topup?order=${placed.id}`)
    await page.getByRole('button', { name: 'Show the QR code' }).click()
    await page.getByRole('img', { name: 'QR code to pay ¥23.00' }).waitFor()
    await page.keyboard.press('Escape')
    await alertOf(page).getByRole('button', { name: 'Cancel payment' }).click()
    await toastWith(page, 'Payment cancelled').waitFor()
    await page.reload()
    await page.getByRole('alert').getByText('Your ¥23.00 payment is no longer open.').waitFor()
    expect(await amountField(page).inputValue()).toBe('23.00')
    expect(await page.getByRole('radio', { name: 'WeChat Pay' }).isChecked()).toBe(true)
    expect(await page.getByText('Waiting for your payment of ¥23.00.').count()).toBe(0)
  })
})

describe('the code of WeChat Pay', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'WeChat Pay' })

  test('is shown with its amount, polled every five seconds, and closes when it is paid', async () => {
    const { page, problems, warnings } = await visit({ owner: 'CNY', clock: true })
    const before = await balanceOf(page)
    const { payload } = await order(page, '5000.01', 'WeChat Pay')
    const dialog = dialogOf(page)
    await dialog.getByText('Scan with WeChat to pay').waitFor()
    const code = dialog.getByRole('img', { name: 'QR code to pay ¥5,000.01' })
    expect(await code.boundingBox()).toMatchObject({ width: 320, height: 320 })
    await expect.poll(() => code.locator('path').first().getAttribute('fill')).toBe('#ffffff')
    expect(page.context().pages()).toHaveLength(1)
    await payOrder(payload)
    await dialog.waitFor()
    await page.clock.fastForward(5_000)
    await waitForSuccessToast(page)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => amountField(page).inputValue()).toBe('')
    await expect.poll(() => balanceOf(page)).toBeCloseTo(before + 5000.01, 6)
    expect([...problems, ...warnings]).toEqual([])
  })

  test('expires after an hour, and a new one can be had', async () => {
    const { page } = await visit({ owner: 'CNY', clock: true })
    let checks = 0
    page.on('request', (request) => {
      if (request.url().includes('/transactions/multi/check')) checks += 1
    })
    const first = await order(page, '20', 'WeChat Pay')
    const dialog = dialogOf(page)
    const code = dialog.getByRole('img', { name: /^QR code/ })
    await code.waitFor()
    await page.clock.fastForward(3_600_000)
    await dialog.getByText('This code has expired').waitFor()
    await expect.poll(() => code.count()).toBe(0)
    const checksBefore = checks
    await page.clock.fastForward(60_000)
    expect(checks).toBe(checksBefore)

    const [second] = await Promise.all([
      orderCreated(page),
      dialog.getByRole('button', { name: 'Get a new code' }).click(),
    ])
    await code.waitFor()
    expect(second.id).not.toBe(first.id)
    expect(await statusOf(page, first, 'wxpay')).toBe(TopUpStatus.Cancelled)
  })

  test('stays when an answer about the code before it comes late', async () => {
    const { page } = await visit({ owner: 'CNY', clock: true })
    const paid = { json: { status: TopUpStatus.Paid, extra: {} } }
    const checkRequested = new Promise<() => Promise<void>>((resolve) => {
      void page.route('**/api/transactions/multi/check*', (route) => resolve(() => route.fulfill(paid)))
    })
    await order(page, '20', 'WeChat Pay')
    const dialog = dialogOf(page)
    await dialog.waitFor()
    await page.clock.fastForward(5_000)
    const answer = await checkRequested
    await page.clock.fastForward(3_600_000)
    await dialog.getByRole('button', { name: 'Get a new code' }).click()
    const code = dialog.getByRole('img', { name: /^QR code/ })
    await code.waitFor()
    await Promise.all([page.waitForEvent('requestfinished'), answer()])
    await expect.poll(() => code.count()).toBe(1)
    await expect.poll(() => toastWith(page, completed).count()).toBe(0)
  })

  test('is left only after a question, by its button, its cross and Esc', async () => {
    const { page, problems } = await visit({ owner: 'CNY' })
    const placed = await order(page, '20', 'WeChat Pay')
    const dialog = dialogOf(page)
    const really = page.getByRole('alertdialog', { name: 'Cancel this payment?' })
    const ways = [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel payment' }).click(),
    ]
    await untilFocused(dialog)
    for (const leave of ways) {
      await leave()
      await really.getByRole('button', { name: 'Keep waiting' }).click()
      await really.waitFor({ state: 'detached' })
      await untilFocused(dialog)
    }
    await page.keyboard.press('Escape')
    await really.getByRole('button', { name: 'Cancel payment' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await statusOf(page, placed, 'wxpay')).toBe(TopUpStatus.Cancelled)
    await expect.poll(() => amountField(page).inputValue()).toBe('20.00')
    await expect.poll(() => isFocused(page, 'Top up ¥20.00'), patience).toBe(true)
    expect(problems).toEqual([])
  })

  test('that was paid before it is cancelled is a success', async () => {
    const { page } = await visit({ owner: 'CNY', clock: true })
    const { payload } = await order(page, '30', 'WeChat Pay')
    await dialogOf(page).waitFor()
    await payOrder(payload)
    await untilFocused(dialogOf(page))
    await page.keyboard.press('Escape')
    await alertOf(page).getByRole('button', { name: 'Cancel payment' }).click()
    await waitForSuccessToast(page)
    await dialogOf(page).waitFor({ state: 'detached' })
  })
})

test('a blocked account sees an alert with a single button, and every other error is a toast', async () => {
  const { page } = await visit({ owner: 'blocked' })
  await server.hongyan('account', 'set', owners.blocked.email, 'acct_status', '12')
  await fill(page, '50')
  await submitButton(page).click()
  await alertOf(page).getByText('This payment method is blocked on your account.').waitFor()
  await expect.poll(() => alertOf(page).getByRole('button').allInnerTexts()).toEqual(['OK'])
  expect(page.context().pages()).toHaveLength(1)
  await alertOf(page).getByRole('button').click()
  await alertOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => amountField(page).inputValue()).toBe('50.00')

  const message = 'The payment service isn’t responding.'
  const error = { code: 'payment_unreachable', side: 'us', message, requestId: '1' }
  await page.route('**/api/topup', (route) => route.fulfill({ status: 503, json: { error } }))
  await submitButton(page).click()
  await toastWith(page, message).getByRole('button', { name: 'Get help' }).waitFor()
  expect(page.context().pages()).toHaveLength(1)

  await page.unroute('**/api/topup')
  await page.reload()
  const words = page.getByText('Card payments are blocked on your account.').filter({ visible: true })
  await words.waitFor()
  const way = page.getByRole('radio', { name: 'Card or wallet' })
  expect([await way.isDisabled(), await submitButton(page).isDisabled()]).toEqual([true, true])
  await page.getByRole('tab', { name: 'Auto-recharge' }).click()
  await words.waitFor()
  expect(await page.getByRole('button', { name: 'Add card' }).isDisabled()).toBe(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: /^(?:Good|Welcome)/ }).waitFor()
  await words.waitFor()
  expect(await violations(page)).toEqual([])
})

test('the cashback has three tiers and ten rules, and its end is shown', async () => {
  const { page } = await visit({ owner: 'CNY' })
  await page.getByRole('button', { name: '1.08~188 back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alipay cashback' })
  const text = (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  for (const words of ['At least ¥1,000 ¥1.08~8.88', 'At least ¥5,000 ¥10.8~28.8', 'At least ¥10,000 ¥30.8~188'])
    expect(text).toContain(words)
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10)
  expect(text).toMatch(/The campaign ends on \d+ \w+ \d{4} \(Beijing time\)/)

  const over = { channels: ['alipay', 'wxpay'], cashback_until: '2025-12-31T16:00:00.000Z', outlook: null }
  await page.route('**/api/topup', (route) => route.fulfill({ json: over }))
  await page.reload()
  await page.getByRole('button', { name: 'Cashback ended' }).click()
  await dialog.getByText('This campaign ended on 31 December 2025 (Beijing time).').waitFor()
  await expect.poll(() => page.getByText('cashback on Alipay').count()).toBe(0)
})

const outlook = { iso2: 'CN', unit_price: '0.036000', daily_cost: '600.000000' }
const campaign = { channels: ['alipay', 'wxpay'], cashback_until: '2099-12-31T16:00:00.000Z', outlook }

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  const owner = locale === 'en-US' ? 'USD' : 'CNY'

  test('axe finds nothing on the page and in front of it', async () => {
    const paid = { json: { status: 1, extra: { cashback: '8.880000' } } }
    const open = { json: { status: 0, extra: {} } }
    let check = open
    const before = async (page: Page) => {
      await page.route('**/api/transactions/multi/check*', (route) => route.fulfill(check))
      if (owner === 'CNY')
        await page.route('**/api/topup', (route) =>
          route.request().method() === 'GET' ? route.fulfill({ json: campaign }) : route.fallback(),
        )
    }
    const look = { width, theme, locale, height: width === 390 ? 844 : 800 }
    const { page } = await visit({ ...look, owner, clock: true, before })
    const chinese = locale === 'zh-CN'
    const seen = async (name: string) => {
      expect(await violations(page)).toEqual([])
      const file = `top-up-${name}-${width}-${theme}-${chinese ? 'zh' : 'en'}`
      await picture(page, file)
    }
    const press = (name: string) => page.getByRole('button', { name }).last().click()
    const layer = (role: 'dialog' | 'alertdialog') => page.getByRole(role).waitFor()

    await fill(page, chinese ? '5000' : '500')
    await amountField(page).blur()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await seen('form')
    await press(chinese ? '退款手续费说明' : 'refund fees')
    await layer('dialog')
    await seen('refund')
    await escape(page.getByRole('dialog'))

    if (chinese) {
      await press('返现 1.08~188')
      await layer('dialog')
      await seen('cashback')
      await escape(page.getByRole('dialog'))
      await page.getByRole('radio', { name: '微信支付' }).check({ force: true })
      await submitButton(page).click()
      await page.getByRole('img', { name: /的二维码$/ }).waitFor()
      await seen('qr')
      await untilFocused(page.getByRole('dialog'))
      await page.keyboard.press('Escape')
      await layer('alertdialog')
      await seen('cancel')
      await escape(page.getByRole('alertdialog'))
      await page.clock.fastForward(3_600_000)
      await page.getByText('二维码已过期').waitFor()
      await seen('expired')
      await escape(page.getByRole('dialog'))
      await openPayment(page, '1000', '支付宝')
      check = paid
      await returnToTab(page)
      await layer('alertdialog')
      await seen('got-cashback')
    } else {
      await openPayment(page, '500')
      await page.getByText('Waiting for your payment').waitFor()
      await seen('pending')
      await page.clock.fastForward(6_000)
      await returnToTab(page)
      await layer('alertdialog')
      await seen('outcome')
    }
  })
})
