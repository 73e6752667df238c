import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage } from '../browser.ts'
import { commonServer } from '../server.ts'
import { picture } from '../pictures.ts'

const password = 'secret12'
const owners = { us: 'payer-us@example.com', cn: 'payer-cn@example.com' } as const

const server = commonServer()

beforeAll(async () => {
  const open = (partition: 'us' | 'cn', currency: string) =>
    server.hongyan(
      'account',
      'create',
      '--email',
      owners[partition],
      '--password',
      password,
      '--partition',
      partition,
      '--currency',
      currency,
    )
  await open('us', 'USD')
  await open('cn', 'CNY')
})

type Order = { readonly amount: string; readonly channel: string; readonly currency: string }

/** Posts a call to the console's API, with the origin of the console. */
async function post(call: string, body: object, cookie = ''): Promise<Response> {
  const headers = { origin: server.address, 'content-type': 'application/json', cookie }
  const answer = await fetch(`${server.address}/api${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return answer
}

/** Creates an order of an owner. Returns the address of its pay page. */
async function newOrder(
  partition: 'us' | 'cn',
  order: Order,
): Promise<{ payload: string; balance: () => Promise<string> }> {
  const session = await post('/session', { identifier: owners[partition], password })
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { payload } = (await (await post('/topup', order, cookie)).json()) as { payload: string } // the contract's type
  return {
    payload,
    balance: async () => {
      const account = await fetch(`${server.address}/api/account`, { headers: { cookie } })
      return ((await account.json()) as { balance_amount: string }).balance_amount // the contract's type
    },
  }
}

/** Opens the pay page. `looks` checks its current state with axe and for logged errors. */
async function openPay(
  address: string,
  look: Look,
): Promise<{ page: Page; checkPage: (state: string) => Promise<void> }> {
  const { page, problems, close } = await openPage(server.address, look)
  onTestFinished(close)
  await page.goto(address)
  const { locale = 'en-US', theme = 'light', width = 1280 } = look
  const checkPage = async (state: string): Promise<void> => {
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await picture(page, `pay-${state}-${width}-${theme}-${locale.slice(0, 2)}`)
  }
  return { page, checkPage }
}

test('a payer fails, leaves, pays after all, and the money is in the account', async () => {
  const { payload, balance } = await newOrder('us', { amount: '20.01', channel: 'stripe', currency: 'USD' })
  const { page, checkPage } = await openPay(payload, {})
  await expect.poll(() => page.title()).toBe('Pay with Stripe · Hongyan')
  await checkPage('open')
  await page.getByRole('button', { name: 'Simulate failure' }).click()
  await page.getByRole('status').getByText('Declined').waitFor()
  await checkPage('declined')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('status').getByText('Not paid').waitFor()
  await checkPage('left')
  await page.getByRole('link', { name: 'Pay again' }).click()
  await page.getByRole('button', { name: 'Pay $20.01' }).click()
  await page.getByRole('status').getByText('Paid').waitFor()
  expect(Number(await balance())).toBe(20.01)
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  await page.getByRole('button', { name: 'Dispute won' }).waitFor()
  await checkPage('disputed')
  await page.getByRole('link', { name: 'Back to Hongyan' }).click()
  await page.getByRole('heading', { name: 'You can close this window' }).waitFor()
  await checkPage('back')
})

test.each(['alipay', 'wxpay'])('%s is paid on a phone, in Chinese and in the dark', async (channel) => {
  const { payload, balance } = await newOrder('cn', { amount: '500.01', channel, currency: 'CNY' })
  const before = Number(await balance())
  const { page, checkPage } = await openPay(payload, { locale: 'zh-CN', theme: 'dark', width: 390, height: 844 })
  await page.getByText('测试金额').click()
  await checkPage(`${channel}-open`)
  await page.getByRole('button', { name: '支付 ¥500.01' }).click()
  await page.getByRole('status').getByText('支付成功').waitFor()
  await checkPage(`${channel}-paid`)
  expect(Number(await balance())).toBeGreaterThanOrEqual(before + 500.01)
})
