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
  if (isActive) {
    const resumed = await page.request.post(`/api/upstreams/${channel.id}/resume`, {
      headers,
      data: { version: channel.version },
    })
    if (!resumed.ok()) throw new Error(await resumed.text())
  }
  return channel
}

test('a rule over two channels is saved as a draft, simulated, activated, and an earlier version is restored', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/upstreams')
  await newChannel(page, 'Ostrava')
  await newChannel(page, 'Vantaa')
  await page.goto(address)
  await page.getByText(/^One rule carries everything\./).waitFor(patience)
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save to draft' }).click()
  await dialog.getByText('Enter a name of up to 48 characters.').waitFor(patience)
  await typeInto(dialog.getByLabel('Name'), 'Singapore')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: 'Country' }).click()
  await typeInto(dialog.getByRole('combobox', { name: 'Country' }), 'singa')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Singapore (SG)' }).waitFor()
  await dialog.getByRole('button', { name: 'Channel 1' }).click()
  await page.getByRole('option', { name: 'Ostrava' }).click()
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByRole('button', { name: 'Move Hongyan Direct up' }).click()
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-rule-1280')
  await dialog.getByRole('button', { name: 'Save to draft' }).click()
  const rule = page.getByRole('list', { name: 'Routing rules' }).getByRole('listitem').filter({ hasText: 'Singapore' })
  await rule.first().getByText('New', { exact: true }).waitFor(patience)
  await page.getByText('1 rule added, not simulated yet').waitFor()

  await page.getByRole('button', { name: 'Simulate' }).click()
  await typeInto(page.getByLabel('Number'), '+65 9123 4567')
  const simulator = page.getByRole('region', { name: 'Simulator' })
  await simulator.getByRole('heading', { name: 'Rule 1, Singapore' }).waitFor(patience)
  await simulator.getByText('When Hongyan Direct fails').waitFor()
  await simulator.getByText('In no rule').waitFor()
  await rule.first().getByText('Matched').waitFor()
  await page.getByText('1 rule added, simulated just now').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-1280', { fullPage: true })

  await page.getByRole('button', { name: 'Activate draft' }).click()
  await dialog.getByText('Hongyan Direct then Ostrava').waitFor(patience)
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Version 1 is in force').waitFor(patience)

  await page.getByRole('button', { name: 'Actions of Singapore' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('1 rule removed, not simulated yet').waitFor(patience)
  await page.getByRole('button', { name: 'Undo' }).click()
  await rule.first().waitFor(patience)
  const { draft_version: version, rules } = (await (await page.request.get(call)).json()) as {
    readonly draft_version: number
    readonly rules: readonly unknown[]
  }
  await page.request.post(call, { headers: { origin: server.address }, data: { version, rules: rules.slice(1) } })
  await page.getByRole('button', { name: 'Actions of Singapore' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/^Another session changed the draft/).waitFor(patience)
  await page.getByRole('button', { name: 'Activate draft' }).click()
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Version 2 is in force').waitFor(patience)
  await page.getByRole('button', { name: 'History' }).click()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('Hongyan Direct then Ostrava').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'routing-history-1280')
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Version 3 is in force').waitFor(patience)
  await dialog.getByText('restored from version 1').waitFor(patience)
  expect(problems.filter((text) => !text.includes('409'))).toEqual([])
})

test('on a phone in Chinese, weights are checked at their fields and a channel in test keeps its rule from being activated', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, '/upstreams')
  await newChannel(page, '试用通道', false)
  await page.goto(`${address}&rule=new`)
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
