import { existsSync } from 'node:fs'
import { type Browser, chromium, type ConsoleMessage, type Page } from 'playwright-core'
import { isClean, watched } from './kept-page.ts'
import { networkHeaders } from './network.ts'
import { patience } from './patience.ts'

/**
 * Chromium reads the last list of these only, so the first lines repeat what Playwright switches off. The last two are the
 * pages of the address bar's menu: every window would load both, in a process of its own.
 */
const unused = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** A benchmark, which Vitest does not run, measures the browser that customers have. */
const isTest = process.env['VITEST'] !== undefined

/** The same engine without bars and menus, which cost a third more. The whole browser stands in where it is missing. */
const SHELL = '/usr/bin/chromium-headless-shell'
const executablePath = isTest && existsSync(SHELL) ? SHELL : '/usr/bin/chromium'

/** Chromium runs as root with a small /dev/shm; only the pages under test use the network. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unused.join(',')}`,
  // A page of a test ends before optimised code pays for its compilation.
  ...(isTest ? ['--js-flags=--no-opt --no-maglev'] : []),
]

let launched: Promise<Browser> | null = null

/** The browser of this worker, which ends with it. */
const commonBrowser = (): Promise<Browser> => (launched ??= chromium.launch({ executablePath, args }))

export interface Look {
  readonly locale?: 'en-US' | 'zh-CN'
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** A clock that the test may move on, and that also runs by itself. It begins at the time of the machine. */
  readonly clock?: boolean
  /** A browser with an empty cache. Other browsers may have the files of earlier visitors, and no cookies or storage of theirs. */
  readonly cold?: boolean
}

export interface WatchedPage {
  readonly page: Page
  /** Errors that the page threw or logged, or that its security policy blocked. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

interface KeptPage {
  readonly page: Page
  readonly enterNetwork: () => Promise<void>
  /** Sets a clock of its own to the time of the machine and lets it run. */
  readonly startClock: () => Promise<void>
}

/** Chromium itself requests this icon for a page without one. */
const asksForIcon = (message: ConsoleMessage): boolean => message.location().url.endsWith('/favicon.ico')

/** Fills the window with the page: Chromium draws a tab and an address bar over and over while a page loads. */
async function hideBars(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'fullscreen' } })
  await session.detach()
}

/** Pages that tests are done with, by server, language and clock: a new process costs more than a test. */
const kept = new Map<string, KeptPage[]>()

const keptUnder = (server: string, locale: string, clock: boolean): KeptPage[] => {
  const key = `${server} ${locale}${clock ? ' clock' : ''}`
  const pages = kept.get(key) ?? []
  kept.set(key, pages)
  return pages
}

/**
 * Opens a page for a new visitor without cookies or storage. `close` undoes what the test did and keeps the page for
 * another test; a page with init scripts, or a clock that `look` does not name, is closed instead.
 */
export async function openPage(baseURL: string, look: Look = {}): Promise<WatchedPage> {
  const { locale = 'en-US', theme = 'light', width = 1280, height = 800, clock = false, cold = false } = look
  const others = keptUnder(baseURL, locale, clock)
  const viewport = { width, height }
  const create = async (): Promise<KeptPage> => {
    const browser = await commonBrowser()
    const context = await browser.newContext({ baseURL, locale, viewport, timezoneId: 'UTC' })
    context.setDefaultTimeout(patience.timeout)
    const setHeaders = context.setExtraHTTPHeaders.bind(context)
    const page = await context.newPage()
    await hideBars(page)
    const [install, resume] = [page.clock.install.bind(page.clock), page.clock.resume.bind(page.clock)]
    const startClock = async () => {
      await install({ time: Date.now() })
      await resume()
    }
    return { page: watched(page, clock), startClock, enterNetwork: () => setHeaders(networkHeaders()) }
  }
  const opened = (cold ? undefined : others.pop()) ?? (await create())
  const { page } = opened
  await Promise.all([
    opened.enterNetwork(),
    clock ? opened.startClock() : null,
    page.setViewportSize(viewport),
    page.emulateMedia({ colorScheme: theme, media: null, reducedMotion: null, forcedColors: null, contrast: null }),
  ])
  const problems = problemsOf(page)
  const close = async () => {
    if (await isClean(page, `${baseURL}/favicon.svg`)) others.push(opened)
    else await page.context().close()
  }
  return { page, problems, close }
}

/** Collects what goes wrong on a page from now on. */
export function problemsOf(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !asksForIcon(message)) problems.push(message.text())
  })
  return problems
}

/** Closes the kept pages of a server that stops. */
export async function closePagesOf(server: string): Promise<void> {
  const keys = [...kept.keys()].filter((key) => key.startsWith(`${server} `))
  const pages = keys.flatMap((key) => kept.get(key) ?? [])
  for (const key of keys) kept.delete(key)
  await Promise.all(pages.map(({ page }) => page.context().close()))
}

/** For a program that is not run by Vitest. A test's browser ends with its worker. */
export const closeBrowser = async (): Promise<void> => (await commonBrowser()).close()

export const browserVersion = async (): Promise<string> => (await commonBrowser()).version()
