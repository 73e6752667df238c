import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueFolder, catalogues } from './catalogues.ts'
import { compression } from './compression.ts'
import { firstStyles } from './first-styles.ts'
import { icons } from './icons.ts'
import { infiniteQueries } from './infinite-queries.ts'
import { languages } from './languages.ts'
import { pageAddresses } from './pages.ts'
import { preload } from './preload.ts'
import { reactParts } from './react-parts.ts'
import { routerScroll } from './router-scroll.ts'
import { startFrame } from './start-frame.ts'
import { writeTextIds } from './text-ids.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://127.0.0.1:3000'

/**
 * KIT=1 also builds the component sheet, in a folder of its own, for the browser tests. A release never contains it.
 */
const withKit = process.env['KIT'] === '1'
const outDir = here(withKit ? '../.build/kit' : '../.build/console')
const entries = ['index.html', 'login.html', 'docs.html', 'errors.html', 'inbox.html', ...(withKit ? ['kit.html'] : [])]

/** Modules of pages outside the console and of samples, and the router's store, which only the console has. */
const libElsewhere =
  'after-paint|code-resend|error-page|help-path|lazy-part|phone|router-(?:scroll|store)|samples|tab-storage'

/** The components of every page of the console, visible or about to be. */
const frame =
  'avatar|banner|button|card|copy|cx|document-title|draw-page|drawn-icon|error-panel|icon|layer-button|logo|money|page-styles|show-error|skeleton|spinner|status|tag|toast'

/**
 * Includes the console's entry, but not the component sheet, which would otherwise import the entry with their shared
 * code. All calls of the contract load with the first page that makes any beyond those of home.
 */
const ownOfConsole = `api/(?!api\\.|regions|use-code-token|code-handles|keep-locale)|shell|ui/(?:page-header|select|text-placeholder|tooltip)\\.|lib/use-minute|features/(?!account/session|support/docs|inbox)[^/]+|ui/nav-|lib/router-|routes\\.tsx${withKit ? '' : '|main\\.tsx'}`

/**
 * The first load of a page is three files: they compress better than twenty, and pages outside the console skip the
 * third. A module belongs to the first matching group.
 */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: new RegExp(
      `first-addresses|vocabulary/credential|src/(?:i18n|lib/(?!${libElsewhere})|api/(?:call|callers)\\.|ui/(?:${frame}))`,
    ),
  },
  {
    name: 'console',
    test: new RegExp(`node_modules/(?:@tanstack|use-sync-external-store)/|src/(?:${ownOfConsole})`),
  },
].map((group, index) => ({ ...group, tags: ['$initial' as const], priority: 4 - index }))

/** Matches files below `folder` by the start of their names, each a name or a pattern. */
const below = (folder: string, ...names: readonly string[]): string => `${folder}/(?:${names.join('|')})\\.`

/** Vocabularies and limits that one page or one group uses. */
const ofFewPages = 'analytics|audit|export|filing|recipient-list|signature|template|verification'

/** A group of exactly these files: what they import goes to the groups of its own. */
const files = (name: string, ...patterns: readonly string[]) => ({
  name,
  test: new RegExp(patterns.join('|')),
  includeDependenciesRecursively: false,
})

/** Matches the modules of a noun that its page, tabs and dialogs share. Those of forms and details stay with these. */
const ofNoun =
  /(?:contract\/src\/(?=upstreams\/(?:percents|providers))|src\/features\/(?!account\/session|support\/docs|inbox|home)[^/]+\/(?:upstreams\/(?=mappings\/|routing\/))?)([^/]+)\/(?!.*(?:form|auto-recharge|second-factor|detail|new)\/)(?!.*(?:dialog|sheet|form)\.)/

/**
 * Beside the first load, a page is the code of all pages, that of all lists, what its noun shares, and its own: a handful
 * of files. On a phone one more file costs as much as five more kilobytes, so small files are merged even where a page
 * uses half of one. A module belongs to the first matching group.
 */
const pages = [
  files(
    'home-page',
    'src/features/home/(?!first-steps)',
    'src/ui/chart/(?!chart-tooltip)',
    below('src/ui', 'measured-size'),
  ),
  // Pages outside the console use these groups too. They must not reach the console's entry, which redirects visitors.
  files(
    'common',
    `contract/src/(?:limits|vocabulary)/(?!(?:${ofFewPages})\\.)`,
    below(
      'contract/src',
      'endpoints/addresses',
      'senders/content',
      'texts',
      'typed-amount',
      'upstreams/standard',
      'zone',
    ),
    below('src/api', 'api'),
    below('src/lib', 'after-paint', 'error-page', 'help-path', 'lazy-part', 'phone', 'stored-record', 'tab-storage'),
    below('src/ui', 'actions-button', 'alert', 'check-group', 'choice', 'code-field', 'confirm-by-name', 'countdown'),
    below('src/ui', 'country-chip', 'detail-row', 'dialog', 'empty-state', 'field', 'first-focus', 'form', 'help-link'),
    below('src/ui', 'inline-code', 'list/(?:kept|row-window|shortcuts|sorting)', 'masked-secret'),
    below('src/ui', 'media', 'menu', 'moment', 'note', 'part-bar', 'progress', 'record-(?:items|menu)', 'row-download'),
    below('src/ui', 'search-field', 'sheet', 'snippet', 'table', 'tabs', 'text-area', 'text-copy-button'),
    below('src/ui', 'use-busy', 'wait-text', 'waiting-note'),
  ),
  files(
    'identity',
    below('src/api', 'code-handles', 'sign-out', 'use-code-token'),
    below('src/lib', 'code-resend', 'device'),
    below('src/shell', 'choices'),
    below(
      'src/ui',
      'challenge/challenge-(?:answer|error|form)',
      'code-entry/code-entry',
      'countdown',
      'passkey',
      'theme',
    ),
    below('src/ui', 'wait-text'),
  ),
  files(
    'list',
    below('src/api', 'early', 'regions', 'use-(?:countries|list)'),
    below(
      'src/ui',
      'choice-field',
      'countries',
      'country-list-field',
      'leave/leave-guard',
      'list-screen',
      'list/(?![\\w-]+-layer)[\\w-]+',
    ),
    'nfinite(?:Query|-queries)',
  ),
  files(
    'review',
    'src/ui/review/(?!finding|rules)',
    below('contract/src', 'senders/evidence', 'vocabulary/(?:filing|signature|template)'),
    below('messaging/(?:signatures|templates)', 'content-text', 'filter', 'labels', 'queries', 'search'),
    below('messaging/templates', 'form/draft'),
  ),
  files(
    'logs',
    below('contract/src/vocabulary', 'export'),
    below('messaging/(?:exports|logs)', 'acts', 'labels', 'order', 'queries', 'search', 'use-acts'),
  ),
  files(
    'finance',
    below('finance/(?:invoices|top-up|transactions)', 'amount', 'figures', 'filter', 'labels', 'money', 'orders'),
    below('finance/(?:invoices|top-up|transactions)', '(?:auto-recharge/)?queries', 'unique-rows', 'use-unreadable'),
    below('src/lib', 'payment-window', 'use-return'),
    below('src/shell', 'fapiao/fapiao-button', 'payment-block/[\\w-]+'),
  ),
  files(
    'support',
    below('support/center', 'acts', 'cells', 'channels/icons', 'form/(?:diagnostics-lines|fact-list|texts)', 'labels'),
    below('support/center', 'about-text', 'answers/(?!answer-(?:results|search))[\\w-]+', 'list-search', 'queries'),
    below('support/center', 'record-page', 'status/(?!status-page)[\\w-]+'),
  ),
  // Dialogs, sheets, popovers and tooltips, then the lists of options.
  { name: 'overlays', test: /react-aria-components\/dist\/private\/(?:Dialog|Modal|Popover|Tooltip)\./ },
  {
    name: 'options',
    test: /(?:components\/dist\/private\/ListBox|stately\/dist\/private\/form\/useFormValidationState|aria\/dist\/private\/(?:i18n\/useFilter|label\/useField|form\/useFormValidation|utils\/(?:useFormReset|useUpdateEffect)))\.|components\/dist\/private\/(?:Label|FieldError|Form|Group|Input)\./,
  },
  {
    name: (module: string) => ofNoun.exec(module)?.[1] ?? null,
    test: ofNoun,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
].map((group, index) => ({ ...group, priority: 1 - index / 16 }))

/**
 * These pages run in browsers alone, and every browser that they are built for has these: libraries leave out what they
 * do without one.
 */
const browserObjects = ['window', 'document', 'performance']
const browserFunctions = [
  'AbortController',
  'MessageChannel',
  'Promise',
  'WeakMap',
  'clearTimeout',
  'queueMicrotask',
  'reportError',
  'requestAnimationFrame',
  'setTimeout',
]
const typesOf = (type: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`typeof ${name}`, JSON.stringify(type)]))

const atStart = /\/(?:react|base|rolldown-runtime)-[^/]+$|\.css$/

export default defineConfig({
  root: here('.'),
  plugins: [
    writeTextIds(here('src')),
    catalogues(),
    startFrame(here('src/ui/logo.svg')),
    catalogueFolder(here('src'), here('src/i18n/catalogue-of.ts')),
    preload(),
    firstStyles(here('src/'), here('src/main.css'), /^(?:base|console|home-page)$/),
    icons(here('src/ui/drawn-icon.ts'), here('src')),
    infiniteQueries(),
    routerScroll(),
    reactParts(),
    languages(),
    react(),
    tailwind(),
    pageAddresses(),
    // No server sends the component sheet.
    ...(withKit ? [] : [compression()]),
  ],
  define: {
    ...typesOf('object', browserObjects),
    ...typesOf('function', browserFunctions),
    ...typesOf('undefined', ['setImmediate']),
  },
  resolve: {
    alias: [
      // React has this hook itself. The shim for older versions would only add weight.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^@tanstack\/react-store$/, replacement: here('src/lib/router-store.ts') },
      { find: /^\.\/mutationCache\.js$/, replacement: here('src/lib/no-mutations.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    // light-dark() stays: its compiled form follows the theme of the page, not that of a part of it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // A lazy part is loaded by a page that has the files of the first load.
      resolveDependencies: (_part, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !atStart.test(file)),
    },
    rolldownOptions: {
      input: entries.map(here),
      output: {
        codeSplitting: { groups: [...firstLoad, ...pages] },
        // The first load names every file. Seven hex digits tell the versions of one name apart.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
  preview: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
})
