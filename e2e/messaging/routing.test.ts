import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()
const address = '/upstreams?tab=routing'
const call = '/api/configuration/upstream'

interface Channel {
  readonly id: string
  readonly version: number
}

/** Adds a channel of the sandbox; with `isActive` it carries messages. */
async function newChannel(page: Page, name: string, isActive = true): Promise<Channel> {
  const headers = { origin: server.address }
  const credentials = { account: 'N1234567', password: 'wild-goose', endpoint: 'https://smssh1.253.com' }
  const data = { name, provider: 'cl', regions: [], tps: 50, daily_cap: null, credentials }
  const made = await page.request.put('/api/upstreams', { headers, data })
  if (!made.ok()) throw new Error(await made.text())
  const channel = (await made.json()) as Channel
  if (!isActive) return channel
  const { id, version } = channel
  const resumed = await page.request.post(`/api/upstreams/${id}/resume`, { headers, data: { version } })
  if (!resumed.ok()) throw new Error(await resumed.text())
  return (await resumed.json()) as Channel
}

/** Sends over the public API until the rules choose a channel, and returns the id of the message that it carries. */
async function sendOver(page: Page, channel: string): Promise<string> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { readonly key: string }
  let id = ''
  const send = async () => {
    const body = JSON.stringify({ to: '+12065551234', text: 'Your parcel is here.' })
    await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, { method: 'POST', body })
    const listed = await page.request.get('/api/sms/messages?limit=1')
    const [newest] = (await listed.json()) as readonly { readonly id: string; readonly upstream_name: string | null }[]
    id = newest?.id ?? ''
    return newest?.upstream_name
  }
  await expect.poll(send, { ...patience, interval: 500 }).toBe(channel)
  return id
}

interface Stored {
  readonly draft_version: number
  readonly draft: { readonly rules: readonly unknown[] } | null
}

/** Saves a draft of the default rule alone, as another session would, once the page has saved its own of two rules. */
async function dropRules(page: Page): Promise<void> {
  const read = async () => (await (await page.request.get(call)).json()) as Stored
  await expect.poll(async () => (await read()).draft?.rules.length, patience).toBe(2)
  const { draft_version: version, draft } = await read()
  const data = { version, rules: draft?.rules.slice(1) }
  const saved = await page.request.post(call, { headers: { origin: server.address }, data })
  if (!saved.ok()) throw new Error(await saved.text())
}

/** The lists of records that a rule may name. */
const lists = /\/(?:regions|signatures|templates|credentials)(?:\?|$)/

test('a rule over two channels is drafted, simulated and activated, decides about a message, and gives way to an earlier version', async () => {
  const { page, problems } = await openAsOwner(server, {}, null, { balance: '10' })
  const first = await newChannel(page, 'Ostrava')
  await newChannel(page, 'Vantaa')
  const listed: string[] = []
  page.on('request', (request) => lists.test(request.url()) && listed.push(request.url()))
  await page.goto(address)
  await page.getByText(/^One rule carries everything\./).waitFor(patience)
  expect(listed).toEqual([])
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save to draft' }).click()
  await dialog.getByText('Enter a name of up to 48 characters.').waitFor(patience)
  await typeInto(dialog.getByLabel('Name'), 'At home')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: 'Country' }).click()
  await typeInto(dialog.getByRole('combobox', { name: 'Country' }), 'us')
  await page.getByRole('option', { name: 'United States (US)' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove United States (US)' }).waitFor()
  await dialog.getByRole('button', { name: 'Channel 1' }).click()
  await page.getByRole('option', { name: 'Vantaa' }).click()
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByRole('button', { name: 'Channel 2' }).click()
  await page.getByRole('option', { name: 'Ostrava' }).click()
  await dialog.getByRole('button', { name: 'Move Ostrava up' }).click()
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-rule-1280')
  await dialog.getByRole('button', { name: 'Save to draft' }).click()
  const rule = page.getByRole('list', { name: 'Routing rules' }).getByRole('listitem').filter({ hasText: 'At home' })
  await rule.first().getByText('New', { exact: true }).waitFor(patience)
  await page.getByText('1 rule added, not simulated yet').waitFor()

  await page.getByRole('button', { name: 'Simulate' }).click()
  await typeInto(page.getByLabel('Number'), '206 555 1234')
  const simulator = page.getByRole('region', { name: 'Simulator' })
  await simulator.getByRole('heading', { name: 'Rule 1, At home' }).waitFor(patience)
  await simulator.getByText('When Ostrava fails').waitFor()
  await simulator.getByText('Only in rule 2').waitFor()
  await simulator.getByRole('button', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'pub_code_en' }).waitFor(patience)
  await page.keyboard.press('Escape')
  await rule.first().getByText('Matched').waitFor()
  await page.getByText('1 rule added, simulated just now').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-1280', { fullPage: true })

  await page.getByRole('button', { name: 'Activate draft' }).click()
  await dialog.getByText('Ostrava then Vantaa').waitFor(patience)
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor(patience)
  await page.request.post(`/api/upstreams/${first.id}/pause`, {
    headers: { origin: server.address },
    data: { version: first.version },
  })
  await page.goto(`/sms/logs?open=${await sendOver(page, 'Vantaa')}`)
  await dialog.getByText('Vantaa · Rule “At home” · Not Ostrava: Paused').waitFor(patience)

  await page.goto(address)
  await rule.first().getByText('Country United States').waitFor(patience)
  await page.getByRole('button', { name: 'Actions of At home' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rule.first().waitFor(patience)
  await dropRules(page)
  await page.getByRole('button', { name: 'Actions of At home' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/^Another session changed the draft/).waitFor(patience)
  await page.getByRole('button', { name: 'Activate draft' }).click()
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('heading', { name: 'Version 2', exact: true }).waitFor(patience)
  await page.getByRole('button', { name: 'History' }).click()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('Ostrava then Vantaa').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-history-1280')
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await dialog.getByText('restored from version 1').waitFor(patience)
  expect(problems.filter((text) => !text.includes('409'))).toEqual([])
})

test('on a phone in Chinese, channels that fail to load are loaded again, weights are checked at their fields and a channel in test keeps its rule from being activated', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, null)
  await newChannel(page, '试用通道', false)
  const isOfChannels = (url: URL): boolean => url.pathname === '/api/upstreams'
  await page.route(isOfChannels, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`${address}&rule=new`)
  await page.getByText('路由规则加载失败').waitFor(patience)
  await page.unroute(isOfChannels)
  await page.getByRole('button', { name: '重试' }).click()
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByLabel('名称'), '营销')
  await dialog.getByText('按权重', { exact: true }).click()
  await dialog.getByRole('button', { name: '添加通道' }).click()
  await dialog.getByText('占比合计 100%。').waitFor(patience)
  await typeInto(dialog.getByLabel('试用通道的占比'), '１０１')
  await dialog.getByRole('button', { name: '保存到草稿' }).click()
  await dialog.getByText('请输入 1 至 100 之间的整数。').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await typeInto(dialog.getByLabel('试用通道的占比'), '30')
  await dialog.getByText(/^占比合计 80%，折算为：/).waitFor()
  await picture(page, 'routing-rule-390')
  await dialog.getByRole('button', { name: '保存到草稿' }).click()
  await page.getByText('规则使用了尚未启用的通道。').first().waitFor(patience)
  await page.getByRole('button', { name: '启用草稿' }).click()
  await dialog.getByText('草稿有 1 个问题，暂时无法启用。').waitFor(patience)
  expect(await dialog.getByRole('button', { name: '启用', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '模拟' }).click()
  await typeInto(page.getByLabel('号码', { exact: true }), '+6591234567')
  await page.getByRole('heading', { name: '规则 1：营销' }).waitFor(patience)
  await page.getByText('测试中，仅承载测试短信', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-390', { fullPage: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
