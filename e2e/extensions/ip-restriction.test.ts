import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()
const address = '/extensions/ip-restriction'

/** Makes a credential, and returns a function that sends with it from this machine. */
async function newCaller(page: Page): Promise<() => Promise<number>> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  return async () => {
    const { status } = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
      method: 'POST',
      body: JSON.stringify({ to: '+12065551234', text: 'Your parcel is here.' }),
    })
    return status
  }
}

test('addresses are pasted, an allow-list warns of a caller that it cuts off, blocks it, and is kept', async () => {
  const { page, problems } = await openAsOwner(server, {}, address, { balance: '10' })
  await page.getByText('Add the servers that call us').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-empty-1280', { fullPage: true })
  const send = await newCaller(page)
  expect(await send()).toBe(200)
  await page.getByRole('link', { name: 'Add the 1 IP seen this week' }).waitFor(patience)

  await page.getByRole('button', { name: 'Add IP addresses' }).click()
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByLabel('IP addresses or networks')
  const submit = dialog.getByRole('button', { name: 'Add IP addresses' })
  await submit.click()
  await dialog.getByText('Enter an IP address or a network, such as 198.51.100.0/24.').waitFor()
  await typeInto(typed, '108.160.167.147/24, 108.160.167.9, 0.0.0.0/0, 8.8.8.08, 4.0.0.0/8')
  const results = dialog.getByRole('list', { name: 'Recognised addresses' })
  await results.getByText('Saved as 108.160.167.0/24').waitFor()
  await results.getByText('This overlaps another entry. Keep one of them.').waitFor()
  await results.getByText('A /0 network covers all addresses. Enter a smaller one.').waitFor()
  await results.getByText('Very large network').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-add-1280')
  await typeInto(typed, '108.160.167.147/24, 8.8.8.8')
  await typeInto(dialog.getByLabel('Note (optional)'), 'x'.repeat(65))
  await submit.click()
  await dialog.getByText('Enter a note of up to 64 characters.').waitFor()
  await typeInto(dialog.getByLabel('Note (optional)'), 'Order servers')
  await submit.click()
  await page.getByText('2 entries added').waitFor(patience)
  await dialog.waitFor({ state: 'detached' })

  const restrict = page.getByRole('switch', { name: 'Restrict IP addresses' })
  await restrict.click()
  const alert = page.getByRole('alertdialog', { name: '1 caller will be cut off' })
  await alert.getByText('127.0.0.1').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-lock-out-1280')
  await alert.getByRole('button', { name: 'Cancel' }).click()
  await alert.waitFor({ state: 'detached' })
  await expect.poll(() => restrict.isChecked()).toBe(false)
  await restrict.click()
  await alert.getByRole('button', { name: 'Apply anyway' }).click()
  await page.getByText('Config activated').waitFor(patience)
  await picture(page, 'ip-trial-1280')
  await page.getByText(/^It is reverted in (?:10:00|9:\d\d) unless you keep it\.$/).waitFor()
  await expect.poll(send, { interval: 50 }).toBe(403)
  await page.getByRole('row').filter({ hasText: '127.0.0.1' }).getByText('Refused').first().waitFor(patience)
  await page.getByRole('button', { name: 'Keep change' }).click()
  await page.getByText('This change is on trial').waitFor({ state: 'detached' })

  await typeInto(page.getByLabel('Check an address'), '8.8.8')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Enter an IPv4 or IPv6 address.').waitFor()
  await typeInto(page.getByLabel('Check an address'), '108.160.167.9')
  await page.getByLabel('Check an address').press('Enter')
  await page.getByText('108.160.167.9 can send. Matches 108.160.167.0/24.').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-rules-1280', { fullPage: true })

  await page.getByRole('link', { name: '8.8.8.8' }).click()
  await typeInto(dialog.getByLabel('IP or network'), '8.8.4.0/24')
  await dialog.getByRole('radio', { name: 'Deny' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Entry updated').waitFor(patience)
  const row = page.getByRole('row').filter({ hasText: '8.8.4.0/24' })
  await row.getByText('Deny', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for 8.8.4.0/24' }).click()
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })

  const rules = (await (await page.request.get('/api/plugins/ip-restriction')).json()) as { entries: { id: string }[] }
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(rules.entries[0]?.id ?? '')
  await page.getByRole('option').filter({ hasText: 'IP entry' }).click(patience)
  await page.getByRole('dialog', { name: 'Edit entry' }).getByRole('button', { name: 'Cancel' }).click(patience)
  // The warning is a refusal, and the search asks for the id among records of other kinds.
  expect(problems.filter((text) => !/status of 40[49]/.test(text))).toEqual([])
})

test('on a phone in Chinese, the IP of this week is added, own calls are denied after a warning, and rules only report', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, address, { balance: '10' })
  const send = await newCaller(page)
  expect(await send()).toBe(200)
  await page.getByRole('link', { name: '添加本周调用的 1 个 IP' }).click(patience)
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('IP 或网段').inputValue()).toBe('127.0.0.1')
  await dialog.getByRole('radio', { name: '禁止' }).click()
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-add-390', { fullPage: true })
  await dialog.getByRole('button', { name: '添加 IP' }).click()
  await page.getByText('已添加 1 条').waitFor(patience)
  await page.getByRole('radio', { name: '黑名单' }).click()
  await page.getByText('配置已保存').waitFor(patience)
  await page.getByRole('switch', { name: '仅记录' }).click()
  await page.getByRole('switch', { name: '启用 IP 限制' }).click()
  await expect
    .poll(async () => (await send()) === 200 && page.getByText('仅记录', { exact: true }).count(), { interval: 200 })
    .toBeGreaterThan(1)
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-rules-390', { fullPage: true })
  await page.getByRole('switch', { name: '仅记录' }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByText('127.0.0.1', { exact: true }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'ip-lock-out-390')
  await alert.getByRole('button', { name: '仍要应用' }).click()
  await page.getByText('修改待确认').waitFor(patience)
  await expect.poll(send, { interval: 50 }).toBe(403)
  await page.getByRole('button', { name: '127.0.0.1 的操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const removal = page.getByRole('alertdialog', { name: '确定要删除条目“127.0.0.1”吗？' })
  await removal.getByLabel(/请输入 127\.0\.0\.1/).waitFor(patience)
  await typeInto(removal.getByLabel(/请输入 127\.0\.0\.1/), '127.0.0.1')
  await removal.getByRole('button', { name: '删除' }).click()
  await page.getByText('条目已删除').waitFor(patience)
  await expect.poll(send, { interval: 50 }).toBe(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
