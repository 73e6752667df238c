import { patience } from '../patience.ts'
import type { SignIn } from '../sign-in.ts'
import { payAt } from './send-calls.ts'
import { press, show, type Stage } from './stage.ts'

export async function ofCards({ page, see }: Stage): Promise<void> {
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

export async function ofTopUps({ page, see }: Stage): Promise<void> {
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

export async function ofRecharges({ page, see }: Stage): Promise<void> {
  await show(page, '/topup?tab=auto')
  await press(page, 'Save auto-recharge')
  await see(page, 'Auto-recharge is set')
}

export async function ofBlocks({ page, world, see }: Stage, { identifier }: SignIn): Promise<void> {
  await world.server.hongyan('account', 'set', identifier, 'acct_status', '12')
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await page.getByRole('checkbox').check()
  await page.locator('form button[type=submit]').click()
  await see(page.getByRole('alertdialog'), "A 403 on the top-up request opens an alert with the server's message")
  await press(page.getByRole('alertdialog'), 'OK')
}
