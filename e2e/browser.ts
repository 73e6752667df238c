import { type Browser, chromium, type Page } from 'playwright-core'

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
}

export interface WatchedPage {
  readonly page: Page
  /** What went wrong on the page without a test asking: errors thrown, logged, or blocked by the security policy. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** A visitor of their own: no cookies, a language, a theme and a screen. */
export async function openPage(browser: Browser, baseURL: string, look: Look = {}): Promise<WatchedPage> {
  const { locale = 'en-US', theme = 'light', width = 1280, height = 800 } = look
  const viewport = { width, height }
  const context = await browser.newContext({ baseURL, locale, viewport, colorScheme: theme, timezoneId: 'UTC' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, problems, close: () => context.close() }
}
