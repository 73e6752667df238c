import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage, type WatchedPage } from '../browser.ts'
import { codeSentTo } from '../codes.ts'
import { untilFocused } from '../focus.ts'
import { type OwnServer, startServer } from '../server.ts'
import { startSession } from '../sign-in.ts'

/** Only a demo account has a phone from the start. The test changes it, so it has a server of its own. */
const demo = { identifier: 'demo@hongyan.example', password: 'hongyan-demo', phone: '+12065550100' }

let server: OwnServer

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' })
})

afterAll(() => server.stop())

async function open(): Promise<WatchedPage> {
  const watched = await openPage(server.address)
  onTestFinished(watched.close)
  await startSession(watched.page, demo)
  await watched.page.goto('/account/settings?tab=security')
  return watched
}

const account = async (page: Page): Promise<Account> =>
  (await (await page.request.get('/api/account')).json()) as Account // a row of the contract
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })

async function dialogOf(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** Requests a code in the dialog, waits for it in the inbox and enters it. */
async function enterCode(dialog: Locator, to: string): Promise<void> {
  await press(dialog, 'Send code')
  await field(dialog, 'Code').fill(await codeSentTo(server, to))
}

test('an owner with a phone and an email address changes the phone, then the address', async () => {
  const { page } = await open()
  await page.getByText('+12*******00').waitFor()
  await press(page, 'Show Phone')
  await page.getByText(demo.phone).waitFor()
  const dialog = await dialogOf(page, 'Change phone number')
  const [byPhone, byEmail] = [
    dialog.getByRole('radio', { name: /^Phone/ }),
    dialog.getByRole('radio', { name: /^Email/ }),
  ]
  expect([await byPhone.isChecked(), await byEmail.isChecked()]).toEqual([true, false])
  await enterCode(dialog, demo.phone)
  await press(dialog, 'Next')
  await field(dialog, 'New phone').fill('206-555-0100')
  await press(dialog, 'Send code')
  await dialog.getByText('The new phone number cannot be the same as the current number', { exact: true }).waitFor()
  await untilFocused(field(dialog, 'New phone'))
  await field(dialog, 'New phone').fill('+12065550144')
  await enterCode(dialog, '+12065550144')
  await press(dialog, 'Change phone number')
  await page.getByText('Your account phone number has been changed').waitFor()
  expect(await account(page)).toMatchObject({ phone: '+12065550144' })

  await press(page, 'Change email')
  await dialog.getByRole('radio', { name: /^Email/ }).check({ force: true })
  await enterCode(dialog, demo.identifier)
  await press(dialog, 'Next')
  await field(dialog, 'New email').fill(' Demo@Hongyan.EXAMPLE')
  await press(dialog, 'Change email')
  await dialog.getByText('The new email address cannot be the same as the current email', { exact: true }).waitFor()
  await field(dialog, 'New email').fill('mei@lumenparcel.com')
  await enterCode(dialog, 'mei@lumenparcel.com')
  await press(dialog, 'Change email')
  await page.getByText('Your account email has been changed').waitFor()
  expect(await account(page)).toMatchObject({ email: 'mei@lumenparcel.com' })
})
