// Measures the first load of a visitor's browser with its findings, and Lighthouse's figures of every page as on a phone:
// a cold cache, real Chromium, the built console as the server serves it compressed.
import { violations } from '../e2e/axe.ts'
import { browserVersion, closeBrowser, type Look, openPage, type WatchedPage } from '../e2e/browser.ts'
import { type RunningServer, runServer } from '../e2e/run-server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { type LighthouseRun, runLighthouse } from './figures/lighthouse.ts'
import { writeWitness } from './figures/witness.ts'

const DEMO = { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }
/** KiB gz, of scripts, styles and catalogues. */
const BUDGETS = { dashboard: 125, signIn: 120 } as const
type PageName = keyof typeof BUDGETS
const ADDRESSES: Readonly<Record<PageName, string>> = { dashboard: '/', signIn: '/login' }
const LOCALES = ['en-US', 'zh-CN'] as const
const LOOKS: readonly Look[] = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 1280, height: 800 },
  { theme: 'light', width: 390, height: 844 },
]
/** Whatever is loaded or moved by itself has done so by then. */
const QUIET_MILLIS = 1500

interface LoadedFile {
  readonly file: string
  readonly bytes: number
}

interface Loaded {
  readonly page: PageName
  readonly look: Look
  readonly kib: number
  readonly files: readonly LoadedFile[]
  readonly layoutShift: number
  readonly violations: readonly string[]
}

type Page = WatchedPage['page']
type Request = Awaited<ReturnType<Page['waitForRequest']>>
type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]

/** The cookies of a visitor who has signed in. */
async function signedIn({ address }: RunningServer): Promise<Cookies> {
  const { page, close } = await openPage(address)
  await signIn(page, DEMO)
  const cookies = await page.context().cookies()
  await close()
  return cookies
}

const counts = (request: Request): boolean => /\.(?:js|css|json)$/.test(new URL(request.url()).pathname)

async function fileOf(request: Request): Promise<LoadedFile> {
  const encoding = (await (await request.response())?.headerValue('content-encoding')) ?? 'none'
  const { responseBodySize: bytes } = await request.sizes()
  const file = new URL(request.url()).pathname
  if (encoding !== 'gzip' && bytes > 1500) throw new Error(`${file} came ${encoding}, not gzip`)
  return { file, bytes }
}

/** Moves of what already stood, as Chromium scores them. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

interface Visit {
  readonly page: PageName
  readonly look: Look
  readonly cookies: Cookies
}

/** One visit with an empty cache. */
async function visit({ address }: RunningServer, { page: name, look, cookies }: Visit): Promise<Loaded> {
  const { page, close } = await openPage(address, { ...look, cold: true })
  await page.context().addCookies(cookies)
  // Budgets are in gzip, whatever else this browser would take.
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(ADDRESSES[name], { waitUntil: 'networkidle' })
  await page.waitForTimeout(QUIET_MILLIS)
  const files = await Promise.all(requests.filter(counts).map(fileOf))
  const layoutShift = await page.evaluate<number>(SHIFT)
  const found = await violations(page)
  await close()
  const kib = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  return { page: name, look, kib, files, layoutShift, violations: found }
}

const most = (visits: readonly Loaded[], figure: (visit: Loaded) => number): number => Math.max(...visits.map(figure))

function summary(visits: readonly Loaded[]) {
  const of = (name: PageName): Loaded[] => visits.filter(({ page }) => page === name)
  return {
    dashboard_kib_gz: Number(most(of('dashboard'), ({ kib }) => kib).toFixed(1)),
    dashboard_budget: BUDGETS.dashboard,
    sign_in_kib_gz: Number(most(of('signIn'), ({ kib }) => kib).toFixed(1)),
    sign_in_budget: BUDGETS.signIn,
    axe: most(visits, ({ violations: found }) => found.length),
    layout_shift: Number(most(visits, ({ layoutShift }) => layoutShift).toFixed(4)),
  }
}

function report(visits: readonly Loaded[]): void {
  for (const { page, look, kib, files, layoutShift, violations: found } of visits) {
    const seen = `${look.locale}, ${look.theme}, ${look.width} px wide`
    const marks = `${files.length} files, layout shift ${layoutShift.toFixed(4)}, axe ${found.length}`
    console.log(`${page}, ${seen}: ${kib.toFixed(1)} KiB of ${BUDGETS[page]}, ${marks}`)
    for (const violation of found) console.log(`  ${violation}`)
  }
  for (const name of Object.keys(BUDGETS) as PageName[]) {
    // its own keys
    console.log(`\n${name}`)
    const first = visits.find(({ page }) => page === name)
    for (const { file, bytes } of first?.files ?? []) console.log(`  ${(bytes / 1024).toFixed(1).padStart(6)}  ${file}`)
  }
}

/** Every page, with the goals of each: a score of 97, and 150 ms in which the page cannot answer. */
const SIGNED_IN = [
  '/',
  '/topup',
  '/credentials',
  '/transactions',
  '/prices',
  '/sms/signatures',
  '/sms/templates',
  '/sms/templates?form=new',
  '/broadcast',
  '/broadcast/new',
  '/phonebooks',
  '/extensions/ip-restriction',
  '/extensions/sms-rate-limiting',
  '/extensions/sms-dlr',
  '/extensions/sms-dlr?form=new',
  '/upstreams',
  '/upstreams?tab=routing',
  '/upstreams?form=new',
  '/protection',
  '/verification',
  '/sms/logs',
  '/sms/exports',
  '/support',
  '/support/new',
  '/support/status',
  '/account/settings',
  '/account/settings?tab=security',
]
const SIGNED_OUT = ['/login', '/signup', '/docs', '/sandbox/inbox']
const RUNS = 3

const pagesAt = process.argv.indexOf('--pages')
const PAGES = pagesAt === -1 ? null : (process.argv[pagesAt + 1] ?? '').split(',')

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const scoresOf = (runs: readonly LighthouseRun[]): readonly number[] =>
  [...new Set(runs.map(({ path }) => path))].map((path) =>
    median(runs.filter((run) => run.path === path).map(({ score }) => score)),
  )

/** The medians of Lighthouse's runs, a line for each page. */
async function measurePages({ address }: RunningServer, cookies: Cookies): Promise<readonly LighthouseRun[]> {
  const plain = cookies.map(({ name, value, domain = '', path = '/' }) => ({ name, value, domain, path }))
  const visits = [
    ...SIGNED_IN.map((path) => ({ path, cookies: plain })),
    ...SIGNED_OUT.map((path) => ({ path, cookies: [] })),
  ].filter(({ path }) => PAGES === null || PAGES.includes(path))
  const runs = await runLighthouse(address, visits, RUNS)
  console.log('\nLighthouse, mobile, median of three')
  for (const { path } of visits) {
    const of = runs.filter((run) => run.path === path)
    const middle = (figure: (run: LighthouseRun) => number) => median(of.map(figure))
    const seen = `score ${middle(({ score }) => score)}, blocking ${middle(({ blockingMillis }) => blockingMillis)} ms`
    const paint = `largest paint ${middle(({ largestPaintMillis }) => largestPaintMillis)} ms`
    console.log(`  ${path}: ${seen}, ${paint}, ${middle(({ requests }) => requests)} requests`)
  }
  return runs
}

/** `--loads` leaves Lighthouse's five minutes out; `--pages /one,/two` measures these pages alone. */
const loadsAlone = process.argv.includes('--loads')

const server = await runServer({ SEED: 'demo' }, null)
try {
  const cookies = await signedIn(server)
  const visits: Loaded[] = []
  for (const locale of LOCALES) {
    for (const look of LOOKS) {
      visits.push(await visit(server, { page: 'dashboard', look: { ...look, locale }, cookies }))
      visits.push(await visit(server, { page: 'signIn', look: { ...look, locale }, cookies: [] }))
    }
  }
  report(visits)
  const lighthouse = loadsAlone ? [] : await measurePages(server, cookies)
  const figures = {
    ...summary(visits),
    ...(loadsAlone ? {} : { lighthouse_worst_score: Math.min(...scoresOf(lighthouse)) }),
  }
  writeWitness('console', { figures, chromium: await browserVersion(), visits, lighthouse })
  console.log(JSON.stringify(figures))
} finally {
  await closeBrowser()
  await server.stop()
}
