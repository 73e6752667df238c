import { type Browser, chromium, type ConsoleMessage, type Page } from 'playwright-core'
import { isClean, watched } from './kept-page.ts'
import { patience } from './patience.ts'

/** Nothing but the page itself reaches for the network, and it runs as root and in a small /dev/shm. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: '/usr/bin/chromium', args })

export interface Look {
  readonly locale?: 'en-US' | 'zh-CN'
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** A browser that has never loaded any of it; others may have the files, though nothing else, of an earlier visitor. */
  readonly cold?: boolean
}

export interface WatchedPage {
  readonly page: Page
  /** What went wrong on the page without a test asking: errors thrown, logged, or blocked by the security policy. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** What has no icon of its own, as where a page is emptied, is asked for the oldest kind of icon by the browser itself. */
const asksForIcon = (message: ConsoleMessage): boolean => message.location().url.endsWith('/favicon.ico')

/** Pages that their tests are done with, by browser and look: a new process, and its compiling, cost more than a test. */
const kept = new WeakMap<Browser, Map<string, Page[]>>()

/**
 * A visitor of their own: no cookies, nothing stored, a language, a theme and a screen. Whatever a test does to its page
 * is undone when it closes it; where that cannot be done, for a page's clock or its init scripts, the page ends with it.
 */
export async function openPage(browser: Browser, baseURL: string, look: Look = {}): Promise<WatchedPage> {
  const { locale = 'en-US', theme = 'light', width = 1280, height = 800, cold = false } = look
  const likes = keptOf(browser, JSON.stringify([baseURL, locale, theme, width, height]))
  const create = async (): Promise<Page> => {
    const viewport = { width, height }
    const context = await browser.newContext({ baseURL, locale, viewport, colorScheme: theme, timezoneId: 'UTC' })
    context.setDefaultTimeout(patience.timeout)
    return watched(await context.newPage())
  }
  const page = (cold ? undefined : likes.pop()) ?? (await create())
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !asksForIcon(message)) problems.push(message.text())
  })
  const close = async () => {
    const asItWas = { viewport: { width, height }, colorScheme: theme, neutral: `${baseURL}/healthz` }
    if (await isClean(page, asItWas)) likes.push(page)
    else await page.context().close()
  }
  return { page, problems, close }
}

function keptOf(browser: Browser, look: string): Page[] {
  const looks = kept.get(browser) ?? new Map<string, Page[]>()
  kept.set(browser, looks)
  const pages = looks.get(look) ?? []
  looks.set(look, pages)
  return pages
}
