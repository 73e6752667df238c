import { readFileSync } from 'node:fs'
import type { TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type {
  Transaction,
  TransactionDetail,
  TransactionSummary,
} from '@hongyan/contract/endpoints/finance/transactions'
import { micros, parseMicros } from '@hongyan/contract/money'
import type { TransactionKind } from '@hongyan/contract/vocabulary/payment'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { choosePeriod, typeRange } from '../choose-range.ts'
import { escape } from '../focus.ts'
import { looks } from '../looks.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'
import { typeInto } from '../type-into.ts'

const password = 'secret12'
const phone = { width: 390, height: 844 }

const owners = {
  USD: {
    email: 'transactions-dollars@example.com',
    shape: ['--partition', 'us', '--currency', 'USD', '--balance', '100'],
  },
  CNY: { email: 'transactions-yuan@example.com', shape: ['--partition', 'cn', '--currency', 'CNY', '--balance', '0'] },
  disputed: {
    email: 'transactions-disputed@example.com',
    shape: ['--partition', 'us', '--currency', 'USD', '--balance', '0'],
  },
  none: { email: 'transactions-none@example.com', shape: ['--partition', 'us', '--currency', 'USD', '--balance', '0'] },
} as const
type Owner = keyof typeof owners

const server = commonServer()

const origin = () => ({ origin: server.address })
const list = async (page: Page, query = ''): Promise<readonly Transaction[]> =>
  (await (await page.request.get(`/api/transactions${query}`)).json()) as Transaction[]
const kindOf = ({ description }: Transaction): TransactionKind => description.kind

async function signedIn(owner: Owner, look: Look = {}): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  await startSession(watched.page, { identifier: owners[owner].email, password })
  return watched
}

async function order(page: Page, amount: string, channel: string, currency: string): Promise<TopUpOrder> {
  const reply = await page.request.post('/api/topup', { data: { amount, channel, currency }, headers: origin() })
  return (await reply.json()) as TopUpOrder
}

/** Pays on the sandbox's pay page, which stays open. */
async function payAt(page: Page, { payload }: TopUpOrder): Promise<Page> {
  const payment = await page.context().newPage()
  await payment.goto(payload)
  await payment.getByRole('button', { name: /^Pay |^支付 / }).click()
  await payment.getByRole('status').waitFor()
  return payment
}

/** Waits until the account has a transaction of each of these kinds. */
const waitForKinds = (page: Page, ...kinds: TransactionKind[]) =>
  vi.waitFor(
    async () => expect((await list(page, '?status=1')).map(kindOf)).toEqual(expect.arrayContaining(kinds)),
    patience,
  )

/** Gives the account two charged messages to two countries, a held one, a paid top-up and an open one. */
async function fillDollars(): Promise<void> {
  await server.hongyan('account', 'set', owners.USD.email, 'pay_for_delivered', 'true')
  const { page, close } = await signedIn('USD')
  const issued = await page.request.put('/api/credentials', { data: { mode: 1 }, headers: origin() })
  const { key } = (await issued.json()) as { readonly key: string }
  const to = ['+12065550000', '+6581230000', '+12065550005']
  const address = `${server.address}/?action=sms.message.send&accessKeyId=${key}`
  await fetch(address, { method: 'POST', body: JSON.stringify({ to, text: 'Your parcel is on its way' }) })
  await payOrder((await order(page, '50', 'stripe', 'USD')).payload)
  await order(page, '25', 'stripe', 'USD')
  await waitForKinds(page, 'credit', 'topup', 'usage')
  await close()
}

async function fillYuan(): Promise<void> {
  const { page, close } = await signedIn('CNY')
  await payOrder((await order(page, '1000.01', 'alipay', 'CNY')).payload)
  await waitForKinds(page, 'topup')
  await close()
}

/** Gives the account a top-up that its payer disputed. */
async function fillDisputed(): Promise<void> {
  const { page, close } = await signedIn('disputed')
  const payment = await payAt(page, await order(page, '40.01', 'stripe', 'USD'))
  await payment.getByRole('button', { name: 'Open a dispute' }).click()
  await waitForKinds(page, 'dispute')
  await close()
}

beforeAll(async () => {
  const create = ({ email, shape }: (typeof owners)[Owner]) =>
    server.hongyan('account', 'create', '--email', email, '--password', password, ...shape)
  await Promise.all(Object.values(owners).map(create))
  await Promise.all([fillDollars(), fillYuan(), fillDisputed()])
})

async function visit(owner: Owner = 'USD', search = '', look: Look = {}): Promise<WatchedPage> {
  const watched = await signedIn(owner, look)
  onTestFinished(watched.close)
  await watched.page.goto(`/transactions${search}`)
  await watched.page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' })
  return watched
}

const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words })
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Transaction |^交易 / })
const totals = (page: Page) => page.getByRole('region', { name: 'Totals for the period' })
/** Reads opening balance, in, out and closing balance from the page, in micro-units, once they are shown. */
async function figuresOf(page: Page): Promise<readonly bigint[]> {
  await totals(page).getByText('Dates in').waitFor()
  return (await totals(page).locator('dd').allInnerTexts()).map(exactly)
}
const searchOf = (page: Page) => new URL(page.url()).searchParams
const exactly = (shown: string) => parseMicros(shown.replace(/[^\d.]/g, '')) ?? micros(-1n)

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

test('every line shows its kind, its direction and the balance after it', async () => {
  const { page, problems } = await visit()
  await expect.poll(() => page.title()).toBe('Transactions · Hongyan')
  await rowOf(page, 'Paid and credited').waitFor()
  const cells = async (words: string) => (await rowOf(page, words).innerText()).split(/\s*[\t\n]+\s*/)
  expect(await cells('Paid and credited')).toEqual(
    expect.arrayContaining(['Top-up', 'Stripe', 'Posted', 'In', '+$50.0000', '$150.0000']),
  )
  expect(await cells('Funds added')).toEqual(
    expect.arrayContaining(['Top-up', 'Cash / Bank transfer', 'Posted', 'In', '+$100.0000', '$100.0000']),
  )
  expect(await cells('Waiting for payment')).toEqual(
    expect.arrayContaining(['Top-up', 'Stripe', 'Pending', 'In', '+$25.0000', '–', 'Check payment']),
  )
  const usage = (await list(page)).find((line) => kindOf(line) === 'usage')
  expect(await cells('2 SMS sent')).toEqual(
    expect.arrayContaining(['Deduction', 'Balance', 'Out', `−$${usage?.amount.slice(0, -2)}`]),
  )
  expect(await cells('On hold for messages in progress')).toEqual(
    expect.arrayContaining(['Now', 'Pending', 'Out', '–']),
  )
  await expect.poll(() => rowOf(page, '2 SMS sent').getByTitle(`−${usage?.amount} USD`).count()).toBe(1)
  await expect.poll(() => page.getByText('All entries are loaded').isVisible()).toBe(true)
  expect(problems).toEqual([])
})

test('the totals reconcile on the screen, with the lines below them', async () => {
  const { page } = await visit()
  await rows(page).first().waitFor()
  const [opening, came, went, closing] = await figuresOf(page)
  expect((opening ?? 0n) + (came ?? 0n) - (went ?? 0n)).toBe(closing)
  const moved = (await list(page)).filter((line) => line.balance_after !== null)
  const sum = (direction: number) =>
    moved.filter((line) => line.direction === direction).reduce((all, { amount }) => all + exactly(amount), 0n)
  expect([came, went]).toEqual([sum(1), sum(2)])
  const held = ((await (await page.request.get('/api/transactions/summary')).json()) as TransactionSummary).held
  expect(exactly(held)).toBeGreaterThan(0n)
  await expect.poll(() => totals(page).innerText(), patience).toContain(`$${held.replace(/00$/, '')} on hold`)
})

test('filters are in the address, survive a reload, and are cleared together', async () => {
  const { page, problems } = await visit()
  await choose(page, 'Type', 'Top-up')
  await choose(page, 'Direction', 'In')
  await choose(page, 'Paid by', 'Stripe')
  await choose(page, 'Status', 'Pending')
  await expect.poll(() => rows(page).count(), patience).toBe(1)
  expect(Object.fromEntries(searchOf(page))).toEqual({ type: '1', direction: '1', channel: 'stripe', status: '0' })
  await expect.poll(() => totals(page).innerText(), patience).toContain('Totals cover the whole period')

  await choosePeriod(page, 'Today')
  await expect.poll(() => searchOf(page).get('period'), patience).toBe('today')
  await page.reload()
  await expect.poll(() => rows(page).count(), patience).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: 'Period Today' }).isVisible()).toBe(true)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows(page).count(), patience).toBe(5)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(problems).toEqual([])
})

test('a month, custom days, an amount and an id filter the list, and an invalid value has an error', async () => {
  const { page } = await visit()
  const [newest] = await list(page)
  const month = (newest?.day ?? '').slice(0, 7)
  await choosePeriod(page, 'Whole month')
  await expect.poll(() => searchOf(page).get('from'), patience).toBe(`${month}-01`)

  await typeRange(page, { From: '01012025', To: '31012025' })
  await expect.poll(() => [searchOf(page).get('from'), searchOf(page).get('to')]).toEqual(['2025-01-01', '2025-01-31'])
  await page.getByText('No matching transactions').waitFor()
  await expect.poll(() => figuresOf(page)).toEqual([0n, 0n, 0n, 0n])
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => rows(page).count(), patience).toBe(5)

  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Minimum amount').pressSequentially('12,5')
  await page.getByLabel('Minimum amount').press('Enter')
  await page.getByText('Enter an amount such as 12.50.').waitFor()
  await typeInto(page.getByLabel('Minimum amount'), '$ 50.00')
  await typeInto(page.getByLabel('Maximum amount'), '１００')
  await page.getByLabel('Maximum amount').press('Enter')
  await expect.poll(() => rows(page).count(), patience).toBe(2)

  await page.getByLabel('Transaction ID').fill('0199')
  await page.getByLabel('Maximum amount').focus()
  await page.getByText('Enter a complete transaction ID.').waitFor()
  const paid = (await list(page)).find((line) => line.amount === '50.000000')
  await page.getByLabel('Transaction ID').fill(` ${paid?.id.toUpperCase()} `)
  await expect.poll(() => rows(page).count(), patience).toBe(1)
  expect(searchOf(page).get('id')).toBe(paid?.id)
})

test('a day’s usage opens in a sheet with its own address, and its parts sum to its amount', async () => {
  const { page, problems } = await visit()
  await rowOf(page, '2 SMS sent').getByRole('link', { name: '2 SMS sent' }).click()
  await sheet(page).getByText('United States').waitFor()
  const id = searchOf(page).get('open') ?? ''
  const detail = (await (await page.request.get(`/api/transactions/${id}`)).json()) as TransactionDetail
  expect(detail.usage.map(({ iso2 }) => iso2).toSorted()).toEqual(['SG', 'US'])
  const table = sheet(page).getByRole('table', { name: 'Breakdown' })
  for (const { iso2, unit_price: unitPrice, amount } of detail.usage) {
    const row = await table.getByRole('row').filter({ hasText: iso2 }).innerText()
    expect(row).toContain(`$${unitPrice}`)
    expect(row).toContain(`$${amount}`)
  }
  await expect.poll(() => table.getByRole('row').last().innerText()).toContain(`$${detail.amount}`)

  const shared = await sheet(page).getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')
  await page.goto(shared ?? '')
  await sheet(page).getByText('Singapore').waitFor()
  await sheet(page).getByRole('button', { name: 'Next entry' }).click()
  await expect.poll(() => searchOf(page).get('open'), patience).not.toBe(id)
  await escape(sheet(page))
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(problems).toEqual([])
})

test.each(['nothing-like-it', '01994c7e-5d1a-7f33-8a2b-0123456789ab'])(
  'an address of a transaction that does not exist shows an error: %s',
  async (id) => {
    const { page } = await visit('USD', `?open=${id}`)
    await sheet(page).getByText('Transaction not found').waitFor()
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /not found/i })
        .count(),
    ).toBe(0)
  },
)

test('a dispute names its top-up, which is shown as reversed', async () => {
  const { page } = await visit('disputed')
  const paid = (await list(page)).find((line) => kindOf(line) === 'topup')
  await expect.poll(() => rowOf(page, 'Reversed by the payer’s bank').innerText()).toContain('Reversed')
  const dispute = rowOf(page, 'Payment disputed')
  await expect.poll(() => dispute.innerText()).toContain('−$40.0100')
  await dispute.getByRole('link', { name: 'View top-up' }).click()
  await sheet(page).getByText('+$40.010000').waitFor()
  expect(searchOf(page).get('open')).toBe(paid?.id)
  await expect.poll(() => figuresOf(page)).toEqual([0n, 40_010_000n, 40_010_000n, 0n])
})

test('a mainland account sees yuan, and the channels of yuan', async () => {
  const { page } = await visit('CNY')
  await expect
    .poll(() => rowOf(page, 'Paid and credited').innerText())
    .toMatch(/Alipay[^]+\+¥1,000\.0100[^]+¥1,000\.0100/)
  await expect.poll(() => totals(page).innerText(), patience).toContain('Beijing time (UTC+8)')
  await page.getByRole('button', { name: /^Paid by/ }).click()
  const options = ['All', 'Cash / Bank transfer', 'Balance', 'Alipay', 'WeChat Pay']
  await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(options)
})

test('a pending top-up can be checked: unpaid it stays pending, paid it is credited at once, also while its channel is blocked', async () => {
  const { page } = await visit('none')
  await page.getByText('No transactions yet').waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('link', { name: 'Top up' }).getAttribute('href'))
    .toBe('/topup')
  const placed = await order(page, '30.01', 'stripe', 'USD')
  await page.reload()
  await page.getByRole('button', { name: 'Check payment' }).click()
  await rows(page).getByText('Not paid yet').waitFor()
  expect(await rows(page).getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe(placed.payload)
  await server.hongyan('account', 'set', owners.none.email, 'acct_status', '12')
  await page.reload()
  await page.getByRole('button', { name: 'Check payment' }).waitFor()
  expect(await rows(page).getByRole('link', { name: 'Pay now' }).count()).toBe(0)
  await payOrder(placed.payload)
  await page.getByRole('button', { name: 'Check payment' }).click()
  const notice = page.getByRole('listitem').filter({ hasText: 'Payment received' })
  await notice.getByText('$30.01 was added to your balance').waitFor()
  await rowOf(page, 'Paid and credited').waitFor()
  await expect.poll(() => totals(page).innerText(), patience).toContain('+$30.0100')
  await expect.poll(() => page.getByRole('banner').innerText(), patience).toContain('$30.01')
})

test('every line shows the whole date and time, and a type stays on one line at 1280', async () => {
  const { page } = await visit('USD')
  const times = rows(page).locator('time[datetime*="T"]')
  await times.first().waitFor()
  for (const time of await times.allInnerTexts())
    expect(time).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2}$/)
  const type = rows(page).getByText('Top-up', { exact: true }).first()
  expect((await type.boundingBox())?.height).toBeLessThan(28)
})

async function downloadOf(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('the list opens the form of an export with its filters, and a month and a receipt are saved as files', async () => {
  const { page } = await visit('USD', '?status=1')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New export' })
  await form.getByRole('button', { name: /Transactions/ }).waitFor()
  await form.getByText('1 filter of its page applies').waitFor()
  await form.getByText(/^\d+ rows?$/).waitFor(patience)
  await page.goBack()

  await page.getByRole('button', { name: 'Statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly statement' })
  const [newest] = await list(page)
  const month = (newest?.day ?? '').slice(0, 7)
  await dialog.getByRole('button', { name: /^Month/ }).click()
  await page.getByRole('option').first().click()
  await dialog.getByText('Provisional: the month isn’t over yet.').waitFor()
  const pdf = await downloadOf(page, () => dialog.getByRole('link', { name: 'Download PDF' }).click())
  expect(pdf.name).toMatch(new RegExp(`^statement-${month}-.+\\.pdf$`))
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await downloadOf(page, () => dialog.getByRole('link', { name: 'Download CSV' }).click())
  expect(csv.name).toMatch(new RegExp(`^statement-${month}-.+\\.csv$`))
  expect(csv.content.toString()).toContain('150.000000')
  await escape(dialog)

  const receipt = await downloadOf(page, () =>
    rowOf(page, 'Paid and credited')
      .getByRole('link', { name: /^Download the receipt/ })
      .click(),
  )
  expect(receipt.name).toMatch(/^receipt-us-\d{8}\.pdf$/)
  expect(receipt.content.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the keyboard opens a transaction, closes it, and is where it was', async () => {
  const { page } = await visit()
  const link = rowOf(page, 'Funds added').getByRole('link', { name: 'Funds added' })
  await link.focus()
  await page.keyboard.press('Enter')
  await sheet(page).getByText('$100.000000').first().waitFor()
  await escape(sheet(page))
  await expect.poll(() => link.evaluate((each) => each === document.activeElement), patience).toBe(true)
})

test('a phone has stacked rows that open on a touch, and never scrolls sideways', async () => {
  const { page } = await visit('USD', '', phone)
  const usage = page.getByRole('listitem').filter({ hasText: '2 SMS sent' })
  await usage.waitFor()
  for (const width of [390, 320]) {
    await page.setViewportSize({ ...phone, width })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(phone)
  await usage.click({ position: { x: 20, y: 20 } })
  await sheet(page).getByText('United States').waitFor()
  await expect.poll(() => sheet(page).evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
})

describe.each(looks)('$theme, at $width in $locale', ({ locale, width, theme }) => {
  const shoot = (page: Page, name: string, fullPage: boolean) =>
    picture(page, `${name}-${width}-${theme}-${locale.slice(0, 2)}`, { fullPage })

  test('axe finds nothing, in the list and in the sheet', async () => {
    const { page } = await visit('USD', '', { locale, width, theme, height: 900 })
    await page.locator('[data-opens]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    await shoot(page, 'transactions', true)
    await page.getByRole('link', { name: /^2 SMS|^短信消费/ }).click()
    await sheet(page)
      .getByText(/United States|美国/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await shoot(page, 'transactions-usage', false)
  })
})
