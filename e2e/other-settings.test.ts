import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { newOwner } from './new-owner.ts'
import { commonServer, type OwnServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'

/** No host has this name; only a test's route answers. */
const avatars = 'http://avatars.invalid/'
const sites = commonServer().address

let server: OwnServer

beforeAll(async () => {
  server = await startServer({ AVATAR_URL: avatars, SITE_URL: `${sites}/en`, SITE_URL_CN: `${sites}/zh` })
})

afterAll(() => server.stop())

test('the documentation is that of the site in the reader’s language', async () => {
  for (const [locale, site] of [
    ['en-US', 'en'],
    ['zh-CN', 'zh'],
  ] as const) {
    const { page, close } = await openPage(server.address, { locale })
    const led = page.waitForRequest(`${sites}/${site}/docs`)
    await page.goto('/docs#errors')
    expect((await led).isNavigationRequest()).toBe(true)
    await close()
  }
})

test('an account has the picture of the avatar service, and a drawn one when that fails', async () => {
  const owner = await newOwner(server)
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  const picture = {
    contentType: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  }
  await page.route(`${avatars}**`, (route) => route.fulfill(picture))
  await signIn(page, owner)
  const pictures = page.locator(`img[src^="${avatars}"]`)
  await expect.poll(() => pictures.count()).toBe(2)
  await page.unroute(`${avatars}**`)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => pictures.count()).toBe(0)
})
