import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DAY } from '@hongyan/contract/durations'
import type { Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { APIResponse, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { looks } from '../looks.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { type OwnServer, startServer } from '../server.ts'
import { picture } from '../pictures.ts'
import { startSession } from '../sign-in.ts'
import { typeInto } from '../type-into.ts'

const password = 'secret12'
const seller = { name: 'Hongyan Messaging Pte. Ltd.', address: ['1 Goose Lane', 'Singapore 048616'] }

let server: OwnServer
let folder: string

const owners = {
  dollars: 'owes-dollars@example.com',
  yuan: 'owes-yuan@example.com',
  void: 'owes-no-more@example.com',
  slow: 'owes-a-slow-bank@example.com',
  new: 'owes-nothing@example.com',
  prepaid: 'pays-before@example.com',
} as const
type Owner = keyof typeof owners

/**
 * Sets the server's clock. It starts in the previous month, so that there is a month to close, and is then set to
 * today.
 */
const setClock = (offset: number): void => writeFileSync(path.join(folder, 'offset'), String(offset))

async function open(owner: Owner, partition: 'us' | 'cn'): Promise<void> {
  const shape = [
    '--partition',
    partition,
    '--currency',
    partition === 'us' ? 'USD' : 'CNY',
    '--balance',
    '0',
    '--tps',
    '0',
  ]
  await server.hongyan('account', 'create', '--email', owners[owner], '--password', password, ...shape)
  if (owner === 'prepaid') return
  for (const [field, value] of [
    ['credit_enabled', 'true'],
    ['credit_amount', '1000'],
    ['sms_wildcard', 'true'],
  ] as const) {
    await server.hongyan('account', 'set', owners[owner], field, value)
  }
}

/** Sends messages, which draw credit. */
async function use(owner: Owner, numbers: readonly string[]): Promise<void> {
  const issued = await server.hongyan(
    'credential',
    'create',
    '--account',
    owners[owner],
    '--mode',
    'simple',
    '--by',
    'Ines',
  )
  const { key } = issued as { readonly key: string }
  const send = async (to: readonly string[]) => {
    const body = JSON.stringify({ to, text: 'Your parcel is on its way' })
    const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, { method: 'POST', body })
    return reply.status
  }
  await vi.waitFor(async () => expect(await send(numbers.slice(0, 1))).toBe(200), patience)
  for (let from = 1; from < numbers.length; from += 50) expect(await send(numbers.slice(from, from + 50))).toBe(200)
}

/** Numbers that the sandbox delivers at once: none ends with the digits of a magic recipient. */
const numbersFrom = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, nr) => `${prefix}${String(nr + 100).padStart(4, '0')}`)

/** Waits until every message is delivered, so that its price is drawn from credit. */
async function waitForDelivery(owner: Owner): Promise<void> {
  const { page, close: leave } = await openPage(server.address)
  await signIn(page, owner)
  await vi.waitFor(
    async () => {
      const reply = await page.request.get('/api/transactions/summary')
      expect(((await reply.json()) as { readonly held: string }).held).toBe('0.000000')
    },
    { ...patience, interval: 200 },
  )
  await leave()
}

async function close(owner: Owner): Promise<{ readonly number: string }> {
  const drafted = (await server.hongyan('invoice', 'close', owners[owner])) as { readonly id: string }
  return (await server.hongyan('invoice', 'issue', drafted.id, '--by', 'Ada')) as { readonly number: string }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hongyan-clock-'))
  const midOfLastMonth = new Date()
  midOfLastMonth.setUTCMonth(midOfLastMonth.getUTCMonth(), 1)
  setClock(midOfLastMonth.getTime() - 10 * DAY - Date.now())
  const clock = path.resolve(import.meta.dirname, '../steered-clock.mjs')
  const sellers = path.join(folder, 'sellers.json')
  writeFileSync(sellers, JSON.stringify({ us: { ...seller, tax: { name: 'GST', rates: { '*': '9' } } }, cn: seller }))
  const settings = {
    AVATAR_URL_CN: 'none',
    SELLER_FILE: sellers,
    CLOCK_FILE: path.join(folder, 'offset'),
    NODE_OPTIONS: `--import=${clock}`,
  }
  server = await startServer(settings)
  await Promise.all([
    open('dollars', 'us'),
    open('yuan', 'cn'),
    open('void', 'us'),
    open('slow', 'us'),
    open('new', 'us'),
    open('prepaid', 'us'),
  ])
  await Promise.all([
    use('dollars', [...numbersFrom('+44740012', 198), ...numbersFrom('+1206555', 98)]),
    use('yuan', numbersFrom('+861380013', 198)),
    use('void', numbersFrom('+1206555', 10)),
    use('slow', numbersFrom('+1206555', 10)),
  ])
  await Promise.all([waitForDelivery('dollars'), waitForDelivery('yuan'), waitForDelivery('void')])
  await waitForDelivery('slow')
  setClock(0)
  await close('slow')
  await close('dollars')
  await close('yuan')
  const { number } = await close('void')
  await server.hongyan('invoice', 'void', number, '--by', 'Ada')
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const origin = () => ({ origin: server.address })

const signIn = (page: Page, owner: Owner) => startSession(page, { identifier: owners[owner], password })

/** Opens the invoices of an account. */
async function visit(
  owner: Owner,
  { address = '/invoices', ...look }: Look & { address?: string } = {},
): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  const { page } = watched
  await signIn(page, owner)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

async function invoiceOf(page: Page): Promise<Invoice> {
  const [invoice] = (await (await page.request.get('/api/invoices')).json()) as Invoice[]
  if (invoice === undefined) throw new Error('there is no invoice')
  return invoice
}

const sheet = (page: Page) => page.getByRole('dialog', { name: /^(?:Invoice|账单) HY-/ })
const payDialog = (page: Page) => page.getByRole('dialog', { name: /^(?:Pay invoice|支付账单) / })
const cancelAlert = (page: Page) =>
  page.getByRole('alertdialog', { name: /^(?:Cancel this payment\?|确定取消付款？)$/ })
const toastWith = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const row = (page: Page) => page.getByRole('link', { name: /^HY-/ })

async function openPay(page: Page) {
  await sheet(page)
    .getByRole('button', { name: /^(?:Pay|付款)$/ })
    .click()
  const dialog = payDialog(page)
  await dialog.getByRole('radio').first().waitFor()
  return dialog
}

/** Adds a card that can be charged, through the API. */
async function addCard(page: Page): Promise<void> {
  const card = { number: '4242424242424242', exp_month: 6, exp_year: 2040, cvc: '123' }
  const address = { addr_country: 'SG', addr_line1: '1 Raffles Place', addr_city: 'Singapore' }
  const data = { type: 'card', card, billing_name: 'Ada Lin', ...address, addr_state: 'Singapore', addr_zip: '048616' }
  expect((await page.request.put('/api/paymentMethods', { data, headers: origin() })).status()).toBe(200)
}

const balanceOf = async (page: Page): Promise<string> =>
  ((await (await page.request.get('/api/account')).json()) as { readonly balance_amount: string }).balance_amount

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the page, the sheet and the dialogs', async () => {
    const chinese = locale === 'zh-CN'
    const { page } = await visit(chinese ? 'yuan' : 'dollars', {
      width,
      theme,
      locale,
      height: width === 390 ? 844 : 840,
    })
    const seen = async (name: string) => {
      expect(await violations(page)).toEqual([])
      const file = `invoices-${name}-${width}-${theme}-${chinese ? 'zh' : 'en'}`
      await picture(page, file)
    }
    await row(page).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await seen('list')
    await row(page).click()
    await sheet(page).getByRole('table').waitFor()
    await seen('sheet')
    await openPay(page)
    await seen('pay')
  })
})

test('amount and method of a cancelled payment stand in the form again', async () => {
  const { page, problems } = await visit('dollars')
  await row(page).click()
  const dialog = await openPay(page)
  await typeInto(dialog.getByRole('textbox', { name: 'Amount' }), '2')
  const method = dialog.getByRole('radio', { name: /^Card or wallet/ })
  await method.check()
  await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Pay $2.00' }).click()])
  await dialog.getByText('Waiting for your payment of $2.00').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await cancelAlert(page).getByRole('button', { name: 'Cancel payment' }).click()
  await dialog.getByRole('button', { name: 'Pay $2.00' }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('2.00')
  expect(await method.isChecked()).toBe(true)
  expect(problems).toEqual([])
})

test('a payment that a bank processes for days ends the wait with a message, on return and on cancellation', async () => {
  const { page, problems } = await visit('dollars')
  const processing = { json: { status: TopUpStatus.Processing, extra: {} } }
  await page.route('**/api/topup/*/cancel', (route) => route.fulfill(processing))
  await row(page).click()
  const leaves = [
    async () => {
      await page.route('**/api/transactions/multi/check*', (route) => route.fulfill(processing))
      await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    },
    async () => {
      await page.unroute('**/api/transactions/multi/check*')
      await payDialog(page).getByRole('button', { name: 'Cancel payment' }).click()
      await cancelAlert(page).getByRole('button', { name: 'Cancel payment' }).click()
    },
  ]
  const { number } = await invoiceOf(page)
  const message = toastWith(page, 'Your payment is processing').filter({ hasText: `apply it to invoice ${number}` })
  for (const leave of leaves) {
    const dialog = await openPay(page)
    await dialog.getByRole('radio', { name: /^Card or wallet/ }).check()
    await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Pay $9.15' }).click()])
    await dialog.getByText('Waiting for your payment of $9.15').waitFor()
    await leave()
    await message.waitFor()
    await dialog.waitFor({ state: 'detached' })
    await message.waitFor({ state: 'detached' })
  }
  expect(problems).toEqual([])
})

test('a card charge is followed after its dialog and its sheet are closed, and paying again shows it instead of a form', async () => {
  const { page, problems } = await visit('slow')
  await addCard(page)
  let status: TopUpStatus = TopUpStatus.Open
  const reply = () => ({ json: { status, extra: {} } })
  await page.route('**/api/transactions/multi/check*', (route) => route.fulfill(reply()))
  // The charge stays open at the bank, so that a second one would be refused.
  let charge: Promise<APIResponse> | undefined
  await page.route('**/api/invoices/*/pay', async (route) => {
    charge ??= route.fetch()
    await route.fulfill({ response: await charge })
  })
  await row(page).click()
  const dialog = await openPay(page)
  await typeInto(dialog.getByRole('textbox', { name: 'Amount' }), '0.05')
  await dialog.getByRole('button', { name: 'Pay $0.05' }).click()
  const charging = dialog.getByText('Waiting for the bank')
  await charging.waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await charging.waitFor()
  await escape(dialog)
  await escape(sheet(page))
  await row(page).click()
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await charging.waitFor()
  status = TopUpStatus.Failed
  await dialog.getByText('This payment was closed').waitFor()
  await dialog.getByRole('button', { name: 'Pay $0.05' }).waitFor()
  expect(await dialog.getByRole('radio', { name: /4242/ }).isChecked()).toBe(true)
  status = TopUpStatus.Open
  await dialog.getByRole('button', { name: 'Pay $0.05' }).click()
  await charging.waitFor()
  await escape(dialog)
  await escape(sheet(page))
  status = TopUpStatus.Paid
  await toastWith(page, 'Payment received').waitFor()

  status = TopUpStatus.Open
  await row(page).click()
  const again = await openPay(page)
  await typeInto(again.getByRole('textbox', { name: 'Amount' }), '0.05')
  await again.getByRole('button', { name: 'Pay $0.05' }).click()
  await charging.waitFor()
  await escape(dialog)
  await escape(sheet(page))
  status = TopUpStatus.Failed
  await toastWith(page, `The payment of invoice ${(await invoiceOf(page)).number} was closed.`).waitFor()
  expect(problems).toEqual([])
})

test('an invoice is read, noted, disputed, and paid in part by card and the rest from the balance', async () => {
  const { page, problems } = await visit('dollars')
  await addCard(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).waitFor()
  const { number, id, total } = await invoiceOf(page)
  expect(total).toBe('9.149000')
  await row(page).click()
  await sheet(page).getByText('$9.149', { exact: false }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe(id)
  for (const sum of ['Net amount $8.3890', 'GST 9% $0.7600', 'Total of this invoice $9.1490'])
    await sheet(page).getByRole('row', { name: sum, exact: true }).waitFor()
  const pdf = await sheet(page).getByRole('link', { name: 'PDF' }).getAttribute('href')
  const pdfReply = await page.request.get(pdf ?? '')
  expect([pdfReply.headers()['content-type'], (await pdfReply.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ])

  const dispute = sheet(page)
    .getByRole('button', { name: /^Dispute / })
    .first()
  const above = await dispute.evaluate((button) => button.previousElementSibling?.getBoundingClientRect().bottom ?? 0)
  expect((await dispute.boundingBox())?.y).toBeGreaterThanOrEqual(above)

  await sheet(page).getByRole('button', { name: 'Edit' }).click()
  await sheet(page).getByRole('textbox', { name: 'PO number' }).fill('PO-4711')
  await page.keyboard.press('Enter')
  await sheet(page).getByText('PO-4711').waitFor()
  await sheet(page)
    .getByRole('button', { name: /^Dispute Notification, United Kingdom/ })
    .click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('We sent half of these.')
  await page.getByRole('button', { name: 'Send dispute' }).click()
  await sheet(page)
    .getByText(/^Disputed on /)
    .waitFor()
  await sheet(page).getByRole('link', { name: 'View ticket: Notification, United Kingdom' }).waitFor()

  const dialog = await openPay(page)
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  expect(await amount.inputValue()).toBe('9.15')
  await typeInto(amount, '9,1')
  await amount.press('Enter')
  await dialog.getByText('Enter an amount such as 12.50.').waitFor()
  await typeInto(amount, '9.16')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter an amount from $0.01 to $9.15.').waitFor()
  await dialog.getByRole('radio', { name: /^Bank transfer/ }).check()
  await dialog.getByText(number ?? 'none', { exact: true }).waitFor()
  await dialog.getByRole('radio', { name: /^Visa •••• 4242/ }).check()
  await typeInto(amount, '5')
  await dialog.getByRole('button', { name: 'Pay $5.00' }).click()
  await toastWith(page, `$4.14 of invoice ${number} is still outstanding.`).waitFor()
  await payDialog(page).waitFor({ state: 'detached' })
  await sheet(page).getByText('$4.149', { exact: false }).first().waitFor()

  const data = { amount: '20', channel: 'stripe', currency: 'USD' }
  const order = (await (await page.request.post('/api/topup', { data, headers: origin() })).json()) as {
    readonly payload: string
  }
  await payOrder(order.payload)
  await expect.poll(() => balanceOf(page), patience).toBe('20.000000')
  await page.reload()
  const again = await openPay(page)
  await again.getByRole('radio', { name: /^Balance/ }).check()
  await again.getByRole('button', { name: 'Pay $4.15' }).click()
  await toastWith(page, `Invoice ${number} is paid in full.`).waitFor()
  await sheet(page).getByText('Paid', { exact: true }).waitFor()
  expect((await invoiceOf(page)).outstanding).toBe('0.000000')
  expect(problems).toEqual([])
})

test('an invoice in yuan is paid by scanning a code, and its tax invoice is requested', async () => {
  const { page, problems } = await visit('yuan', { locale: 'zh-CN' })
  await row(page).click()
  const dialog = await openPay(page)
  await dialog.getByRole('radio', { name: /^微信支付/ }).check()
  const [reply] = await Promise.all([
    page.waitForResponse((each) => new URL(each.url()).pathname.endsWith('/pay')),
    dialog.getByRole('button', { name: '支付 ¥8.91' }).click(),
  ])
  const code = dialog.getByRole('img', { name: '微信支付二维码，金额 ¥8.91' })
  await code.waitFor()
  const ways = [() => dialog.getByRole('button', { name: '关闭' }).click(), () => page.keyboard.press('Escape')]
  for (const leave of ways) {
    await leave()
    await cancelAlert(page).getByRole('button', { name: '继续等待' }).click()
    await cancelAlert(page).waitFor({ state: 'detached' })
    await untilFocused(dialog)
  }
  await code.waitFor()
  const { payload } = (await reply.json()) as { readonly payload: string }
  await payOrder(payload)
  await toastWith(page, '已付清').waitFor()
  await sheet(page).getByText('已付清', { exact: true }).waitFor()

  await sheet(page).getByRole('button', { name: '发票' }).click()
  const fapiao = page.getByRole('dialog', { name: '发票' })
  await fapiao.getByRole('radio', { name: /^增值税专用发票/ }).check()
  await fapiao.getByRole('textbox', { name: '发票抬头' }).fill('鸿雁科技有限公司')
  await fapiao.getByRole('textbox', { name: '纳税人识别号' }).fill('91350211M000100Y43')
  await fapiao.getByRole('button', { name: '提交申请' }).click()
  await fapiao.getByText('请输入开户银行。').waitFor()
  await fapiao.getByRole('textbox', { name: '开户银行' }).fill('招商银行厦门分行')
  await fapiao.getByRole('textbox', { name: '银行账号' }).fill('6225880112345678')
  await fapiao.getByRole('button', { name: '提交申请' }).click()
  await toastWith(page, '发票申请已提交').waitFor()
  expect(problems).toEqual([])
})

test('a void invoice shows its credit note, which is downloaded as PDF', async () => {
  const { page, problems } = await visit('void')
  await row(page).click()
  await sheet(page).getByRole('heading', { name: 'Credit note' }).waitFor()
  await sheet(page).getByText('HYC-US-').waitFor()
  await picture(page, 'invoices-void-1280-light-en')
  await sheet(page).getByText('with $0.01 of GST').waitFor()
  const link = sheet(page).getByRole('link', { name: 'Credit note (PDF)' })
  const reply = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([reply.headers()['content-type'], (await reply.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ])
  expect(await sheet(page).getByRole('button', { name: 'Pay' }).count()).toBe(0)
  expect(problems).toEqual([])
})

test('an account without credit has no invoices, and before the first invoice its date is shown', async () => {
  const { page } = await visit('prepaid')
  await page.waitForURL((url) => url.pathname === '/transactions')
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).count()).toBe(0)
  const { page: other } = await visit('new')
  await other.getByRole('heading', { name: /^First invoice on / }).waitFor()
  await other.getByRole('button', { name: 'Billing details' }).click()
  const dialog = other.getByRole('dialog', { name: 'Billing details' })
  await dialog.getByRole('textbox', { name: 'Legal name' }).fill('Lin Logistics Pte. Ltd.')
  await dialog.getByRole('combobox', { name: 'Country or region' }).fill('United States')
  await dialog.getByRole('combobox', { name: 'Country or region' }).press('Tab')
  await dialog.getByRole('textbox', { name: 'Tax ID' }).fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/tax id has the wrong format/i).waitFor()
  await dialog.getByRole('textbox', { name: 'Tax ID' }).fill('12-3456789')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toastWith(other, 'Billing details saved').waitFor()
})
