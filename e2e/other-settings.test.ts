import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { newOwner } from './new-owner.ts'
import { commonServer, type OwnServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'

/** The name never resolves, so this address answers only where a test routes it. */
const avatars = 'http://avatars.invalid/'
/** The address of a server that answers, in place of the company's public sites. */
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
    const redirected = page.waitForRequest(`${sites}/${site}/docs`)
    await page.goto('/docs#errors')
    expect((await redirected).isNavigationRequest()).toBe(true)
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
  // One in the top bar and one in the profile card.
  await expect.poll(() => pictures.count()).toBe(2)
  await page.unroute(`${avatars}**`)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => pictures.count()).toBe(0)
})
