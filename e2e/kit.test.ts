import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Look, openPage } from './browser.ts'
import { patience } from './patience.ts'
import { picture } from './pictures.ts'

const root = path.resolve(import.meta.dirname, '..')
const built = path.join(root, '.build/kit')
/** The sheet needs no server: its files are handed to the browser under this address. */
const address = 'http://kit.example'

beforeAll(async () => {
  const env = { ...process.env, KIT: '1' }
  await promisify(execFile)('npm', ['run', '--silent', 'build', '-w', '@hongyan/console'], { cwd: root, env })
})

async function kit(look: Look = {}): Promise<{ page: Page; problems: readonly string[] }> {
  const { page, problems, close } = await openPage(address, look)
  onTestFinished(close)
  await page.route(`${address}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: path.join(built, pathname === '/kit' ? 'kit.html' : pathname) })
  })
  await page.goto('/kit')
  await page.getByRole('navigation', { name: 'Pages of the example' }).first().waitFor()
  return { page, problems }
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages of the example' }).first()
const group = (page: Page, name: string) => menu(page).getByRole('button', { name })
const openGroups = (page: Page) => menu(page).getByRole('button', { expanded: true }).allInnerTexts()
const links = (page: Page) => menu(page).getByRole('link').allInnerTexts()

describe('the side menu’s groups', () => {
  test('are closed until one is opened, and opening one closes the other', async () => {
    const { page, problems } = await kit()
    await expect.poll(() => openGroups(page)).toEqual([])
    await expect.poll(() => links(page)).toEqual(['Home'])
    await group(page, 'Messaging').click()
    await expect.poll(() => openGroups(page)).toEqual(['Messaging'])
    await expect.poll(() => links(page)).toEqual(['Home', 'Logs', 'Templates'])
    await group(page, 'Finance').click()
    await expect.poll(() => openGroups(page)).toEqual(['Finance'])
    await expect.poll(() => links(page)).toEqual(['Home', 'Top up'])
    await group(page, 'Finance').click()
    await expect.poll(() => openGroups(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('follow the page: its group opens, another one closes, and the page is marked below it too', async () => {
    const { page } = await kit()
    await group(page, 'Extensions').click()
    await page.getByRole('button', { name: 'Go to a message' }).first().click()
    await expect.poll(() => openGroups(page), patience).toEqual(['Messaging'])
    const current = menu(page).locator('[aria-current=page]')
    await expect.poll(() => current.allInnerTexts()).toEqual(['Logs'])

    await group(page, 'Finance').click()
    await menu(page).getByRole('link', { name: 'Top up' }).click()
    await expect.poll(() => current.allInnerTexts(), patience).toEqual(['Top up'])
    await expect.poll(() => openGroups(page)).toEqual(['Finance'])
    await page.getByRole('button', { name: 'Go home' }).first().click()
    await expect.poll(() => openGroups(page), patience).toEqual([])
  })

  test('are walked and opened by the keyboard', async () => {
    const { page } = await kit()
    await menu(page).getByRole('link', { name: 'Home' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => openGroups(page)).toEqual(['Messaging'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => menu(page).locator('[aria-current=page]').allInnerTexts(), patience).toEqual(['Templates'])
    await page.keyboard.press('Tab')
    await page.keyboard.press(' ')
    await expect.poll(() => openGroups(page)).toEqual(['Finance'])
  })
})

test('every component is drawn on a desktop and on a phone', async () => {
  const { page, problems } = await kit()
  await group(page, 'Messaging').click()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `kit-${width}`, { fullPage: true })
  }
  expect(problems).toEqual([])
})

describe('a field for files', () => {
  const field = (page: Page, name: string) => page.getByRole('group', { name }).first()
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  const chooser = (page: Page, name: string) => field(page, name).locator('input[type=file]')
  const rows = (page: Page, name: string) => field(page, name).getByRole('listitem')

  test('shows the progress of a file, says when it is stored, and gives it up again', async () => {
    const { page, problems } = await kit()
    const licence = field(page, 'Business licence')
    await chooser(page, 'Business licence').setInputFiles(pdf('licence.pdf'))
    const bar = licence.getByRole('progressbar', { name: 'Upload of licence.pdf' })
    await expect.poll(() => bar.getAttribute('aria-valuenow'), patience).toMatch(/^[1-9]/)
    await expect.poll(() => licence.getByRole('status').innerText(), patience).toBe('licence.pdf is uploaded.')
    expect(await licence.locator('input[type=hidden]').inputValue()).not.toBe('')
    await licence.getByRole('button', { name: 'Remove licence.pdf' }).click()
    await expect.poll(() => rows(page, 'Business licence').count()).toBe(0)
    expect(await licence.locator('input[type=hidden]').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose file')
    expect(problems).toEqual([])
  })

  test('replaces its one file, and takes no more than its most', async () => {
    const { page } = await kit()
    await chooser(page, 'Business licence').setInputFiles(pdf('first.pdf'))
    await chooser(page, 'Business licence').setInputFiles(pdf('second.pdf'))
    await expect.poll(() => rows(page, 'Business licence').allInnerTexts()).toHaveLength(1)
    await expect.poll(() => rows(page, 'Business licence').innerText(), patience).toContain('second.pdf')
    await chooser(page, 'Attachments').setInputFiles([1, 2, 3, 4, 5].map((each) => pdf(`${each}.pdf`)))
    await expect.poll(() => rows(page, 'Attachments').count()).toBe(5)
    await field(page, 'Attachments').getByText('Choose at most 5 files.').waitFor()
  })

  test('names the reason of a refused file, and sends it again', async () => {
    const { page } = await kit()
    const attachments = field(page, 'Attachments')
    await chooser(page, 'Attachments').setInputFiles([pdf('bad.pdf'), { ...pdf('empty.pdf'), buffer: Buffer.alloc(0) }])
    await attachments.getByText('The file is empty. Choose another file.', { exact: true }).waitFor()
    await attachments
      .getByText('The file is damaged. Open it, save it again and retry.', { exact: true })
      .waitFor(patience)
    expect(await attachments.getByRole('button', { name: /again/ }).count()).toBe(1)
    await attachments.getByRole('button', { name: 'Upload bad.pdf again' }).click()
    await attachments.getByRole('button', { name: 'Cancel upload of bad.pdf' }).click()
    await expect.poll(() => attachments.getByRole('status').innerText()).toBe('bad.pdf is removed.')
  })

  test('takes files that are dropped or pasted, and shows the picture of an image', async () => {
    const { page } = await kit()
    for (const [kind, name] of [
      ['drop', 'dropped.png'],
      ['paste', 'pasted.png'],
    ] as const) {
      await field(page, 'Attachments')
        .locator('input[type=file]')
        .evaluate(
          (element, [type, title]) => {
            const data = new DataTransfer()
            data.items.add(new File(['x'], title, { type: 'image/png' }))
            const event =
              type === 'drop'
                ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
                : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
            element.dispatchEvent(event)
          },
          [kind, name] as const,
        )
      const row = rows(page, 'Attachments').filter({ hasText: name })
      expect(await row.locator('img').getAttribute('src')).toMatch(/^blob:/)
    }
  })
})
