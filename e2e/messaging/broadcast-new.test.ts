import type { Page } from 'playwright-core'
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

/** Submits a notice without variables, which the automatic check passes. */
async function newTemplate(page: Page, name: string): Promise<{ readonly id: string }> {
  const data = {
    name,
    code: '',
    scene: 2,
    language: 'en',
    content: 'Your parcel waits at the counter.',
    signature_id: null,
    industry: 'ECOMMERCE',
    usage_note: '',
    variables: [],
  }
  const made = await page.request.put('/api/sms/templates', { headers: { origin: server.address }, data })
  expect(made.ok()).toBe(true)
  return (await made.json()) as { readonly id: string }
}

test('a phonebook among many, and a template beyond the newest hundred, are found by their names and chosen with the keys alone', async () => {
  const { page, problems } = await openAsOwner(server, { width: 390, height: 844 }, '/broadcast/new')
  const headers = { origin: server.address }
  const person = { to: '+12065550100', fields: {}, zone: null, consent: null }
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
    const { id } = (await made.json()) as { id: string }
    const contact = await page.request.put(`/api/phonebooks/${id}/contacts`, { headers, data: person })
    expect(contact.ok()).toBe(true)
  }
  const { id: older } = await newTemplate(page, 'Winter notice')
  await server.hongyan('review', 'approve', older, '--by', 'lin')
  for (let nr = 1; nr <= 100; nr += 1) await newTemplate(page, `Notice ${nr}`)
  await page.getByText('Phonebook', { exact: true }).click()
  const choice = page.getByRole('button', { name: /^Phonebook / })
  await choice.press('ArrowDown')
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await search.pressSequentially('august')
  await expect
    .poll(() => page.getByRole('option').allTextContents(), patience)
    .toEqual(['Orders of August · 1 contact'])
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

  await page.getByRole('button', { name: 'Check recipients' }).click()
  await page.getByRole('button', { name: 'Continue to message' }).click(patience)
  const template = page.getByRole('button', { name: /^Template / })
  await template.press('ArrowDown')
  await search.waitFor(patience)
  await expect.poll(() => page.getByRole('option', { name: /^Winter/ }).count()).toBe(0)
  await search.pressSequentially('winter')
  await page.getByRole('option', { name: /^Winter notice/ }).waitFor(patience)
  await search.press('ArrowDown')
  await search.press('Enter')
  await search.waitFor({ state: 'detached', ...patience })
  expect(await template.textContent()).toContain('Winter notice')
  await page.getByText('Your parcel waits at the counter.').first().waitFor(patience)
  expect(problems).toEqual([])
})
