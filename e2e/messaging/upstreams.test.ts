import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { bindPhone } from '../bind-phone.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()
const address = '/upstreams'

const SECRET = 'key0123456789'
const tencent = {
  provider: 'tcc',
  name: 'Tencent Cloud',
  regions: ['CN'],
  tps: 20,
  daily_cap: null,
  credentials: { secretId: 'AKID0123', secretKey: SECRET, sdkAppId: '1400000000' },
}

/** Adds a channel by its call; the form has been filled in once. */
async function addChannel(page: Page): Promise<void> {
  const reply = await page.request.put('/api/upstreams', { headers: { origin: server.address }, data: tencent })
  if (!reply.ok()) throw new Error(await reply.text())
}

test('a channel is added after refused credentials, tested, activated and paused, a template is mapped at a second one, which is deleted by its name', async () => {
  const { page, owner, problems } = await openAsOwner(server, {}, address, { balance: '10' })
  await bindPhone(page, server, owner.identifier, '+1206555')
  await page.getByText('All traffic uses our own network').waitFor(patience)
  await picture(page, 'upstreams-empty-1280')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add channel' }).waitFor(patience)
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Choose a provider.').waitFor()
  await page.getByText('Twilio', { exact: true }).click()
  const token = page.getByLabel('Auth token')
  await typeInto(page.getByLabel('Account SID'), 'AC12')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Enter AC and 32 characters 0–9 and a–f.').waitFor()
  await page.getByText('Enter a name of up to 48 characters.').waitFor()
  await typeInto(page.getByLabel('Account SID'), `AC${'0123456789abcdef'.repeat(2)}`)
  await typeInto(token, `${'0123456789abcdef'.repeat(2).slice(3)}000`)
  await typeInto(page.getByLabel('From (optional)'), '+12065550100')
  await typeInto(page.getByLabel('Name', { exact: true }), 'Twilio US')
  await typeInto(page.getByLabel('Daily spend cap'), '1,000.00')
  await page.getByLabel('Countries', { exact: true }).selectOption({ label: 'United States (US)' })
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).waitFor(patience)
  await page
    .getByText('The provider rejected the credentials. Check them at the provider and save them again.')
    .waitFor()
  expect(await token.getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page)).toEqual([])
  await picture(page, 'upstreams-form-1280', { fullPage: true })
  await typeInto(token, '0123456789abcdef'.repeat(2))
  await page.getByRole('button', { name: 'Check credentials' }).click()
  await page.getByText('The provider accepted the credentials.').waitFor(patience)
  await page.getByRole('button', { name: 'Add channel' }).click()

  const sheet = page.getByRole('dialog', { name: 'Channel Twilio US' })
  await sheet.getByText('Receipt URL', { exact: true }).waitFor(patience)
  await sheet.getByText('******def').waitFor()
  await sheet.getByText('$1,000.00').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'upstreams-sheet-1280')
  await sheet.getByRole('button', { name: 'Send test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Twilio US' })
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Test message accepted').waitFor(patience)
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await sheet.getByText('Active', { exact: true }).waitFor(patience)
  await sheet.getByRole('button', { name: 'Pause' }).click()
  await sheet.getByText('Paused', { exact: true }).waitFor(patience)
  await sheet.getByRole('button', { name: 'Close' }).click()

  await addChannel(page)
  await page.goto(`${address}?tab=mappings`)
  await page.getByRole('button', { name: 'Map public template' }).click(patience)
  const form = page.getByRole('dialog', { name: 'Map public template' })
  await form.getByRole('button', { name: 'Save' }).click(patience)
  await form.getByText('Enter the provider’s ID, up to 64 characters.').waitFor()
  await typeInto(form.getByLabel('Provider’s template ID'), '2049381')
  await form.getByRole('button', { name: 'Move minutes up' }).press('Enter')
  expect(await violations(page)).toEqual([])
  await picture(page, 'upstreams-map-1280')
  await form.getByRole('button', { name: 'Save' }).click()
  const mapping = page.getByRole('row').filter({ hasText: '2049381' })
  await mapping.getByText('Ready').waitFor(patience)
  expect(await mapping.getByRole('listitem').allTextContents()).toEqual(['minutes', 'code'])

  await page.getByRole('tab', { name: 'Channels' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Tencent Cloud' })
  await row.getByRole('button', { name: 'Actions for Tencent Cloud' }).click(patience)
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await row.getByText('Active').waitFor(patience)
  await row.getByRole('button', { name: 'Actions for Tencent Cloud' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const alert = page.getByRole('alertdialog')
  expect(await alert.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await typeInto(alert.getByLabel('Enter Tencent Cloud to confirm'), 'Tencent Cloud')
  await alert.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached', ...patience })
  expect(await violations(page)).toEqual([])
  await picture(page, 'upstreams-list-1280')
  await page.getByRole('tab', { name: 'Health' }).click()
  await page.getByRole('heading', { level: 2, name: 'Twilio US' }).waitFor(patience)
  expect(problems).toEqual([])
})

test('on a phone in Chinese, a channel is added, found by its name, and its secret stays where none is typed', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, `${address}?form=new`)
  await page.getByText('腾讯云', { exact: true }).click(patience)
  await typeInto(page.getByLabel('SecretId'), 'AKID0123')
  await typeInto(page.getByLabel('SecretKey'), SECRET)
  await typeInto(page.getByLabel('SDK AppID'), '1400000000')
  await typeInto(page.getByLabel('名称', { exact: true }), '腾讯云主通道')
  expect(await violations(page)).toEqual([])
  await picture(page, 'upstreams-form-390', { fullPage: true })
  await page.getByRole('button', { name: '添加通道' }).click()
  const sheet = page.getByRole('dialog', { name: '通道“腾讯云主通道”' })
  await sheet.getByText('******789').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('button', { name: '编辑' }).click()
  await typeInto(page.getByLabel('每秒条数'), '7')
  await page.getByRole('button', { name: '保存' }).click()
  await sheet.getByText('0 / 7').waitFor(patience)
  await sheet.getByText('******789').waitFor()

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor(patience)
  await page.getByRole('button', { name: '搜索' }).click()
  await page.getByRole('combobox').fill('腾讯云主')
  await page.getByRole('option').filter({ hasText: '腾讯云主通道' }).click(patience)
  await sheet.getByText('******789').waitFor(patience)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an account without review of its texts has no channels: the menu, the address and the palette leave them out', async () => {
  const { page } = await openAsOwner(server, {}, address, { fields: { sms_wildcard: 'true' } })
  await page.waitForURL((url) => url.pathname === '/', patience)
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Upstreams' }).count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('channel')
  await page.getByText('No search results found').waitFor(patience)
})
