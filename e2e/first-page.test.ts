import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'
import { type BuiltServer, startServer } from './server.ts'

let server: BuiltServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})

afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('a visitor without a session is led from / to the sign-in page of the built console', async () => {
  const { page, problems, close } = await openPage(browser, server.address)
  onTestFinished(close)
  await page.goto('/')
  await page.waitForURL(/\/login\?/)
  await page.getByRole('button').first().waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('scene')).toBe('cnsl.required')
  expect(problems).toEqual([])
})
