import { expect } from 'vitest'
import { untilFocused } from '../focus.ts'
import { patience } from '../patience.ts'
import { payOrder } from '../pay-order.ts'
import type { SignIn } from '../sign-in.ts'
import { press, show, type Stage } from './stage.ts'

/** The fields of a new card that must be filled in. */
const required = [
  'Card number',
  'Expiration date',
  'CVC',
  'Cardholder name',
  'Country',
  'Address line 1',
  'City',
  'Zip',
  'State',
]

type Typed = Readonly<Record<string, string>>
const wrong: Typed = { card: '42424242424', 'card.exp_year': '1330', 'card.cvc': '12', addr_line1: '1 Way' }

export async function ofCards({ page, see }: Stage): Promise<void> {
  await show(page, '/topup?tab=auto')
  await press(page, 'Add card')
  const dialog = page.getByRole('dialog')
  const type = (name: string, text: string): Promise<void> => dialog.locator(`input[name="${name}"]`).fill(text)
  const submit = dialog.locator('button[type=submit]')
  await submit.click(patience)
  const invalid = dialog.locator('[aria-invalid=true]')
  for (const each of required) await dialog.getByText(`${each} is required`, { exact: true }).waitFor(patience)
  await see(dialog, 'Expiration date is required', 'CVC is required')
  await expect.poll(() => invalid.count()).toBe(required.length)
  await untilFocused(dialog.locator('input[name=card]'))
  await dialog.getByText('This information is used for taxation.').waitFor()
  const right: Typed = { card: '4242424242424242', 'card.exp_year': '0635', 'card.cvc': '123', billing_name: 'Ada Lin' }
  const address: Typed = {
    addr_line1: '1 Raffles Place',
    addr_city: 'Singapore',
    addr_state: 'Singapore',
    addr_zip: '048616',
  }
  for (const [name, text] of Object.entries({ ...right, ...address })) await type(name, text)
  await dialog.getByRole('combobox').fill('sing')
  await dialog.getByRole('combobox').press('Tab')
  for (const [name, text] of Object.entries(wrong)) await type(name, text)
  await submit.click()
  await see(dialog, 'invalid card number', 'MM/YY format, eg 06/27', 'CVC should be 3 digits')
  await dialog.getByText('Address line 1 should be at least 6 characters', { exact: true }).waitFor()
  await expect.poll(() => invalid.count()).toBe(Object.keys(wrong).length)
  for (const name of Object.keys(wrong)) await type(name, { ...right, ...address }[name] ?? '')
  await submit.click()
  await see(page, '{entity} created')

  await page.getByRole('button', { name: /^Actions for Visa/ }).click(patience)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await see(page.getByRole('alertdialog'), 'Are you sure you want to delete the {entity} "{object}"?')
  await press(page.getByRole('alertdialog'), 'Delete')
  await see(page, '{entity} deleted')
}

export async function ofTopUps({ page, see }: Stage): Promise<void> {
  await show(page, '/topup')
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByRole('checkbox').filter({ visible: true }).check()
  const ordered = page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url().endsWith('/topup'))
  const opened = page.waitForEvent('popup')
  await page.locator('form button[type=submit]').filter({ visible: true }).click()
  const { payload } = (await (await ordered).json()) as { readonly payload: string } // a row of the contract
  await payOrder(payload)
  await (await opened).close()
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
  await see(page, 'The top up is completed, and the funds have been credited to your account')
}

export async function ofRecharges({ page, see }: Stage): Promise<void> {
  await show(page, '/topup?tab=auto')
  await press(page, 'Save auto-recharge')
  await see(page, 'Auto-recharge is set')
}

export async function ofBlocks({ page, world, see }: Stage, { identifier }: SignIn): Promise<void> {
  await world.server.hongyan('account', 'set', identifier, 'acct_status', '12')
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await page.getByRole('checkbox').filter({ visible: true }).check()
  await page.locator('form button[type=submit]').filter({ visible: true }).click()
  await see(page.getByRole('alertdialog'), "A 403 on the top-up request opens an alert with the server's message")
  await press(page.getByRole('alertdialog'), 'OK')
}
