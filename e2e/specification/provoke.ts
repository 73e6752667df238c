import type { Locator, Page } from 'playwright-core'
import { codeSentTo } from '../codes.ts'
import { patience } from '../patience.ts'
import { type SignIn, startSession } from '../sign-in.ts'
import { inWords } from './draw.ts'
import type { Made } from './make-records.ts'
import { type MessageName, messages } from './messages.ts'
import { payAt } from './send-calls.ts'
import { newPhone, type World } from './world.ts'

/** The accounts that the messages are provoked in. */
export interface Owners {
  /** Has every record, and more entries in its audit log than a page. */
  readonly busy: SignIn
  /** Has an email address alone, and no notice yet. */
  readonly fresh: SignIn
  /** Has an email address and this phone. */
  readonly reached: SignIn & { readonly phone: string }
  /** Has a phone alone. */
  readonly byPhone: SignIn
  /** May soon not pay by card. */
  readonly blocked: SignIn
  readonly suspended: SignIn
}

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click(patience)
const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })

/** Provokes every message of the tables once, in English, and returns those that the console said. */
export async function provokeMessages(world: World, page: Page, owners: Owners, made: Made): Promise<Set<MessageName>> {
  const seen = new Set<MessageName>()
  const see = async (place: Page | Locator, ...names: readonly MessageName[]): Promise<void> => {
    for (const name of names) {
      await place.getByText(inWords(messages[name])).filter({ visible: true }).first().waitFor(patience)
      seen.add(name)
    }
  }
  const stage: Stage = { world, page, made, see }
  await enter(stage, owners.fresh, '/')
  await ofTheShell(stage)
  await ofSettings(stage)
  await ofCredentials(stage)
  await ofCards(stage)
  await ofTopUps(stage)
  await ofFailures(stage)
  await ofNewPhone(stage, owners.fresh)
  await ofNewPassword(stage, owners.fresh)
  await enter(stage, owners.reached, '/account/settings?tab=security')
  await ofOtherContacts(stage, owners.reached)
  await enter(stage, owners.byPhone, '/account/settings?tab=security')
  await ofNewEmail(stage, owners.byPhone)
  await enter(stage, owners.busy, '/account/settings?tab=audit')
  await ofLists(stage)
  await ofRecharges(stage)
  await ofReviews(stage)
  await ofFiles(stage)
  await enter(stage, owners.blocked, '/topup')
  await ofBlocks(stage, owners.blocked)
  await enter(stage, owners.suspended, '/')
  await see(page.getByRole('alertdialog'), 'Your account is suspended')
  return seen
}

interface Stage {
  readonly world: World
  readonly page: Page
  readonly made: Made
  /** Waits for messages in a place, and notes them. */
  readonly see: (place: Page | Locator, ...names: readonly MessageName[]) => Promise<void>
}

async function enter({ page }: Stage, owner: SignIn, address: string): Promise<void> {
  await page.context().clearCookies()
  await startSession(page, owner)
  await show(page, address)
}

async function show(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor(patience)
}

async function ofTheShell({ page, see }: Stage): Promise<void> {
  await press(page, 'Notifications')
  await see(page.getByRole('dialog', { name: 'Notifications' }), 'No new messages')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('zebra')
  await see(page, 'No search results found')
  await page.keyboard.press('Escape')
}

async function ofSettings({ page, see }: Stage): Promise<void> {
  await show(page, '/account/settings')
  await field(page, 'First name').fill('Lin')
  await field(page, 'Last name').fill('Wu')
  await press(page, 'Save changes')
  await see(page, '{entity} updated', 'Information synced automatically')
  await show(page, '/account/settings?tab=countries&q=singapore')
  const singapore = page.getByRole('switch', { name: /Singapore/ })
  await singapore.check({ ...patience, force: true })
  await see(page, 'Config activated')
  await singapore.uncheck({ force: true })
  await see(page, 'Config saved')
}

async function ofCredentials({ page, see, world }: Stage): Promise<void> {
  const headers = { origin: world.server.address }
  await page.request.put('/api/credentials', { data: { mode: 1 }, headers })
  await show(page, '/credentials')
  await page.getByRole('link', { name: /^Edit / }).click(patience)
  const dialog = page.getByRole('dialog', { name: 'Edit credential' })
  await dialog.getByRole('radio', { name: /^HMAC mode/ }).click({ force: true })
  await press(dialog, 'Switch to HMAC mode')
  await see(page, 'a credential updated or deleted message')
}

async function ofCards({ page, see }: Stage): Promise<void> {
  await show(page, '/topup?tab=auto')
  await press(page, 'Add card')
  const dialog = page.getByRole('dialog')
  const type = async (name: string, text: string): Promise<void> => {
    await dialog.locator(`input[name="${name}"]`).fill('')
    await dialog.locator(`input[name="${name}"]`).pressSequentially(text)
  }
  const submit = dialog.locator('button[type=submit]')
  await submit.click(patience)
  await see(dialog, 'Expiration date is required', 'CVC is required')
  await type('card', '42424242424')
  await type('card.exp_year', '1330')
  await type('card.cvc', '12')
  await submit.click()
  await see(dialog, 'invalid card number', 'MM/YY format, eg 06/27', 'CVC should be 3 digits')
  const right = { card: '4242424242424242', 'card.exp_year': '0635', 'card.cvc': '123', billing_name: 'Ada Lin' }
  const address = { addr_line1: '1 Raffles Place', addr_city: 'Singapore', addr_state: 'Singapore', addr_zip: '048616' }
  for (const [name, text] of Object.entries({ ...right, ...address })) await type(name, text)
  await dialog.getByRole('combobox').fill('sing')
  await dialog.getByRole('combobox').press('Tab')
  await submit.click()
  await see(page, '{entity} created')

  await page.getByRole('button', { name: /^Actions for Visa/ }).click(patience)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await see(page.getByRole('alertdialog'), 'Are you sure you want to delete the {entity} "{object}"?')
  await press(page.getByRole('alertdialog'), 'Delete')
  await see(page, '{entity} deleted')
}

async function ofTopUps({ page, see }: Stage): Promise<void> {
  await show(page, '/topup')
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByRole('checkbox').check()
  const ordered = page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url().endsWith('/topup'))
  const opened = page.waitForEvent('popup')
  await page.locator('form button[type=submit]').click()
  const { payload } = (await (await ordered).json()) as { readonly payload: string } // a row of the contract
  await payAt(payload)
  await (await opened).close()
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
  await see(page, 'The top up is completed, and the funds have been credited to your account')
}

/** Replies that no server of ours gives: of a proxy, with and without a status text, and of another shape. */
async function ofFailures({ page, see }: Stage): Promise<void> {
  await show(page, '/account/settings')
  await page.route('**/api/account/profile', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await press(page, 'Save changes')
  await see(page, '[status] status text')
  await page.unrouteAll()
  // HTTP/2 has no status texts.
  await page.evaluate(() => {
    const fetch = window.fetch.bind(window)
    window.fetch = (to, init) =>
      init?.method === 'PATCH' ? Promise.resolve(new Response('', { status: 502 })) : fetch(to, init)
  })
  await press(page, 'Save changes')
  await see(page, 'Request failed')
  await page.route('**/api/credentials*', (route) => route.fulfill({ json: [{ id: 'none' }] }))
  await page.goto('/credentials')
  await see(page, 'Unknown error')
  await page.unrouteAll()
}

async function dialogOf(page: Page, act: string): Promise<Locator> {
  await press(page, act)
  await page.getByRole('dialog').waitFor()
  return page.getByRole('dialog')
}

/** Requests a code in the dialog, waits for it in the inbox and enters it. */
async function enterCode({ world }: Stage, dialog: Locator, to: string, count = 1): Promise<void> {
  await press(dialog, 'Send code')
  await field(dialog, 'Code').fill(await codeSentTo(world.server, to, count))
}

async function ofNewPhone(stage: Stage, { identifier }: SignIn): Promise<void> {
  const { page, see } = stage
  await show(page, '/account/settings?tab=security')
  const dialog = await dialogOf(page, 'Set up phone number')
  await field(dialog, 'Code').fill('123')
  await press(dialog, 'Next')
  await see(dialog, 'invalid code')
  await enterCode(stage, dialog, identifier)
  await press(dialog, 'Next')
  await see(page, 'Identity verified')
  await field(dialog, 'Phone').fill('12345')
  await press(dialog, 'Set up phone number')
  await see(dialog, 'invalid phone')
  const phone = newPhone()
  await field(dialog, 'Phone').fill(phone)
  await enterCode(stage, dialog, phone)
  await press(dialog, 'Set up phone number')
  await see(page, 'Your account phone number has been set up')
}

async function ofNewPassword({ page, see }: Stage, { password }: SignIn): Promise<void> {
  const dialog = await dialogOf(page, 'Change password')
  await field(dialog, 'Current password').fill(password)
  await field(dialog, 'New password').fill('grey goose')
  await field(dialog, 'Confirm new password').fill('grey geese')
  await press(dialog, 'Change password')
  await see(dialog, 'Inconsistent password')
  await field(dialog, 'Confirm new password').fill('grey goose')
  await press(dialog, 'Change password')
  await see(page, 'Your account password has been updated', 'Logging out, please log in again...')
  await page.waitForURL('**/login?scene=cnsl.signout', patience)
}

async function ofOtherContacts(
  stage: Stage,
  { identifier, phone }: SignIn & { readonly phone: string },
): Promise<void> {
  const { page, see } = stage
  const dialog = await dialogOf(page, 'Change phone number')
  await enterCode(stage, dialog, phone, 2)
  await press(dialog, 'Next')
  await field(dialog, 'New phone').fill(phone)
  await press(dialog, 'Send code')
  await see(dialog, 'The new phone number cannot be the same as the current number')
  const newOne = newPhone()
  await field(dialog, 'New phone').fill(newOne)
  await enterCode(stage, dialog, newOne)
  await press(dialog, 'Change phone number')
  await see(page, 'Your account phone number has been changed')

  await dialogOf(page, 'Change email')
  await dialog.getByRole('radio', { name: /^Email/ }).check({ force: true })
  await enterCode(stage, dialog, identifier, 2)
  await press(dialog, 'Next')
  await field(dialog, 'New email').fill(identifier.toUpperCase())
  await press(dialog, 'Change email')
  await see(dialog, 'The new email address cannot be the same as the current email')
  await field(dialog, 'New email').fill('moved@example.com')
  await enterCode(stage, dialog, 'moved@example.com')
  await press(dialog, 'Change email')
  await see(page, 'Your account email has been changed')
}

async function ofNewEmail(stage: Stage, { identifier }: SignIn): Promise<void> {
  const { page, see } = stage
  const dialog = await dialogOf(page, 'Set up email')
  await enterCode(stage, dialog, identifier, 2)
  await press(dialog, 'Next')
  await field(dialog, 'Email').fill('first@example.com')
  await enterCode(stage, dialog, 'first@example.com')
  await press(dialog, 'Set up email')
  await see(page, 'Your account email has been set up')
}

async function ofLists({ page, see }: Stage): Promise<void> {
  await see(page, 'Load more entries')
  await press(page, 'Load more entries')
  await see(page, 'All entries are loaded')
}

async function ofRecharges({ page, see }: Stage): Promise<void> {
  await show(page, '/topup?tab=auto')
  await press(page, 'Save auto-recharge')
  await see(page, 'Auto-recharge is set')
}

async function ofReviews({ page, made, see }: Stage): Promise<void> {
  await show(page, `/sms/templates?edit=${made['template'] ?? ''}`)
  await field(page, 'Content').fill('Your order {order} has arrived.')
  await press(page, 'Submit for review')
  await see(page, '{entity} submitted, please wait for review')
}

/** The parse results of files, as the imports of the made phonebook ended. */
async function ofFiles({ page, made, see }: Stage): Promise<void> {
  const address = `/phonebooks/${made['phonebook'] ?? ''}?form=import`
  for (const [result, name] of [
    ['broken', 'Parse file failed'],
    ['empty', 'Empty file'],
    ['none', 'No valid phone numbers'],
  ] as const) {
    await show(page, `${address}&import=${made[result] ?? ''}`)
    await see(page, name)
  }
  await show(page, address)
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await see(page, 'Not acceptable type')
  // A message whose receipt never came.
  await page.route(/\/api\/sms\/messages\?/, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as readonly object[]
    return route.fulfill({ response, json: rows.map((row) => ({ ...row, status: 13 })) })
  })
  await show(page, '/sms/logs')
  await see(page.getByRole('row'), 'Unknown')
  await page.unrouteAll()
}

async function ofBlocks({ page, world, see }: Stage, { identifier }: SignIn): Promise<void> {
  await world.server.hongyan('account', 'set', identifier, 'acct_status', '12')
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await page.getByRole('checkbox').check()
  await page.locator('form button[type=submit]').click()
  await see(page.getByRole('alertdialog'), "A 403 on the top-up request opens an alert with the server's message")
  await press(page.getByRole('alertdialog'), 'OK')
}
