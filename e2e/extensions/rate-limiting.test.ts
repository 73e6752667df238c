import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { openPage } from '../browser.ts'
import { untilFocused } from '../focus.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { signIn } from '../sign-in.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()
const address = '/extensions/sms-rate-limiting'
const call = '/api/plugins/sms-rate-limiting'
const limited = '+12065551234'

/** Returns a function that sends to recipients by a credential of the page's owner. */
async function newSender(page: Page): Promise<(...to: readonly string[]) => Promise<Response>> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  return (...to) =>
    fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
      method: 'POST',
      body: JSON.stringify({ to, text: 'Your parcel is here.' }),
    })
}

test('a preset becomes a rule that is previewed and saved, and the message it rejects is counted and explained', async () => {
  const { page, problems } = await openAsOwner(server, {}, address, { balance: '10' })
  const send = await newSender(page)
  await page.getByText('No rules yet').waitFor(patience)
  await picture(page, 'rate-limiting-empty-1280')
  await page.getByRole('button', { name: 'Notifications 50 a day' }).click()
  const dialog = page.getByRole('dialog')
  const perDay = dialog.getByLabel('Per day', { exact: true })
  await typeInto(dialog.getByLabel('Per minute', { exact: true }), '61')
  await typeInto(perDay, '0')
  await perDay.press('Enter')
  await dialog.getByText('Enter a number from 1 to 60.').waitFor()
  await dialog.getByText('Enter a number from 1 to 1,000.').waitFor()
  expect(await violations(page)).toEqual([])
  await typeInto(dialog.getByLabel('Per minute', { exact: true }), '2')
  await typeInto(perDay, '1')
  await perDay.press('Enter')
  await dialog.getByText(/^A longer window needs a limit/).waitFor()
  await typeInto(dialog.getByLabel('Per minute', { exact: true }), '')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('row', { name: /Same recipient Notification/ }).waitFor()
  await page.getByRole('switch', { name: 'Enforce rate limits' }).click()

  await page.getByRole('link', { name: 'Delivery receipts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await dialog.getByText('You sent no messages yesterday, so there’s nothing to compare.').waitFor(patience)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Config activated').waitFor(patience)
  expect(await violations(page)).toEqual([])

  await expect.poll(async () => (await send(limited)).status, patience).toBe(429)
  expect((await send(limited, '+12065551235')).status).toBe(200)
  await page.goto('/sms/logs?error=recipient_rate_limited')
  await page.getByRole('row').filter({ hasText: 'Rejected' }).getByRole('link').first().click()
  await dialog.getByText('One of your rate limits stopped this message.').first().waitFor(patience)
  await dialog.getByText(/^Same recipient: 1 a day/).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-message-1280')
  await dialog.getByRole('link', { name: 'Rate limiting' }).click()
  await page.getByRole('tab', { name: 'Hits' }).click()
  const hits = page.getByRole('tabpanel', { name: 'Hits' })
  await hits.getByRole('slider', { name: /^Messages that rules and caps stopped/ }).waitFor(patience)
  await hits.getByText('Table', { exact: true }).click()
  await hits.getByRole('table', { name: 'Hits by day' }).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-hits-1280', { fullPage: true })
  expect(problems).toEqual([])
})

test('a day of real messages shows what new rules would have rejected, before they are saved', async () => {
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  await signIn(page, { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }, `${address}?rule=marketing`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await dialog
    .getByText(/^With these rules, [\d,]+ of yesterday’s [\d,]+ messages? would have been rejected/)
    .waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-preview-1280')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('tab', { name: 'All limits' }).click()
  await page.getByRole('row', { name: /Account Sending rate/ }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-limits-1280')
})

test('on a phone in Chinese, caps and exempt numbers are added and saved over those of another session', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, `${address}?tab=caps`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '设置：每天短信条数' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请输入 1–10,000,000 的整数。').waitFor()
  await typeInto(dialog.getByLabel('每天短信条数'), '５，０００')
  await dialog.getByLabel('仅告警').click()
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-cap-390')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('每天 5,000 条').waitFor()
  await page.getByRole('button', { name: '添加国家或地区' }).click()
  await dialog.getByRole('combobox', { name: '国家或地区' }).waitFor()
  await dialog.getByRole('button', { name: '添加上限' }).click()
  await untilFocused(dialog.getByRole('combobox', { name: '国家或地区' }))
  await typeInto(dialog.getByRole('combobox', { name: '国家或地区' }), 'ID')
  await page.getByRole('option', { name: '印度尼西亚 (ID)' }).click()
  await typeInto(dialog.getByLabel('每小时短信条数'), '20')
  await dialog.getByRole('button', { name: '添加上限' }).click()
  await page.getByText('每小时 20 条').waitFor()

  await page.getByRole('tab', { name: '豁免号码' }).click()
  await page.getByRole('button', { name: '添加号码' }).click()
  await dialog.getByLabel('号码', { exact: true }).fill('+86 138 0013 8000，客服\n13800138001')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('已添加 1 个号码，1 行需要修改：').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-numbers-390')
  await typeInto(dialog.getByLabel('号码', { exact: true }), '+8613800138001')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('+8613800138001').waitFor()

  const stored = (await (await page.request.get(call)).json()) as { readonly version: number }
  const other = {
    version: stored.version,
    enabled: true,
    rules: [],
    exempt: [],
    per_second: 5,
    day: null,
    countries: [],
  }
  await page.request.post(call, { headers: { origin: server.address }, data: other })
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('这些设置已在其他会话中被修改。').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'rate-limiting-conflict-390')
  await page.getByRole('button', { name: '保留我的修改' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('配置已保存').waitFor(patience)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
