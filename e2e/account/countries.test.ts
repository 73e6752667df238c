import type { SendingCountry } from '@hongyan/contract/endpoints/messaging/countries'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage } from '../browser.ts'
import { countTurns } from '../count-turns.ts'
import { bothLooks, languages } from '../looks.ts'
import { newOwner } from '../new-owner.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { picture } from '../pictures.ts'
import { commonServer, startServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { typeInto } from '../type-into.ts'

const settings = '/account/settings?tab=countries'

const words = {
  'en-US': {
    label: 'Sending countries',
    filter: 'Search countries',
    nigeria: 'Send to Nigeria',
    france: 'Send to France',
    home: 'Always on',
    ask: 'Turn on Nigeria?',
    turnOn: 'Turn on',
    cancel: 'Cancel',
    activated: 'Config activated',
    saved: 'Config saved',
    none: 'No countries match',
    clear: 'Clear filters',
    high: 'high-risk',
    relaxed: /^This sandbox ignores the list/,
  },
  'zh-CN': {
    label: '可发送的国家和地区',
    filter: '搜索国家或地区',
    nigeria: '发送到尼日利亚',
    france: '发送到法国',
    home: '始终开通',
    ask: '开通尼日利亚？',
    turnOn: '开通',
    cancel: '取消',
    activated: '配置已生效',
    saved: '配置已保存',
    none: '没有匹配的国家或地区',
    clear: '清除筛选',
    high: '高风险国家',
    relaxed: /^当前沙箱不使用此列表/,
  },
} as const

const server = commonServer()

const open = (look: Look, address = settings) => openAsOwner(server, look, address)

const enabledOf = async (page: Page): Promise<readonly string[]> => {
  const list = (await (await page.request.get('/api/configuration/countries')).json()) as SendingCountry[] // a row of the contract
  return list.filter(({ enabled }) => enabled).map(({ iso2 }) => iso2)
}

describe.each(languages)('in %s', (locale) => {
  const texts = words[locale]

  test('an owner turns countries on and off, and confirms a high-risk one, with the keyboard too', async () => {
    const { page, problems } = await open({ locale })
    const sendTo = (name: string) => page.getByRole('switch', { name, exact: true })
    const search = page.getByRole('searchbox', { name: texts.filter })
    await page.getByText(texts.home, { exact: true }).waitFor()
    await page.getByText(texts.relaxed).waitFor()

    await sendTo(texts.france).check()
    await page.getByText(texts.activated, { exact: true }).waitFor()
    expect(await enabledOf(page)).toEqual(['FR', 'US'])

    await typeInto(search, 'NG')
    await page.waitForURL('**q=NG')
    await sendTo(texts.nigeria).focus()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('alertdialog', { name: texts.ask })
    await dialog.getByRole('button', { name: texts.cancel, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await enabledOf(page)).toEqual(['FR', 'US'])
    await expect.poll(() => sendTo(texts.nigeria).isChecked()).toBe(false)
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: texts.turnOn, exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => sendTo(texts.nigeria).isChecked()).toBe(true)
    expect(await enabledOf(page)).toEqual(['FR', 'NG', 'US'])

    await typeInto(search, 'nowhere')
    await page.getByText(texts.none, { exact: true }).waitFor()
    await page.getByRole('button', { name: texts.clear }).last().click()
    const turns = await countTurns(sendTo(texts.france))
    await sendTo(texts.france).uncheck()
    await page.getByText(texts.saved, { exact: true }).waitFor()
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(await turns()).toBe(1)
    await page.reload()
    await expect.poll(() => sendTo(texts.nigeria).isChecked()).toBe(true)
    expect(await sendTo(texts.france).isChecked()).toBe(false)
    expect(problems).toEqual([])
  })

  test('the command palette opens the sending countries', async () => {
    const { page, problems } = await open({ locale }, '/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(texts.high)
    await page.getByRole('option', { name: new RegExp(texts.label) }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${settings}`)
    await page.getByRole('tab', { name: texts.label, selected: true }).waitFor()
    expect(problems).toEqual([])
  })
})

test('after another tab the search field shows the text that filters the countries', async () => {
  const { page, problems } = await open({})
  const search = page.getByRole('searchbox', { name: words['en-US'].filter })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const nigeria = page.getByRole('switch', { name: words['en-US'].nigeria, exact: true })
  await typeInto(search, 'france')
  await page.waitForURL('**q=france')
  await tab('Audit log').click()
  await page.waitForURL('**tab=audit')
  await tab(words['en-US'].label).click()
  await nigeria.waitFor()
  expect(await search.inputValue()).toBe('')

  await page.goBack()
  await page.goBack()
  await page.waitForURL('**q=france')
  await expect.poll(() => search.inputValue()).toBe('france')
  await expect.poll(() => nigeria.count()).toBe(0)
  expect(problems).toEqual([])
})

test('the estimate of a message abroad leads to the switch of its country, and is a price afterwards', async () => {
  const strict = await startServer({ TRUST: 'strict' })
  onTestFinished(strict.stop)
  const { page, close, problems } = await openPage(strict.address, {})
  onTestFinished(close)
  await startSession(page, await newOwner(strict))
  const estimate = async () => {
    await page.goto('/prices')
    await typeInto(page.getByRole('textbox', { name: 'Numbers' }), '+12065550100\n+33612345678')
    await typeInto(page.getByRole('textbox', { name: 'Message' }), 'Your table is ready')
    await page.getByRole('button', { name: 'Calculate' }).click()
  }
  await estimate()
  await page.getByText('This country isn’t enabled.').waitFor()
  await page.getByRole('link', { name: words['en-US'].label }).click()
  await page.getByText(/^Your account sends only to the countries you turn on here/).waitFor()
  await page.getByRole('switch', { name: words['en-US'].france, exact: true }).check()
  await page.getByText(words['en-US'].activated, { exact: true }).waitFor()
  await estimate()
  await page.getByText('+33612345678 FR').waitFor()
  expect(await page.getByText('This country isn’t enabled.').count()).toBe(0)
  expect(problems).toEqual([])
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const texts = words[locale]
    const { page, problems } = await open({ theme, locale, width, height: width === 390 ? 844 : 800 })
    const nigeria = page.getByRole('switch', { name: texts.nigeria, exact: true })
    await nigeria.waitFor()
    const capture = async (name: string) => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await picture(page, `${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`)
    }
    await capture('countries')
    // Axe takes two seconds for all countries, and has read them.
    await typeInto(page.getByRole('searchbox', { name: texts.filter }), 'NG')
    await page.waitForURL('**q=NG')
    await nigeria.click()
    await page.getByRole('alertdialog', { name: texts.ask }).waitFor()
    await capture('countries-high-risk')
    expect(problems).toEqual([])
  })
})
