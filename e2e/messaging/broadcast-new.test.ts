import { describe, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'

const server = commonServer()

/** Five numbers of the sandbox that receive, one of them twice, and one that is no number. */
const table = [
  'phone,order,when',
  ...['0100', '0101', '0102', '0103', '0104'].map((end, nr) => `+1206555${end},A1${nr},14:0${nr}`),
  '+12065550100,A19,15:00',
  'none,A20,15:00',
].join('\n')

const english = {
  numbers: 'Phone numbers',
  check: 'Check recipients',
  people: '5 people',
  leftOut: 'Download the 2 rows left out',
  name: 'Name',
  toMessage: 'Continue to message',
  template: /^Template Choose/,
  option: /^Order shipped/,
  value: /^Value of time/,
  column: 'Column “when”',
  text: 'Your order A10 has shipped and should arrive by 14:00.',
  toWhen: 'Continue to time',
  toReview: 'Review',
  send: 'Send to 5 people',
  delivered: 'Delivered',
}
const chinese: typeof english = {
  numbers: '手机号',
  check: '检查收件人',
  people: '5 人',
  leftOut: '下载未纳入的 2 行',
  name: '群发名称',
  toMessage: '下一步：短信内容',
  template: /^模板 请选择/,
  option: /^发货通知/,
  value: /^time 的取值/,
  column: '列“when”',
  text: '您的订单A10已发货，预计14:00前送达。',
  toWhen: '下一步：发送时间',
  toReview: '下一步：确认',
  send: '向 5 人发送',
  delivered: '已送达',
}

const looks = [
  { theme: 'light', width: 1280, height: 800, locale: 'en-US', words: english },
  { theme: 'dark', width: 390, height: 844, locale: 'zh-CN', words: chinese },
] as const

describe.each(looks)('$theme, at $width in $locale', ({ words, ...look }) => {
  test('five pasted numbers get a template with their values, and the page of the broadcast follows them', async () => {
    const { page, problems } = await openAsOwner(server, look, '/broadcast/new', { balance: '10' })
    const seen = async (step: string): Promise<void> => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
      await picture(page, `broadcast-${step}-${look.width}-${look.theme}`, { fullPage: true })
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const current = page.locator('[aria-current=step]')

    await page.getByLabel(words.numbers).fill(table)
    await press(words.check)
    await page.getByText(words.people, { exact: true }).waitFor(patience)
    await page.getByRole('link', { name: words.leftOut }).waitFor()
    await page.getByLabel(words.name).fill('Orders of today')
    await seen('recipients')

    await press(words.toMessage)
    await expect.poll(() => page.locator('h2:focus').count(), patience).toBe(1)
    await page.getByRole('button', { name: words.template }).click()
    await page.getByRole('option', { name: words.option }).click()
    await page.getByRole('button', { name: words.value }).click()
    await page.getByRole('option', { name: words.column }).click()
    await page.getByText(words.text).waitFor(patience)
    await seen('message')

    // The address and the tab keep every choice.
    await page.reload()
    await page.getByText(words.text).waitFor(patience)
    await press(words.toWhen)
    await current.getByText('3').waitFor(patience)
    await seen('when')

    await press(words.toReview)
    const send = page.getByRole('button', { name: words.send })
    await send.waitFor(patience)
    await seen('review')
    await page.goBack()
    await current.getByText('3').waitFor(patience)
    await page.goForward()
    await send.click()
    await page.waitForURL(/\/broadcast\/[\da-f-]{36}$/, patience)
    await page.getByRole('heading', { level: 1, name: 'Orders of today' }).waitFor(patience)
    await page.getByText(words.delivered, { exact: true }).first().waitFor(patience)
    expect(problems).toEqual([])
  })
})

test('a phonebook among many is found by a part of its name and chosen with the keys alone', async () => {
  const { page, problems } = await openAsOwner(server, { width: 390, height: 844 }, '/broadcast/new')
  const headers = { origin: server.address }
  for (const month of [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
  ]) {
    const made = await page.request.put('/api/phonebooks', { headers, data: { name: `Orders of ${month}` } })
    expect(made.ok()).toBe(true)
  }
  await page.getByText('Phonebook', { exact: true }).click()
  const choice = page.getByRole('button', { name: /^Phonebook / })
  await choice.press('ArrowDown')
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await search.pressSequentially('august')
  await expect
    .poll(() => page.getByRole('option').allTextContents(), patience)
    .toEqual(['Orders of August · 0 contacts'])
  expect(await violations(page)).toEqual([])
  await picture(page, 'broadcast-search')
  await search.press('ArrowDown')
  await search.press('Enter')
  await search.waitFor({ state: 'detached', ...patience })
  expect(await choice.textContent()).toContain('Orders of August')
  expect(await choice.evaluate((button) => button === document.activeElement)).toBe(true)

  await choice.press('ArrowDown')
  await search.pressSequentially('winter')
  await page.getByRole('status').getByText('No match.').waitFor(patience)
  await search.press('Escape')
  await search.press('Escape')
  await search.waitFor({ state: 'detached', ...patience })
  expect(problems).toEqual([])
})
