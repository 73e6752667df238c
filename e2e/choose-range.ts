import type { Page } from 'playwright-core'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Period' })

/** Opens the range picker of a list and chooses one of its periods. */
export async function choosePeriod(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Period/ }).click()
  await dialog(page).getByRole('button', { name: title, exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** Types the ends of a range, each as day, month and year: `01012025`. */
export async function typeRange(page: Page, ends: { readonly From?: string; readonly To?: string }): Promise<void> {
  await page.getByRole('button', { name: /^Period/ }).click()
  for (const [end, digits] of Object.entries(ends)) {
    await dialog(page).getByRole('group', { name: end }).getByRole('spinbutton').first().focus()
    await page.keyboard.type(digits)
  }
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}
