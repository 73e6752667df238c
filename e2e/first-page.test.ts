import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { openAsOwner } from './open-as-owner.ts'
import { commonServer } from './server.ts'

const server = commonServer()

test('a visitor without a session is led from / to the sign-in page of the built console', async () => {
  const { page, problems, close } = await openPage(server.address)
  onTestFinished(close)
  await page.goto('/')
  await page.waitForURL(/\/login\?/)
  await page.getByRole('button').first().waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('scene')).toBe('cnsl.required')
  expect(problems).toEqual([])
})

const SCRIPTS = /\/assets\/console-\w+\.js$/

test.each([1280, 390])(
  'at %d px the frame stands before the console’s scripts, and the shell’s own at its place',
  async (width) => {
    const { page, problems } = await openAsOwner(server, { width, height: 844 }, '/')
    const gate = new EventEmitter()
    const released = once(gate, 'open')
    await page.route(SCRIPTS, async (route) => {
      await released
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    const symbolOf = (parent: string) =>
      page.locator(`${parent} svg[viewBox="0 -2.2 24 24"]`).filter({ visible: true }).first()
    await symbolOf('#root [aria-hidden]').waitFor()
    // The browser paints nothing before the styles are there, but has a layout.
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('0px')
    const before = await symbolOf('#root').boundingBox()
    gate.emit('open')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await symbolOf('#root').boundingBox()).toEqual(before)
    expect(problems).toEqual([])
  },
)

test('a visitor without a session sees no frame on the way to the sign-in page', async () => {
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/')
  expect(await page.locator('#root [aria-hidden]').first().isVisible()).toBe(false)
})

test('a first answer that is late leaves menu and placeholder on the screen, and the page comes with it', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/')
  const gate = new EventEmitter()
  const released = once(gate, 'open')
  await page.route('**/api/account/progress', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  gate.emit('open')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
  expect(problems).toEqual([])
})
