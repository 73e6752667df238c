import { errorWords } from '@hongyan/contract/errors'
import type { Locator, Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { askUntil } from '../ask-until.ts'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { bothLooks } from '../looks.ts'
import { untilFocused } from '../focus.ts'
import type { OwnerShape } from '../new-owner.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { runInShell } from '../shell.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

const open = (look: Look = {}) => openAsOwner(server, look, '/sms/logs', { balance: '10' })

/** An owner whose messages are sent before the first page is opened. */
const signedIn = (look: Look = {}, shape: OwnerShape = { balance: '10' }) => openAsOwner(server, look, null, shape)

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Reply {
  readonly data: { readonly messages: readonly { readonly id: string }[] }
}

/** Sends these requests with one credential in simple mode. Returns the last reply. */
async function sendEach(page: Page, ...bodies: readonly object[]): Promise<Reply> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  let last: Reply = { data: { messages: [] } }
  for (const body of bodies) {
    const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    last = (await reply.json()) as Reply
  }
  return last
}

/** Sends to numbers of the sandbox that end in these digits. */
const send = (page: Page, ...ends: readonly string[]): Promise<Reply> =>
  sendEach(page, {
    to: ends.map((end) => `+1206555${end}`),
    text: 'Your parcel is here.',
    clientRef: 'order-77',
  })

/** Submits a sender ID beside the page. Returns its id. */
async function newSender(page: Page, name: string): Promise<string> {
  const headers = { origin: server.address }
  const file = { name: 'licence.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  const upload = await page.request.post('/api/upload', { headers, multipart: { purpose: 'evidence', file } })
  const { id: licence } = (await upload.json()) as { id: string }
  const form = { name, kind: 1, usage: 'own', regions: ['intl'], scenes: [1, 2], industry: 'ECOMMERCE' }
  const evidence = { registration_number: '201912345K', licence }
  const data = { ...form, purpose: 'Codes and delivery notices to the customers of our shop.', evidence }
  const made = await page.request.put('/api/sms/signatures', { headers, data })
  return ((await made.json()) as { id: string }).id
}

/** Waits until so many messages have their results. */
const untilEnded = (page: Page, count: number) =>
  askUntil<readonly { readonly done_at: string | null }[]>(
    page,
    '/sms/messages',
    (rows) => rows.filter(({ done_at: at }) => at !== null).length === count,
  )

/** The id of the console for a message of the send API. */
const uuidOf = (hex = ''): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The page that a link opens in a tab of its own. */
async function followed(page: Page, link: Locator): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  return opened
}

test('a message that did not arrive is found by filters in the address, and explained', async () => {
  const { page, problems } = await open()
  await page.getByText('No messages in the last 24 hours').waitFor()
  await page.getByRole('button', { name: 'Live' }).click()
  await send(page, '0002', '1234')
  await page.getByText('Undelivered', { exact: true }).waitFor(patience)
  await page.getByText('Delivered', { exact: true }).waitFor(patience)
  await page.getByRole('button', { name: 'Pause' }).click()

  await page.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('option', { name: 'Delivered', exact: true }).click()
  await page.getByRole('option', { name: 'Not delivered' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('4,5,8,9,11,13')
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
  await page.getByRole('option', { name: 'Delivered', exact: true }).press('Space')
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await page.keyboard.press('Escape')
  await untilFocused(page.getByRole('button', { name: 'Status Not delivered' }))
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Message to +1 206••• ••02' })
  await sheet.getByRole('heading', { name: 'Why it did not arrive' }).waitFor(patience)
  for (const text of ['Accepted', 'On hold', 'Routed', 'Sent', 'Receipt from Hongyan Direct · UNDELIV']) {
    await sheet.getByText(text, { exact: false }).first().waitFor()
  }
  await sheet.getByRole('button', { name: 'Show the whole number' }).click()
  await sheet.getByRole('heading', { name: '+12065550002' }).waitFor()
  const explained = await followed(page, sheet.getByRole('link', { name: 'undelivered' }))
  await explained.getByRole('heading', { name: 'The carrier couldn’t deliver the message' }).waitFor()
  await explained.getByText('Yes, because the carrier accepted it', { exact: false }).waitFor()
  await explained.getByRole('link', { name: 'Show your messages with this code' }).waitFor()
  await explained.close()
  await page.bringToFront()
  await page.keyboard.press('Escape')

  await typeInto(page.getByLabel('Number or ID'), '206 555 1234')
  await page.keyboard.press('Enter')
  await page.getByText('No messages match these filters').waitFor()
  await page.getByRole('button', { name: 'Period All time' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByRole('button', { name: 'Period Last 24 hours' }).waitFor()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
  expect(problems).toEqual([])
})

test('the reason of a failed message follows the language of the console', async () => {
  const { page } = await signedIn()
  await send(page, '0002')
  await untilEnded(page, 1)
  await page.goto('/sms/logs')
  await page.getByText(errorWords('undelivered', 'en').what).waitFor(patience)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await page.getByText(errorWords('undelivered', 'zh-CN').what).waitFor(patience)
})

test('a pasted message id opens the message from the search', async () => {
  const { page } = await open()
  const { data } = await send(page, '1234')
  await page.keyboard.press('ControlOrMeta+k')
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(data.messages[0]?.id ?? '')
  await page.getByRole('option', { name: /206••• ••34/ }).click()
  await page.getByRole('dialog', { name: 'Message to +1 206••• ••34' }).waitFor(patience)
})

test('a failed message is explained in Chinese on a phone', async () => {
  const { page, problems } = await signedIn({ locale: 'zh-CN', width: 390, height: 844, theme: 'dark' })
  await send(page, '0004')
  await untilEnded(page, 1)
  await page.goto('/sms/logs?status=9')
  await page.getByText('1 条短信', { exact: true }).waitFor()
  await page.getByRole('link', { name: '+1 206••• ••04' }).click()
  const sheet = page.getByRole('dialog', { name: '发往 +1 206••• ••04 的短信' })
  await sheet.getByText('未送达原因').waitFor(patience)
  await sheet.getByText('处理建议').waitFor()
  expect(await sheet.getByText('原因', { exact: true }).locator('xpath=../dd').first().innerText()).toMatch(
    /\p{Script=Han}/u,
  )
  const explained = await followed(page, sheet.getByRole('link', { name: 'blocked_by_carrier' }))
  await explained.getByRole('heading', { name: '短信被运营商拦截' }).waitFor()
  await expect.poll(() => explained.title()).toBe('短信被运营商拦截 (blocked_by_carrier) · 鸿雁')
  // A new tab does not always get the size of the phone by itself.
  await explained.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => explained.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(problems).toEqual([])
})

test('a waiting message is cancelled from its sheet, free of charge', async () => {
  const look = { locale: 'zh-CN', width: 390, height: 844 } as const
  const { page, problems } = await signedIn(look, { balance: '10', fields: { tps: '1' } })
  // At one part a second, messages of ten parts each are ahead of the last one for more than a minute.
  const ahead = Array.from({ length: 8 }, () => ({ to: '+12065551234', text: 'x'.repeat(1_530) }))
  const { data } = await sendEach(page, ...ahead, { to: '+12065551235', text: 'Never mind.' })
  await page.goto(`/sms/logs?open=${uuidOf(data.messages[0]?.id)}`)
  const sheet = page.getByRole('dialog', { name: /^发往/ })
  await sheet.getByRole('button', { name: '取消短信' }).click()
  const alert = page.getByRole('alertdialog', { name: /取消发往 .* 的短信？$/ })
  await alert.waitFor()
  await picture(page, 'logs-cancel-390-light-zh')
  await alert.getByRole('button', { name: '取消短信' }).click()
  await sheet.getByText('您已取消这条短信。').first().waitFor(patience)
  await sheet.getByText('未扣费', { exact: true }).first().waitFor(patience)
  await expect.poll(() => sheet.getByRole('button', { name: '取消短信' }).count(), patience).toBe(0)
  expect(problems).toEqual([])
})

test('a message is sent again from its sheet at the price of today, and the new one opens', async () => {
  const { page, problems } = await signedIn({ locale: 'zh-CN', theme: 'dark' })
  const { data } = await send(page, '0002')
  const first = uuidOf(data.messages[0]?.id)
  await page.goto(`/sms/logs?open=${first}`)
  const sheet = page.getByRole('dialog', { name: /^发往/ })
  await sheet.getByText('未送达', { exact: true }).first().waitFor(patience)
  await sheet.getByRole('button', { name: '重新发送…' }).click()
  const dialog = page.getByRole('dialog', { name: '重新发送这条短信？' })
  await dialog.getByText('Your parcel is here.').waitFor(patience)
  await picture(page, 'logs-resend-1280-dark-zh')
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  const opened = () => new URL(page.url()).searchParams.get('open')
  await expect.poll(opened, patience).not.toBe(first)
  await sheet.getByText('order-77').waitFor(patience)
  await expect.poll(() => page.locator('[data-row]').count(), patience).toBe(2)
  expect(problems).toEqual([])
})

test('the program of a message under a shared number sends it again unchanged, in its scene', async () => {
  const { page, problems } = await signedIn()
  await sendEach(page, { to: '+12065551234', text: 'Sale today', scene: 3 })
  await page.goto('/sms/logs')
  await page.getByRole('button', { name: 'Actions for the message to +1 206••• ••34' }).click(patience)
  await page.getByRole('menuitem', { name: 'Copy as cURL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send it from your code' })
  await dialog.getByRole('button', { name: 'Show the whole number' }).click(patience)
  const settings = await dialog.getByRole('region', { name: 'Settings' }).innerText()
  const program = dialog.getByRole('tabpanel', { name: /curl$/ })
  await program.getByText('+12065551234', { exact: false }).waitFor(patience)
  expect(JSON.parse(await runInShell(`${settings}\n${await program.innerText()}`))).toMatchObject({ code: '0' })
  const rows = await askUntil<readonly { readonly scene: number }[]>(page, '/sms/messages', (all) => all.length === 2)
  expect(rows.map(({ scene }) => scene)).toEqual([3, 3])
  expect(problems).toEqual([])
})

test('price, channel, template and sender ID narrow the log, in any combination', async () => {
  const { page, problems } = await signedIn()
  const template = { templateId: 'pub_sign_in_en', templateData: { code: '482913' } }
  await sendEach(
    page,
    { to: '+12065551234', text: 'Hello' },
    { to: '+6581234567', text: 'Hello' },
    {
      to: '+12065551234',
      ...template,
    },
  )
  const rows = page.locator('[data-row]')
  await page.goto('/sms/logs?template=pub_sign_in_en')
  await expect.poll(() => rows.count(), patience).toBe(1)
  await page.getByRole('button', { name: /^Template/ }).click()
  await page.getByRole('option', { name: 'All' }).click()
  await expect.poll(() => rows.count(), patience).toBe(3)

  await typeInto(page.getByLabel('Minimum price'), '0.02')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count(), patience).toBe(1)
  await rows.getByText('SG', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Channel/ }).click()
  await page.getByRole('option', { name: 'Hongyan Direct' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('upstream'), patience).toBe('standard')
  await expect.poll(() => rows.count(), patience).toBe(1)

  const sender = await newSender(page, 'LumenShop')
  await page.reload()
  await page.getByRole('button', { name: 'Sender ID All' }).click(patience)
  const isFiltered = (request: Request) => new URL(request.url()).searchParams.get('signature') === sender
  await Promise.all([page.waitForRequest(isFiltered), page.getByRole('option', { name: 'LumenShop' }).click()])
  await page.getByText('No messages match these filters').waitFor(patience)
  expect(new URL(page.url()).searchParams.get('signature')).toBe(sender)
  await page.getByRole('button', { name: 'Sender ID LumenShop' }).waitFor()
  expect(problems).toEqual([])
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the log and a message', async () => {
    const { page } = await signedIn({ theme, locale, width, height: width === 390 ? 844 : 800 })
    await send(page, '0001', '0002', '1234')
    const name = `logs-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
    await untilEnded(page, 3)
    await page.goto('/sms/logs')
    await expect.poll(() => page.getByText(/^(?:Undelivered|未送达)$/).count()).toBe(1)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, name, { fullPage: true })
    await page.getByRole('link', { name: '+1 206••• ••02' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^(?:Timeline|处理过程)$/)
      .waitFor(patience)
    expect(await violations(page)).toEqual([])
    await picture(page, `${name}-message`)
  })
})

test('a long log keeps only the rows near the screen in the page, and shows the others when they are near', async () => {
  const { page, problems } = await signedIn()
  const to = (request: number) => Array.from({ length: 80 }, (_, nr) => `+120655${request}${1000 + nr}`)
  await sendEach(page, { to: to(5), text: 'First' }, { to: to(6), text: 'Second' })
  await page.goto('/sms/logs')
  const rows = page.locator('[data-row]')
  const table = page.getByRole('table', { name: 'SMS logs' })
  for (let loaded = 40; loaded <= 160; loaded += 20) {
    await page.getByRole('button', { name: 'Load more entries' }).click(patience)
    await expect
      .poll(async () => Number((await table.getAttribute('aria-rowcount')) ?? (await rows.count()) + 1), patience)
      .toBe(loaded + 1)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => rows.count(), patience).toBeLessThanOrEqual(100)
  const first = rows.first()
  expect(await first.getAttribute('aria-rowindex')).toBe('2')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => rows.last().getAttribute('aria-rowindex'), patience).toBe('161')
  await expect.poll(() => first.getAttribute('aria-rowindex'), patience).not.toBe('2')
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})
