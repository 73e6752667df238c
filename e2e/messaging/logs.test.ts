import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { bothLooks } from '../looks.ts'
import type { OwnerShape } from '../new-owner.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

const open = (look: Look = {}, shape: OwnerShape = { balance: '10' }) => openAsOwner(server, look, '/sms/logs', shape)

interface Reply {
  readonly data: { readonly messages: readonly { readonly id: string }[] }
}

/** Sends to numbers of the sandbox that end in these digits. */
async function send(page: Page, ...ends: readonly string[]): Promise<Reply> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({
      to: ends.map((end) => `+1206555${end}`),
      text: 'Your parcel is here.',
      clientRef: 'order-77',
    }),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Reply
}

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
  await page.getByRole('option', { name: 'Not delivered' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('status')).toContain('5,')
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Message to +1 206••• ••02' })
  await sheet.getByRole('heading', { name: 'Why it did not arrive' }).waitFor(patience)
  for (const text of ['Accepted', 'Reserved', 'Routed', 'Sent', 'Receipt from sandbox · UNDELIV']) {
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
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
  expect(problems).toEqual([])
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
  const { page, problems } = await open({ locale: 'zh-CN', width: 390, height: 844, theme: 'dark' })
  await send(page, '0004')
  const link = page.getByRole('link', { name: '+1 206••• ••04' })
  await expect
    .poll(async () => {
      await page.goto('/sms/logs?status=9')
      await page.getByText(/^(?:1 条短信|没有符合条件的短信)$/).waitFor()
      return link.count()
    }, patience)
    .toBe(1)
  await link.click()
  const sheet = page.getByRole('dialog', { name: '发往 +1 206••• ••04 的短信' })
  await sheet.getByText('未送达原因').waitFor(patience)
  await sheet.getByText('处理建议').waitFor()
  expect(await sheet.getByText('原因', { exact: true }).locator('xpath=../dd').first().innerText()).toMatch(
    /\p{Script=Han}/u,
  )
  const explained = await followed(page, sheet.getByRole('link', { name: 'blocked_by_carrier' }))
  await explained.getByRole('heading', { name: '短信被运营商拦截' }).waitFor()
  await expect.poll(() => explained.title()).toBe('短信被运营商拦截 (blocked_by_carrier) · 鸿雁')
  expect(await explained.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(problems).toEqual([])
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the log and a message', async () => {
    const { page } = await open({ theme, locale, width, height: width === 390 ? 844 : 800 })
    await send(page, '0001', '0002', '1234')
    const name = `logs-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
    await expect
      .poll(async () => {
        await page.goto('/sms/logs')
        return page.getByText(/^(?:Undelivered|未送达)$/).count()
      }, patience)
      .toBe(1)
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
