import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeSentTo } from '../codes.ts'
import { untilFocused } from '../focus.ts'
import { patience } from '../patience.ts'
import type { SignIn } from '../sign-in.ts'
import { field, type Owners, press, show, type Stage } from './stage.ts'
import { newPhone } from './world.ts'

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

export async function ofNewPhone(stage: Stage, { identifier }: SignIn): Promise<void> {
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

export async function ofNewPassword({ page, see }: Stage, { password }: SignIn): Promise<void> {
  const dialog = await dialogOf(page, 'Change password')
  await field(dialog, 'Current password').fill(password)
  await field(dialog, 'New password').fill('grey goose')
  await field(dialog, 'Confirm new password').fill('grey geese')
  await press(dialog, 'Change password')
  await see(dialog, 'Inconsistent password')
  await field(dialog, 'Confirm new password').fill('grey goose')
  await press(dialog, 'Change password')
  await see(page, 'Your account password has been updated', 'Logging out, please log in again...')
}

/** A changed phone, then a changed email address, each verified by the contact that stays. */
export async function ofOtherContacts(stage: Stage, { identifier, phone }: Owners['reached']): Promise<void> {
  const { page, see } = stage
  await page.getByText(`+12*******${phone.slice(-2)}`).waitFor(patience)
  await press(page, 'Show Phone')
  await page.getByText(phone).waitFor()
  const dialog = await dialogOf(page, 'Change phone number')
  const [byPhone, byEmail] = [/^Phone/, /^Email/].map((name) => dialog.getByRole('radio', { name }))
  expect([await byPhone?.isChecked(), await byEmail?.isChecked()]).toEqual([true, false])
  await enterCode(stage, dialog, phone, 2)
  await press(dialog, 'Next')
  // The account's own calling code is assumed where a number has none.
  await field(dialog, 'New phone').fill(phone.slice(2))
  await press(dialog, 'Send code')
  await see(dialog, 'The new phone number cannot be the same as the current number')
  await untilFocused(field(dialog, 'New phone'))
  const newOne = newPhone()
  await field(dialog, 'New phone').fill(newOne)
  await enterCode(stage, dialog, newOne)
  await press(dialog, 'Change phone number')
  await see(page, 'Your account phone number has been changed')

  await dialogOf(page, 'Change email')
  await byEmail?.check({ force: true })
  await enterCode(stage, dialog, identifier, 2)
  await press(dialog, 'Next')
  await field(dialog, 'New email').fill(` ${identifier.toUpperCase()}`)
  await press(dialog, 'Change email')
  await see(dialog, 'The new email address cannot be the same as the current email')
  await field(dialog, 'New email').fill('moved@example.com')
  await enterCode(stage, dialog, 'moved@example.com')
  await press(dialog, 'Change email')
  await see(page, 'Your account email has been changed')
  const account = await page.request.get('/api/account')
  expect(await account.json()).toMatchObject({ phone: newOne, email: 'moved@example.com' })
}

export async function ofNewEmail(stage: Stage, { identifier }: SignIn): Promise<void> {
  const { page, see } = stage
  const dialog = await dialogOf(page, 'Set up email')
  await enterCode(stage, dialog, identifier, 2)
  await press(dialog, 'Next')
  await field(dialog, 'Email').fill('first@example.com')
  await enterCode(stage, dialog, 'first@example.com')
  await press(dialog, 'Set up email')
  await see(page, 'Your account email has been set up')
}
