import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { AutoRecharge, SmsConfiguration } from '@hongyan/contract/endpoints/configuration'
import type { TopUpChoice } from '@hongyan/contract/endpoints/finance/top-up'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { looks } from '../looks.ts'
import { outage } from '../outage.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'

const password = 'secret12'

const server = commonServer()

const us = ['--partition', 'us', '--currency', 'USD', '--balance'] as const
const owners = {
  sender: ['recharge-sender@example.com', ...us, '10.05'],
  typist: ['recharge-typist@example.com', ...us, '100'],
  unlucky: ['recharge-unlucky@example.com', ...us, '100'],
  banked: ['recharge-banked@example.com', ...us, '100'],
  keeper: ['recharge-keeper@example.com', ...us, '1284.3792'],
  walker: ['recharge-walker@example.com', ...us, '100'],
  low: ['recharge-low@example.com', ...us, '100'],
  faller: ['recharge-faller@example.com', ...us, '100'],
  yuan: ['recharge-yuan@example.com', '--partition', 'cn', '--currency', 'CNY', '--balance', '8652.4'],
} as const
type Owner = keyof typeof owners

/** Card numbers of Stripe's test mode. */
const validCard = '4242424242424242'
const other = '5555555555554444'
const declined = '4000000000000002'
const cardWithAuthentication = '4000002500003155'

beforeAll(async () => {
  const create = ([email, ...shape]: (typeof owners)[Owner]) =>
    server.hongyan('account', 'create', '--email', email, '--password', password, ...shape)
  await Promise.all(Object.values(owners).map(create))
})

interface Visit extends Look {
  readonly address?: string
  /** Runs before the page is opened, for example to intercept calls or add a card. */
  readonly before?: (page: Page) => Promise<unknown>
}

interface Visited extends WatchedPage {
  /** The lines that the page logs. */
  readonly lines: readonly string[]
}

/** Opens the auto-recharge tab of an account. */
async function visit(owner: Owner, { address = '/topup?tab=auto', before, ...look }: Visit = {}): Promise<Visited> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  const { page } = watched
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const [identifier] = owners[owner]
  await startSession(page, { identifier, password })
  await before?.(page)
  await page.goto(address)
  await page.getByRole('tab', { selected: true }).waitFor()
  return { ...watched, lines }
}

const regions = '**/api/lookup/regions'
const origin = () => ({ origin: server.address })
const below = (page: Page) => page.locator('input[name=below]')
const topup = (page: Page) => page.locator('input[name=topup]')
const agreement = (page: Page) => page.locator('input[name=agreed]')
const switched = (page: Page) => page.getByRole('switch')
const save = (page: Page) => page.getByRole('tabpanel').last().locator('button[type=submit]')
const dialog = (page: Page) => page.getByRole('dialog')
const alertOf = (page: Page) => page.getByRole('alertdialog')
const cardField = (page: Page, name: string) => dialog(page).locator(`input[name="${name}"]`)
const country = (page: Page) => dialog(page).getByRole('combobox')
const send = (page: Page) => dialog(page).locator('button[type=submit]')
const toastWith = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const radio = (page: Page, name: string) => page.getByRole('radio', { name })
const isFocused = (page: Page, name: string) =>
  page.evaluate((wanted) => document.activeElement?.getAttribute('name') === wanted, name)

const address = {
  billing_name: 'Ada Lin',
  addr_line1: '1 Raffles Place',
  addr_city: 'Singapore',
  addr_zip: '048616',
  addr_state: 'Singapore',
}

/** Adds a card through the API. */
async function addCard(page: Page, number: string): Promise<PaymentMethod> {
  const card = { number, exp_month: 6, exp_year: 2030, cvc: '123' }
  const data = { type: 'card', card, ...address, addr_country: 'SG' }
  const reply = await page.request.put('/api/paymentMethods', { data, headers: origin() })
  return (await reply.json()) as PaymentMethod
}

async function setRecharge(page: Page, { id }: PaymentMethod): Promise<void> {
  const data = { enable: true, below: '100', topup: '1000', pm_id: id, agreed: true }
  const reply = await page.request.post('/api/topup/auto', { data, headers: origin() })
  expect(reply.status()).toBe(200)
}

const cardsOf = async (page: Page): Promise<readonly PaymentMethod[]> =>
  (await (await page.request.get('/api/paymentMethods?type=card')).json()) as PaymentMethod[]

async function settingsOf(page: Page): Promise<AutoRecharge> {
  const reply = await page.request.get('/api/configuration/service/sms')
  return ((await reply.json()) as SmsConfiguration).acct_auto_recharge
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Add card|添加银行卡)$/ }).click()
  await untilFocused(cardField(page, 'card'))
}

/** Fills the open dialog with a card, without submitting it. */
async function typeCard(page: Page, number: string, expiry = '06/30'): Promise<void> {
  await cardField(page, 'card').fill(number)
  await cardField(page, 'card.exp_year').fill('')
  await cardField(page, 'card.exp_year').pressSequentially(expiry)
  await cardField(page, 'card.cvc').fill('123')
  for (const [name, value] of Object.entries(address)) await cardField(page, name).fill(value)
  await country(page).fill('sing')
  await country(page).press('Tab')
}

/** Hides the tab and shows it again, by the events that a browser fires. */
async function returnToTab(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
}

async function balanceOf(page: Page): Promise<number> {
  const account = (await (await page.request.get('/api/account')).json()) as { readonly balance_amount: string }
  return Number(account.balance_amount)
}

async function message(key: string): Promise<void> {
  const body = JSON.stringify({ to: '+12065550100', text: 'Your parcel is on its way' })
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, { method: 'POST', body })
  expect(reply.status).toBe(200)
}

test('a card is added, auto-recharge is switched on, sent messages cause one charge, and the transactions list it', async () => {
  const { page, problems, lines } = await visit('sender')
  const seen: string[] = []
  page.on('request', (request) =>
    seen.push(request.url(), request.url().includes('/payment') ? '' : (request.postData() ?? '')),
  )
  await expect.poll(() => page.title()).toBe('Top up · Hongyan')
  expect([await switched(page).isChecked(), await save(page).isDisabled()]).toEqual([false, true])
  await expect.poll(() => below(page).getAttribute('placeholder')).toBe('100')
  await expect.poll(() => topup(page).getAttribute('placeholder')).toBe('1000')

  const last = page.getByRole('region', { name: 'Recent recharges' })
  await last.getByText('None yet.').waitFor()

  await openDialog(page)
  await typeCard(page, validCard)
  await expect.poll(() => cardField(page, 'card').inputValue()).toBe('4242 4242 4242 4242')
  await expect.poll(() => cardField(page, 'card.exp_year').inputValue()).toBe('06 / 30')
  await expect.poll(() => country(page).inputValue()).toBe('Singapore (SG)')
  await send(page).click()
  await toastWith(page, 'Card created').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => radio(page, 'Visa •••• 4242').isChecked(), patience).toBe(true)
  await expect.poll(() => page.getByText('Default · Expires 06/30', { exact: true }).count()).toBe(1)

  await below(page).fill('10')
  await topup(page).fill('１００')
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await agreement(page).check()
  await expect.poll(() => switched(page).isChecked()).toBe(true)
  await expect.poll(() => page.getByText('Up to 3 recharges and $300.00 per day, one at a time.').count()).toBe(1)
  await topup(page).press('Enter')
  await toastWith(page, 'Auto-recharge is set')
    .getByText('When the balance drops below $10.00, $100.00 is charged to Visa •••• 4242.')
    .waitFor()
  await page.reload()
  await expect.poll(() => below(page).inputValue(), patience).toBe('10.00')
  expect([await topup(page).inputValue(), await agreement(page).isChecked()]).toEqual(['100.00', true])

  const issued = await server.hongyan(
    'credential',
    'create',
    '--account',
    owners.sender[0],
    '--mode',
    'simple',
    '--by',
    'Ines',
  )
  const { key } = issued as { readonly key: string }
  for (let sent = 0; sent < 40 && (await balanceOf(page)) >= 10; sent += 1) await message(key)
  await expect.poll(() => balanceOf(page), patience).toBeGreaterThan(100)
  await message(key)
  await page.reload()
  const recharge = last.getByRole('listitem')
  await recharge.getByText('Done', { exact: true }).waitFor()
  expect(await recharge.getByText('$100.00', { exact: true }).count()).toBe(1)
  await page.goto('/transactions')
  const charges = page.getByRole('row').filter({ hasText: 'Auto-recharge' }).filter({ hasText: '+$100.00' })
  await charges.first().waitFor()
  await expect.poll(() => charges.count()).toBe(1)
  await expect.poll(() => balanceOf(page)).toBeLessThan(200)

  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  const everything = [...seen, ...lines, stored, await page.content()].map((text) => text.replaceAll(/[\s+-]|%20/g, ''))
  expect(everything.filter((text) => text.includes(validCard))).toEqual([])
  expect(problems).toEqual([])
})

describe('the dialog for a new card', () => {
  test('is closed by its own buttons alone, and keeps nothing', async () => {
    const { page } = await visit('typist')
    for (const name of ['Close', 'Cancel']) {
      await openDialog(page)
      await expect.poll(() => cardField(page, 'card').inputValue()).toBe('')
      await typeCard(page, validCard)
      await page.keyboard.press('Escape')
      await page.mouse.click(20, 400)
      await expect.poll(() => cardField(page, 'card').inputValue()).toBe('4242 4242 4242 4242')
      await dialog(page).getByRole('button', { name }).click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    expect(await cardsOf(page)).toEqual([])
  })

  test('finds a country by name and code, and lets the browser fill in the rest', async () => {
    const { page } = await visit('typist')
    await openDialog(page)
    const options = page.getByRole('option')
    await country(page).fill('新加坡')
    await expect.poll(() => options.allInnerTexts()).toEqual(['Singapore (SG)'])
    await country(page).fill('nowhere')
    await page.getByText('No matching country or region').waitFor()
    await country(page).fill('cn')
    await page.getByRole('option', { name: 'China (CN)' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => country(page).inputValue()).toBe('China (CN)')
    await expect.poll(() => cardField(page, 'addr_country').inputValue()).toBe('CN')
    const filled = await dialog(page)
      .locator('input[autocomplete]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    expect(filled).toEqual([
      'cc-number',
      'cc-exp',
      'cc-csc',
      'cc-name',
      'off',
      'billing address-line1',
      'billing address-line2',
      'billing address-level2',
      'billing postal-code',
      'billing address-level1',
    ])
  })

  test('offers another try where the countries do not load, and says that one is required', async () => {
    const { page } = await visit('typist', { before: (made) => made.route(regions, (route) => route.fulfill(outage)) })
    await openDialog(page)
    await dialog(page).getByText('Couldn’t load countries and regions.').waitFor()
    await send(page).click()
    await dialog(page).getByText('Country is required').waitFor()
    await page.unroute(regions)
    await dialog(page).getByRole('button', { name: 'Try again', exact: true }).click()
    await country(page).fill('sing')
    await country(page).press('Tab')
    await expect.poll(() => country(page).inputValue()).toBe('Singapore (SG)')
    expect(await dialog(page).getByText('Country is required').count()).toBe(0)
  })

  test('keeps the caret where the customer corrects a number', async () => {
    const { page } = await visit('typist')
    await openDialog(page)
    const number = cardField(page, 'card')
    await number.pressSequentially('4242424242')
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('9')
    await expect.poll(() => number.inputValue()).toBe('4242 4924 242')
    await page.keyboard.type('8')
    await expect.poll(() => number.inputValue()).toBe('4242 4982 4242')
    for (const typed of ['0627', '06/27', '06 / 27', '6/27']) {
      await cardField(page, 'card.exp_year').pressSequentially(typed)
      await expect.poll(() => cardField(page, 'card.exp_year').inputValue()).toBe('06 / 27')
      for (let step = 0; step < 8; step += 1) await cardField(page, 'card.exp_year').press('Backspace')
      await expect.poll(() => cardField(page, 'card.exp_year').inputValue()).toBe('')
    }
    await cardField(page, 'card.exp_year').pressSequentially('62')
    await expect.poll(() => cardField(page, 'card.exp_year').inputValue()).toBe('06 / 2')
    for (let step = 0; step < 2; step += 1) await cardField(page, 'card.exp_year').press('Backspace')
    await expect.poll(() => cardField(page, 'card.exp_year').inputValue()).toBe('0')
  })

  test('shows a decline under the number, keeps the typed values, and shows the limit of attempts', async () => {
    const { page } = await visit('unlucky')
    await openDialog(page)
    await typeCard(page, declined)
    await send(page).click()
    await dialog(page)
      .getByText(/^Card declined\./)
      .waitFor()
    await expect.poll(() => isFocused(page, 'card')).toBe(true)
    await expect.poll(() => cardField(page, 'addr_zip').inputValue()).toBe(address.addr_zip)
    await typeCard(page, validCard, '01/20')
    await send(page).click()
    await expect.poll(() => isFocused(page, 'card.exp_year'), patience).toBe(true)
    for (let tries = 0; tries < 5; tries += 1) await addCard(page, declined)
    await typeCard(page, declined)
    await send(page).click()
    await dialog(page).getByRole('alert').filter({ hasText: 'Too many card attempts.' }).waitFor()

    const error = { code: 'card_token_required', message: 'Raw card numbers aren’t accepted.', requestId: '1' }
    await page.route('**/api/paymentMethods', (route) => route.fulfill({ status: 400, json: { error } }))
    await send(page).click()
    await dialog(page).getByText('Use the payment provider’s card fields.').waitFor()
    expect(await cardsOf(page)).toEqual([])
  })
})

describe('a card whose bank wants its holder', () => {
  test('opens the bank’s page, and is saved or removed once its holder returns', async () => {
    const { page, problems, lines } = await visit('banked')
    const authenticate = async (button: string) => {
      await openDialog(page)
      await typeCard(page, cardWithAuthentication)
      const opening = page.waitForEvent('popup')
      await send(page).click()
      const bank = await opening
      await bank.waitForURL((url) => url.pathname.startsWith('/sandbox/authenticate/'))
      expect(await bank.evaluate(() => window.opener === null)).toBe(true)
      await page.getByText('Verify Visa •••• 3155 with your bank.').waitFor()
      await page.getByText('Verify with your bank to use it').waitFor()
      await expect.poll(() => radio(page, 'Visa •••• 3155').isDisabled()).toBe(true)
      await bank.getByRole('button', { name: button }).click()
      // A window that is closed before this page is left would not have reported the result.
      await bank.waitForURL((url) => !url.pathname.startsWith('/sandbox/authenticate/'))
      await bank.close()
      await returnToTab(page)
    }
    await authenticate('Simulate failure')
    await toastWith(page, 'The card wasn’t verified').waitFor()
    expect(await cardsOf(page)).toEqual([])

    await authenticate('Confirm')
    await toastWith(page, 'Card created').waitFor()
    await expect.poll(() => radio(page, 'Visa •••• 3155').isChecked(), patience).toBe(true)
    await expect.poll(() => page.getByText('Verify Visa').count()).toBe(0)
    expect([...problems, ...lines]).toEqual([])
  })

  test('can open the bank’s page when the window was blocked, and finds the pending card after a reload', async () => {
    const { page, lines } = await visit('banked')
    await page.evaluate(() => void (window.open = () => null))
    await openDialog(page)
    await typeCard(page, '4000002760003184')
    await send(page).click()
    const link = page.getByRole('link', { name: /^Open the bank’s page/ })
    await link.waitFor()
    expect(lines).toEqual(['The payment window was blocked as a pop-up.'])
    await expect.poll(() => link.getAttribute('href')).toContain('/sandbox/authenticate/')
    await page.reload()
    await page.getByText('Not verified by your bank. Add the card again.').waitFor()
  })
})

test('another card wants another agreement; switching off wants nothing; a card is deleted by its name', async () => {
  const before = async (page: Page) => {
    const [first] = [await addCard(page, validCard), await addCard(page, other)]
    await setRecharge(page, first)
  }
  const { page, problems } = await visit('keeper', { before })
  const act = async (card: string, name: string) => {
    await page.getByRole('button', { name: `Actions for ${card}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await expect.poll(() => agreement(page).isChecked()).toBe(true)
  await radio(page, 'Mastercard •••• 4444').check({ force: true })
  expect([await agreement(page).isChecked(), await save(page).isDisabled()]).toEqual([false, true])

  await act('Mastercard •••• 4444', 'Make default')
  await toastWith(page, 'Card updated').getByText('Mastercard •••• 4444 is now the default card.').waitFor()
  expect((await cardsOf(page)).find((card) => card.default)?.card.last4).toBe('4444')

  await act('Visa •••• 4242', 'Delete')
  await alertOf(page).getByText('Are you sure you want to delete the card "Visa •••• 4242"?').waitFor()
  await alertOf(page).getByRole('button', { name: 'Delete' }).click()
  await toastWith(page, 'Auto-recharge uses this card.').waitFor()
  await alertOf(page).waitFor({ state: 'detached' })

  await switched(page).uncheck()
  await expect.poll(() => save(page).innerText()).toContain('Turn off auto-recharge')
  await save(page).click()
  await toastWith(page, 'Auto-recharge is set').getByText('Auto-recharge is off. No card will be charged.').waitFor()
  expect(await settingsOf(page)).toMatchObject({ enable: false, below: '100.000000' })
  await expect.poll(() => save(page).isDisabled()).toBe(true)

  await act('Visa •••• 4242', 'Delete')
  await escape(alertOf(page))
  expect(await cardsOf(page)).toHaveLength(2)
  await act('Visa •••• 4242', 'Delete')
  await alertOf(page).getByRole('button', { name: 'Delete' }).click()
  await toastWith(page, 'Card deleted').waitFor()
  await expect.poll(() => page.getByRole('radio').count(), patience).toBe(1)
  await expect
    .poll(() => page.getByRole('group', { name: 'Card' }).evaluate((group) => group === document.activeElement))
    .toBe(true)
  expect((await cardsOf(page)).map(({ card }) => card.last4)).toEqual(['4444'])
  // The browser logs the one refused call.
  expect(problems).toHaveLength(1)
})

test('the address names the open tab, and a tab keeps its state', async () => {
  const { page, problems } = await visit('typist', { address: '/topup' })
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await amount.fill('250')
  await page.getByText('Never run out:').getByRole('link', { name: 'set up auto-recharge' }).click()
  await switched(page).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=auto')
  await below(page).fill('50')
  await page.getByRole('tab', { name: 'Auto-recharge' }).press('ArrowLeft')
  await amount.waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => amount.inputValue()).toBe('250.00')
  await expect
    .poll(() => page.getByRole('tab', { name: 'Top up' }).evaluate((tab) => tab === document.activeElement))
    .toBe(true)
  await page.goBack()
  await switched(page).waitFor()
  await expect.poll(() => below(page).inputValue()).toBe('50.00')
  expect(problems).toEqual([])
})

test('the top-up page offers auto-recharge only while it is off', async () => {
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  await startSession(page, { identifier: 'demo@hongyan.example', password: 'hongyan-demo' })
  expect(await settingsOf(page)).toMatchObject({ enable: true })
  await page.goto('/topup')
  await page.getByText('Current balance').waitFor()
  await expect.poll(() => page.getByText('Never run out:').count()).toBe(0)
})

test('an account that cannot add cards is not offered auto-recharge, and the tab says why', async () => {
  const { page, problems } = await visit('typist', {
    address: '/topup',
    before: (page) =>
      page.route('**/api/topup', async (route) => {
        const reply = await route.fetch()
        await route.fulfill({ json: { ...((await reply.json()) as TopUpChoice), cards: null } })
      }),
  })
  await page.getByText('Current balance').waitFor()
  expect(await page.getByText('Never run out:').count()).toBe(0)
  await page.getByRole('tab', { name: 'Auto-recharge' }).click()
  await page.getByText('Adding cards isn’t available for your account.').waitFor()
  expect(await page.getByRole('button', { name: 'Add card' }).isDisabled()).toBe(true)
  expect(problems).toEqual([])
})

test('the keyboard alone sets auto-recharge, and has its place back after the dialog', async () => {
  const { page, problems } = await visit('walker', {
    before: async (page) => [await addCard(page, validCard), await addCard(page, other)],
  })
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isOn = async (role: 'button' | 'radio', name: string) => {
    const has = () => page.getByRole(role, { name }).evaluate((each) => each === document.activeElement)
    await expect.poll(has, patience).toBe(true)
  }
  await switched(page).waitFor()
  await page.getByRole('tab', { selected: true }).focus()
  await press('Tab', 'Space', 'Tab')
  await page.keyboard.type('50')
  await press('Tab')
  await page.keyboard.type('250')
  await press('Tab')
  await isOn('button', 'Add card')
  await press('Enter')
  await untilFocused(cardField(page, 'card'))
  for (let step = 0; step < 24; step += 1) await press('Tab')
  await expect.poll(() => dialog(page).evaluate((layer) => layer.contains(document.activeElement))).toBe(true)
  await dialog(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await isOn('button', 'Add card')
  await press('Tab')
  await isOn('radio', 'Visa •••• 4242')
  await press('ArrowDown')
  await isOn('radio', 'Mastercard •••• 4444')
  await agreement(page).press('Space')
  await press('Tab', 'Enter')
  await toastWith(page, 'Auto-recharge is set')
    .getByText('When the balance drops below $50.00, $250.00 is charged to Mastercard •••• 4444.')
    .waitFor()
  expect(problems).toEqual([])
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the tab and in front of it', async () => {
    const chinese = locale === 'zh-CN'
    const owner = chinese ? 'yuan' : 'keeper'
    const before = async (page: Page) => setRecharge(page, await addCard(page, other))
    const { page } = await visit(owner, { width, theme, locale, height: width === 390 ? 844 : 840, before })
    const seen = async (name: string) => {
      expect(await violations(page)).toEqual([])
      const file = `auto-recharge-${name}-${width}-${theme}-${chinese ? 'zh' : 'en'}`
      await picture(page, file)
    }
    await switched(page).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await seen('tab')
    await openDialog(page)
    await page.keyboard.press('Enter')
    await country(page).fill('sin')
    await page.getByRole('option').first().waitFor()
    await seen('dialog')
  })
})

test('a form that charges at once says so while it is typed, and the balance follows without a reload', async () => {
  const { page, problems } = await visit('low', { before: (opened) => addCard(opened, validCard) })
  const note = page.getByText('Your balance is below $500.00 now: $150.00 will be charged at once')
  await agreement(page).focus()
  await page.keyboard.press('Space')
  await below(page).pressSequentially('500')
  await topup(page).pressSequentially('150')
  await note.waitFor()
  await below(page).press('ControlOrMeta+a')
  await below(page).pressSequentially('50')
  await note.waitFor({ state: 'detached' })
  await below(page).pressSequentially('0')
  await note.waitFor()
  await topup(page).press('Enter')
  await toastWith(page, 'Auto-recharge is set').waitFor()
  await expect.poll(() => page.getByRole('banner').innerText(), patience).toContain('$250.00')
  expect(problems).toEqual([])
})

test('a form whose balance has fallen meanwhile asks before it charges, anew after each change, and saves at the next press', async () => {
  let balance = '100.000000'
  const { page, problems } = await visit('faller', {
    before: async (page) => {
      await addCard(page, validCard)
      await page.clock.install()
      await page.route('**/api/account', async (route) => {
        const reply = await route.fetch()
        await route.fulfill({ json: { ...((await reply.json()) as Account), balance_amount: balance } })
      })
    },
  })
  await agreement(page).check()
  await below(page).fill('50')
  await topup(page).fill('150')
  balance = '40.000000'
  await page.clock.fastForward(6_000)
  await save(page).click()
  const question = (amount: string) =>
    page.getByText(`${amount} will be charged at once`).filter({ hasText: 'Save again to confirm.' })
  await question('$150.00').waitFor()
  await topup(page).fill('200')
  await question('').waitFor({ state: 'detached' })
  await save(page).click()
  await question('$200.00').waitFor()
  expect(await settingsOf(page)).toMatchObject({ enable: false })
  await save(page).click()
  await expect.poll(async () => (await settingsOf(page)).enable, patience).toBe(true)
  expect(problems).toEqual([])
})
