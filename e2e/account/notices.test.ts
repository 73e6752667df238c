import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { escape } from '../focus.ts'
import { languages, looks } from '../looks.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { commonServer } from '../server.ts'
import { picture } from '../pictures.ts'
import { typeInto } from '../type-into.ts'

const settings = '/account/settings?tab=notifications'

const words = {
  'en-US': {
    bell: 'Notifications',
    nothing: 'No new messages',
    toppedUp: 'Top-up received',
    credited: '$50.00 has been credited to your account.',
    readAll: 'Mark all as read',
    more: 'Load more entries',
    all: 'All entries are loaded',
    low: 'Low balance',
    below: 'Alert threshold',
    outside: 'Enter an amount from $1 to $100,000.',
    unreadable: 'Enter an amount such as 12.50.',
    save: 'Save',
    activated: 'Config activated',
    saved: 'Config saved',
    byMail: 'Top-up received by Email',
    guard: 'Password changed by Email',
    byText: 'Top-up received by SMS',
    noPhone: 'Your account has no phone number.',
    setUp: 'Set it up in Security',
  },
  'zh-CN': {
    bell: '通知',
    nothing: '暂无新消息',
    toppedUp: '充值已到账',
    credited: '$50.00 已充入您的账户。',
    readAll: '全部标为已读',
    more: '加载更多',
    all: '已加载全部',
    low: '余额提醒',
    below: '提醒金额',
    outside: '请输入 $1 至 $100,000 之间的金额。',
    unreadable: '请输入金额，例如 12.50。',
    save: '保存',
    activated: '配置已生效',
    saved: '配置已保存',
    byMail: '充值到账：邮件',
    guard: '密码修改：邮件',
    byText: '充值到账：短信',
    noPhone: '您的账户尚未设置手机号。',
    setUp: '前往“安全设置”',
  },
} as const

const server = commonServer()

const open = (look: Look, address: string | null = '/') => openAsOwner(server, look, address)

const headers = () => ({ origin: server.address })
const account = async (page: Page): Promise<Account> =>
  (await (await page.request.get('/api/account')).json()) as Account // a row of the contract
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function topUp(page: Page): Promise<void> {
  const data = { amount: '50', channel: 'stripe', currency: 'USD' }
  const order = (await (await page.request.post('/api/topup', { data, headers: headers() })).json()) as TopUpOrder
  await payOrder(order.payload)
  await vi.waitFor(async () => expect((await account(page)).unread_notices).toBe(1), patience)
}

/** Causes two notices: creates a credential and removes it. */
async function createAndRemoveCredential(page: Page): Promise<void> {
  const made = await page.request.put('/api/credentials', { data: { mode: 2 }, headers: headers() })
  const { id } = (await made.json()) as { readonly id: string }
  await page.request.delete(`/api/credentials/${id}`, { headers: headers() })
}

describe.each(languages)('in %s', (locale) => {
  const texts = words[locale]

  test('the bell shows no notices, then new ones, and then that they are read', async () => {
    const { page, problems } = await open({ locale })
    const layer = page.getByRole('dialog', { name: texts.bell })
    await button(page, texts.bell).click()
    await layer.getByText(texts.nothing, { exact: true }).waitFor()
    await escape(layer)
    await topUp(page)
    await page.reload()
    await button(page, `${texts.bell}: 1`).click()
    const row = layer.getByRole('link', { name: texts.toppedUp })
    await expect.poll(() => row.innerText()).toContain(texts.credited)
    expect(await layer.getByText(texts.nothing).count()).toBe(0)
    await row.click()
    await page.waitForURL('**/transactions')
    await button(page, texts.bell).click()
    await row.waitFor()
    await layer.getByText(texts.all, { exact: true }).waitFor()
    expect((await account(page)).unread_notices).toBe(0)
    expect(problems).toEqual([])
  })

  test('an owner chooses the channels of notices, and the threshold of the low balance notice', async () => {
    const { page, problems } = await open({ locale }, settings)
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await box(texts.guard).waitFor()
    expect([await box(texts.guard).isChecked(), await box(texts.guard).isDisabled()]).toEqual([true, true])
    expect(await box(texts.byText).isDisabled()).toBe(true)
    await page.getByText(texts.noPhone).waitFor()
    await box(texts.byMail).check()
    await page.getByRole('switch', { name: texts.low }).check()
    await button(page, texts.save).click()
    await page.getByText(texts.outside).waitFor()
    await typeInto(page.getByLabel(texts.below, { exact: true }), '12,5')
    await button(page, texts.save).click()
    await page.getByText(texts.unreadable).waitFor()
    await typeInto(page.getByLabel(texts.below, { exact: true }), '1,250')
    await button(page, texts.save).click()
    await page.getByText(texts.activated, { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel(texts.below, { exact: true }).inputValue()).toBe('1250')
    expect(await box(texts.byMail).isChecked()).toBe(true)
    await page.getByRole('switch', { name: texts.low }).uncheck()
    await button(page, texts.save).click()
    await page.getByText(texts.saved, { exact: true }).waitFor()
    await page.getByRole('link', { name: texts.setUp }).click()
    await page.waitForURL('**/account/settings?tab=security')
    expect(problems).toEqual([])
  })
})

test('more than a page is loaded by and by, and all of it is read at once', async () => {
  const texts = words['en-US']
  const { page } = await open({}, null)
  for (let nr = 0; nr < 11; nr += 1) await createAndRemoveCredential(page)
  await page.goto('/')
  await button(page, `${texts.bell}: 22`).click()
  const layer = page.getByRole('dialog', { name: texts.bell })
  const rows = layer.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(20)
  await button(page, texts.more).click()
  await expect.poll(() => rows.count()).toBe(22)
  await layer.getByText(texts.all, { exact: true }).waitFor()
  await button(page, texts.readAll).click()
  await expect.poll(async () => (await account(page)).unread_notices).toBe(0)
  await escape(layer)
  await button(page, texts.bell).waitFor()
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const texts = words[locale]
    const { page, owner, problems } = await open({ theme, locale, width, height: width === 390 ? 844 : 800 }, settings)
    const capture = async (name: string, fullPage: boolean) => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage })
    }
    await page.getByRole('switch', { name: texts.low }).check()
    await capture('notifications', true)
    await topUp(page)
    await createAndRemoveCredential(page)
    for (const status of ['1', '0', '12', '0']) {
      await server.hongyan('account', 'set', owner.identifier, 'acct_status', status)
    }
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations(page)).toEqual([])
    if (width === 390) await page.getByRole('button', { name: /^(?:Open menu|打开菜单)$/ }).click()
    await button(page, `${texts.bell}: 6`).click()
    await page.getByRole('dialog', { name: texts.bell }).getByText(texts.toppedUp).waitFor()
    await capture('bell', false)
    expect(problems).toEqual([])
  })
})
