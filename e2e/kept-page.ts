import type { Page } from 'playwright-core'

const spoilt = new WeakSet<Page>()

/** Notes when something is done to the page that nothing can undo. */
export function watched(page: Page): Page {
  const spoil = () => void spoilt.add(page)
  for (const name of ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders']) before(page, name, spoil)
  for (const name of ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders']) before(page.context(), name, spoil)
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']) before(page.clock, name, spoil)
  return page
}

function before(owner: object, name: string, act: () => void): void {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new Error(`there is no ${name} to be noted`)
  Reflect.set(owner, name, (...words: readonly unknown[]): unknown => {
    act()
    return Reflect.apply(method, owner, words)
  })
}

const events = ['request', 'requestfailed', 'requestfinished', 'response', 'console', 'pageerror', 'popup', 'download']

interface AsItWas {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  /** An address of the same site that is no page, so that nothing runs while its memory is emptied. */
  readonly neutral: string
}

/** Undoes what a test did to its page, and answers whether that is possible: a broken page is nobody's either. */
export async function isClean(page: Page, { viewport, colorScheme, neutral }: AsItWas): Promise<boolean> {
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
      page.setViewportSize(viewport),
      page.emulateMedia({ colorScheme, media: null, reducedMotion: null, forcedColors: null, contrast: null }),
    ])
    await page.goto(neutral)
    await page.mouse.move(-1, -1)
    await Promise.all([page.evaluate(() => [localStorage.clear(), sessionStorage.clear()]), context.clearCookies()])
    return true
  } catch {
    return false
  }
}
