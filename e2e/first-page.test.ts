import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
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
