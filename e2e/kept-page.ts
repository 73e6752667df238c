import type { Page } from 'playwright-core'

const spoilt = new WeakSet<Page>()

/** Notes each call that changes the page in a way that cannot be undone. `hasClock`: its clock is set anew for each test. */
export function watched(page: Page, hasClock: boolean): Page {
  const spoil = () => void spoilt.add(page)
  for (const name of ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders']) before(page, name, spoil)
  for (const name of ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders']) before(page.context(), name, spoil)
  for (const name of ['setFixedTime', 'setSystemTime', ...(hasClock ? [] : ['install', 'pauseAt'])])
    before(page.clock, name, spoil)
  return page
}

function before(owner: object, name: string, act: () => void): void {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new Error(`Playwright has no method ${name}`)
  Reflect.set(owner, name, (...args: readonly unknown[]): unknown => {
    act()
    return Reflect.apply(method, owner, args)
  })
}

const events = ['request', 'requestfailed', 'requestfinished', 'response', 'console', 'pageerror', 'popup', 'download']

/**
 * Undoes what a test did to its page. False if that is impossible, as for a page that crashed. `neutral` is an address of
 * the same site without scripts, so that no script runs while the storage is emptied.
 */
export async function isClean(page: Page, neutral: string): Promise<boolean> {
  if (spoilt.has(page) || page.isClosed()) return false
  const context = page.context()
  try {
    for (const event of events) page.removeAllListeners(event)
    const others = context.pages().filter((other) => other !== page)
    await Promise.all([
      ...others.map((other) => other.close()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      context.clearPermissions(),
    ])
    await page.goto(neutral)
    await page.mouse.move(-1, -1)
    await Promise.all([page.evaluate(() => [localStorage.clear(), sessionStorage.clear()]), context.clearCookies()])
    return true
  } catch {
    return false
  }
}
