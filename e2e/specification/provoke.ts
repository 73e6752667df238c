import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from '../patience.ts'
import { type SignIn, startSession } from '../sign-in.ts'
import { inWords } from './draw.ts'
import type { Made } from './make-records.ts'
import { type MessageName, messages } from './messages.ts'
import { ofNewEmail, ofNewPassword, ofNewPhone, ofOtherContacts } from './provoke-contacts.ts'
import { ofBlocks, ofCards, ofRecharges, ofTopUps } from './provoke-payments.ts'
import { field, type Owners, press, show, type Stage } from './stage.ts'
import type { World } from './world.ts'

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

async function enter({ page }: Stage, owner: SignIn, address: string): Promise<void> {
  await page.context().clearCookies()
  await startSession(page, owner)
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

async function ofLists({ page, see }: Stage): Promise<void> {
  await see(page, 'Load more entries')
  const [rows, more] = [page.getByRole('row'), page.getByRole('button', { name: messages['Load more entries'] })]
  while (await more.isVisible()) {
    const shown = await rows.count()
    await more.click(patience)
    await expect.poll(() => rows.count(), patience).toBeGreaterThan(shown)
  }
  await see(page, 'All entries are loaded')
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
