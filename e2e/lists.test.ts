import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from './axe.ts'
import { type Look, openPage } from './browser.ts'
import { choosePeriod } from './choose-range.ts'
import { escape } from './focus.ts'
import { newOwner } from './new-owner.ts'
import { patience } from './patience.ts'
import { commonServer } from './server.ts'
import { startSession } from './sign-in.ts'

const server = commonServer()
const amounts = ['21', '22', '23']

/** Opens the list of transactions of a new account with money and three unpaid top-ups. */
async function transactions(look: Look = {}): Promise<{ page: Page; problems: readonly string[] }> {
  const { page, problems, close } = await openPage(server.address, look)
  onTestFinished(close)
  await startSession(page, await newOwner(server, { balance: '100' }))
  for (const amount of amounts) {
    const data = { amount, channel: 'stripe', currency: 'USD' }
    await page.request.post('/api/topup', { data, headers: { origin: server.address } })
  }
  await page.goto('/transactions')
  await page.getByText('All entries are loaded').waitFor()
  return { page, problems }
}

const rows = (page: Page) => page.locator('[data-row]')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const view = (page: Page) => page.getByRole('dialog', { name: 'View' })
const openView = (page: Page) => page.getByRole('button', { name: 'View', exact: true }).click()
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
/** The number of the row that has the focus, or -1. */
const focusedRow = (page: Page) =>
  rows(page).evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)))
async function hasText(page: Page, row: number, text: string): Promise<void> {
  await expect.poll(() => rows(page).nth(row).innerText(), patience).toContain(text)
}

test('a list is used by keyboard, sorted, arranged, saved as a view and printed', async () => {
  const { page, problems } = await transactions()
  const shown = await rows(page).count()
  // Before the first row there is none, however often the key is pressed.
  const firstRow = async () => {
    await page.keyboard.press('k')
    return focusedRow(page)
  }
  await expect.poll(firstRow).toBe(0)
  await page.keyboard.press('j')
  expect(await focusedRow(page)).toBe(1)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /^Transaction / })
  await sheet.waitFor()
  await page.keyboard.press('j')
  await escape(sheet)
  await expect.poll(() => focusedRow(page)).toBe(1)
  await page.keyboard.press('/')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-haspopup')).toBe('dialog')

  await hasText(page, 0, '$23.0000')
  await head(page, 'Time').getByRole('button').click()
  await expect.poll(() => head(page, 'Time').getAttribute('aria-sort')).toBe('ascending')
  await hasText(page, shown - 1, '$23.0000')
  expect(search(page)).toEqual({ sort: 'at' })

  const height = (await rows(page).first().boundingBox())?.height ?? 0
  await openView(page)
  expect(await view(page).getByRole('checkbox', { name: 'Description' }).count()).toBe(0)
  await view(page).getByRole('checkbox', { name: 'ID', exact: true }).uncheck()
  await view(page).getByText('Compact').click()
  await view(page).getByLabel('Name of this view').fill('jokes first')
  await page.keyboard.press('Enter')
  await view(page).getByRole('button', { name: 'jokes first', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await escape(view(page))
  await expect.poll(() => head(page, 'ID').count()).toBe(0)
  expect((await rows(page).first().boundingBox())?.height).toBeLessThan(height)

  await head(page, 'Time').getByRole('button').click()
  await choosePeriod(page, 'Last month')
  await page.getByText('No matching transactions').waitFor()
  expect(search(page)).toEqual({ period: 'last-month' })
  await openView(page)
  await view(page).getByRole('button', { name: 'jokes first', exact: true }).click()
  await expect.poll(() => search(page)).toEqual({ sort: 'at' })
  await page.reload()
  await hasText(page, shown - 1, '$23.0000')
  expect(await head(page, 'ID').count()).toBe(0)
  await openView(page)
  await view(page).getByRole('button', { name: 'Delete view jokes first' }).click()
  await expect.poll(() => view(page).getByRole('listitem').count()).toBe(0)
  await escape(view(page))

  await page.getByRole('button', { name: /^Period/ }).click()
  await page.getByRole('dialog', { name: 'Period' }).getByRole('grid').waitFor()
  expect(await violations(page)).toEqual([])
  await escape(page.getByRole('dialog', { name: 'Period' }))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect
    .poll(() => page.locator('aside, [data-filters] svg, td button').filter({ visible: true }).count())
    .toBe(0)
  const ink = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((found) => getComputedStyle(found).color)
  expect(await ink('td')).toBe('rgb(0, 0, 0)')
  await expect.poll(() => page.getByText('Period All time').isVisible()).toBe(true)
  await page.emulateMedia({ media: null, colorScheme: null })
  expect(problems).toEqual([])
})

test('a phone has its filters and its order in a sheet, which counts them', async () => {
  const { page, problems } = await transactions({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: /^Filters/ })
  await sheet.getByRole('button', { name: /^Direction/ }).click()
  await page.getByRole('option', { name: 'In', exact: true }).click()
  await sheet.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('option', { name: 'Time, ascending' }).click()
  await expect.poll(() => search(page)).toEqual({ direction: '1', sort: 'at' })
  await choosePeriod(page, 'Today')
  await sheet.getByRole('heading', { name: 'Filters (2)' }).waitFor()
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor()
  await hasText(page, 0, '$100.0000')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(problems).toEqual([])
})

test('an end of a range that is typed digit by digit moves once, and leaves the other end', async () => {
  const { page, problems } = await transactions()
  const range = { from: '2025-11-04', to: '2025-11-20' }
  const dialog = page.getByRole('dialog', { name: 'Period' })
  const day = (end: 'From' | 'To') => dialog.getByRole('group', { name: end }).getByRole('spinbutton').first()
  await page.goto(`/transactions?${new URLSearchParams(range)}`)
  await page.getByRole('button', { name: /^Period/ }).click()

  await day('To').focus()
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page)).toEqual({ ...range, to: '2025-11-15' })

  await day('From').focus()
  await page.keyboard.type('08')
  await day('To').focus()
  await expect.poll(() => search(page)).toEqual({ from: '2025-11-08', to: '2025-11-15' })

  // A day older than three months can be chosen, but is marked: in its field, in the calendar, and with a way to an export.
  await dialog.getByRole('group', { name: 'From', description: 'Out of range' }).waitFor()
  await dialog.getByRole('button', { name: 'Tuesday, 18 November 2025', description: 'Out of range' }).waitFor()
  await dialog.getByRole('link', { name: 'Export instead' }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.keyboard.type('12')
  await escape(dialog)
  await expect.poll(() => search(page)).toEqual({ from: '2025-11-08', to: '2025-11-12' })
  expect(problems).toEqual([])
})
