import type { TopUpOrder } from '@hongyan/contract/endpoints/finance/top-up'
import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape } from '../focus.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'
import { typeInto } from '../type-into.ts'

const password = 'secret12'

const owners = {
  USD: { email: 'refunds-dollars@example.com', partition: 'us', channel: 'stripe', amount: '100.01' },
  CNY: { email: 'refunds-yuan@example.com', partition: 'cn', channel: 'alipay', amount: '1000.01' },
} as const
type Owner = keyof typeof owners

const server = commonServer()

const origin = () => ({ origin: server.address })
const list = async (page: Page): Promise<readonly Transaction[]> =>
  (await (await page.request.get('/api/transactions')).json()) as Transaction[]

async function signedIn(owner: Owner, look: Look = {}): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  await startSession(watched.page, { identifier: owners[owner].email, password })
  return watched
}

/** Creates and pays a top-up. Returns its id. */
async function createPaidTopUp(page: Page, owner: Owner): Promise<string> {
  const { amount, channel } = owners[owner]
  const data = { amount, channel, currency: owner }
  const reply = await page.request.post('/api/topup', { data, headers: origin() })
  const order = (await reply.json()) as TopUpOrder
  await payOrder(order.payload)
  await vi.waitFor(
    async () => expect((await list(page)).find(({ id }) => String(id) === order.id)?.status).toBe(1),
    patience,
  )
  return order.id
}

async function visit(owner: Owner, look: Look = {}): Promise<WatchedPage & { readonly id: string }> {
  const watched = await signedIn(owner, look)
  onTestFinished(watched.close)
  const id = await createPaidTopUp(watched.page, owner)
  await watched.page.goto(`/transactions?open=${id}`)
  return { ...watched, id }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Refund top-up|^充值退款/ })

beforeAll(async () => {
  const create = async ([currency, { email, partition }]: [string, (typeof owners)[Owner]]) => {
    const shape = ['--partition', partition, '--currency', currency, '--balance', '0']
    await server.hongyan('account', 'create', '--email', email, '--password', password, ...shape)
  }
  await Promise.all(Object.entries(owners).map(create))
  await server.hongyan('account', 'set', owners.CNY.email, 'realname_auth', 'true')
})

test('an owner who is not verified sees that verification is missing', async () => {
  const { page } = await visit('USD')
  await page.getByRole('button', { name: 'Request refund' }).click()
  await dialog(page).getByText('Refunds require real-name verification.').waitFor()
  await expect.poll(() => dialog(page).getByRole('textbox').count()).toBe(0)
  await escape(dialog(page))
})

test('a refund is computed while the customer types, confirmed, and listed as a transaction', async () => {
  await server.hongyan('account', 'set', owners.USD.email, 'realname_auth', 'true')
  const { page, problems, id } = await visit('USD')
  await page.getByRole('button', { name: 'Request refund' }).click()
  const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
  await amount.waitFor()
  await expect.poll(() => amount.inputValue()).toBe('100.01')
  await picture(page, 'refund-en')
  expect(await violations(page)).toEqual([])
  await typeInto(amount, '12,5')
  await amount.press('Enter')
  await dialog(page).getByText('Enter an amount such as 12.50.').waitFor()
  await typeInto(amount, '100.02')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => dialog(page).innerText()).toContain('Enter $0.01 to $100.01, in whole cents.')
  await expect.poll(() => dialog(page).innerText()).toContain('Enter a reason of 5 to 300 characters.')
  await typeInto(amount, '40.50')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('We paid more than we need')
  await expect
    .poll(() => dialog(page).getByRole('region', { name: 'What you get back' }).innerText())
    .toMatch(/Paid out to Stripe\s+\$40\.50/)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByText('Refund $40.50 to Stripe?').waitFor()
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => amount.inputValue()).toBe('40.50')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Refund $40.50' }).click()
  await page.getByText('$40.50 is being returned to you').first().waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  const line = (await list(page)).find(({ description: { kind } }) => kind === 'refund')
  expect(line).toMatchObject({ amount: '40.500000', direction: 2, description: { about: id } })
  await page.goto(`/transactions?open=${line?.id}`)
  const sheet = page.getByRole('dialog', { name: /^Transaction / })
  await sheet.getByText('Paid out').waitFor()
  await expect.poll(() => sheet.innerText()).toMatch(/Fee\s+\$0\.000000\s+Paid out\s+\$40\.500000/)
  expect(problems).toEqual([])
})

test('in Chinese, on a phone, with cashback that goes back and a channel that takes its time', async () => {
  const { page, problems } = await visit('CNY', { locale: 'zh-CN', width: 390, height: 844 })
  await page.getByRole('button', { name: '申请退款' }).click()
  const sums = dialog(page).getByRole('region', { name: '退回明细' })
  await sums.waitFor()
  await expect.poll(() => sums.innerText()).toMatch(/扣回返现[^¥]+¥[1-8]\.\d\d/)
  await dialog(page).getByRole('textbox', { name: '退款金额' }).fill('300.11')
  await dialog(page).getByRole('textbox', { name: '退款原因' }).fill('充值金额过多')
  await picture(page, 'refund-zh-phone')
  await dialog(page).getByRole('button', { name: '下一步' }).click()
  await dialog(page).getByRole('button', { name: '退款 ¥300.11' }).click()
  await page.getByText('退款已提交').first().waitFor()
  await vi.waitFor(
    async () => expect((await list(page)).map(({ description: { kind } }) => kind)).toContain('cashback_return'),
    patience,
  )
  await page.getByRole('button', { name: '申请退款' }).click()
  await dialog(page).getByText('当前没有可退的金额。').waitFor()
  await page.keyboard.press('Escape')
  // The list shows the end of the refund without a reload.
  await expect.poll(() => page.getByRole('main').innerText(), patience).toMatch(/原路退款(?!中)/)
  expect(problems).toEqual([])
})
