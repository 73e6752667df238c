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
