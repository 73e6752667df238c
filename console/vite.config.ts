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

/** Icons that only pages outside the console show at once. */
const signsElsewhere = 'eye|link-2|moon|sun|triangle'

/** Modules of pages outside the console and of samples, and the router's store, which only the console has. */
const libElsewhere = 'code-resend|error-page|help-path|phone|router-(?:scroll|store)|samples|tab-storage'

/** The components of every page of the console, visible or about to be. */
const frame =
  'avatar|banner|button|card|copy|cx|document-title|draw-page|drawn-icon|error-panel|icon|layer-button|logo|money|page-styles|show-error|skeleton|spinner|status|tag|toast'

/**
 * Includes the console's entry, but not the component sheet, which would otherwise import the entry with their shared
 * code. All calls of the contract load with the first page that makes any beyond those of home.
 */
const ownOfConsole = `api/(?!api\\.|regions|use-code-token|code-handles|keep-locale)|shell|features/(?!account/session|support/docs|inbox)[^/]+|ui/nav-|lib/router-|routes\\.tsx${withKit ? '' : '|main\\.tsx'}`

/**
 * The first load of a page is three files: they compress better than twenty, and pages outside the console skip the
 * third. A module belongs to the first matching group.
 */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: new RegExp(
      `/icons/(?!${signsElsewhere})|first-addresses|vocabulary/credential|src/(?:i18n|lib/(?!${libElsewhere})|api/(?:call|callers)\\.|ui/(?:${frame}))`,
    ),
  },
  {
    name: 'console',
    test: new RegExp(`node_modules/(?:@tanstack|use-sync-external-store)/|src/(?:${ownOfConsole})`),
  },
].map((group, index) => ({ ...group, tags: ['$initial' as const], priority: 4 - index }))

/**
 * Modules that home shares with other pages are one file, those of home alone another, and those of every list a third:
 * small files compress badly, and the first load names each.
 */
const pages = [
  {
    name: 'page',
    test: /src\/(?:ui\/(?:(?:page-header|text-placeholder|select|measured-size)\.|chart\/(?!chart-tooltip))|lib\/use-minute)/,
  },
  { name: 'home-page', test: /src\/features\/home\/(?!first-steps)/ },
  // Pages outside the console draw tables and fields. They must not reach the console's entry, which redirects visitors.
  {
    name: 'table',
    test: /src\/ui\/(?:table|media|empty-state|list\/(?:sorting|shortcuts|kept|row-window))\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'list',
    test: /src\/ui\/(?:list\/(?![\w-]+-layer)|list-screen)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'rows',
    test: /src\/api\/(?:use-(?:list|today)|regions)\.|src\/ui\/countries\.|nfinite(?:Query|-queries)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fields',
    test: /src\/ui\/(?:check-group|field|form|choice|code-field|text-area|note|text-copy-button|dialog)\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'pieces',
    test: /src\/(?:ui\/(?:actions-button|alert|country-chip|detail-row|help-link|menu|moment|part-bar|progress|record-(?:items|menu)|row-download|search-field|sheet|tabs|use-busy|waiting-note)|lib\/help-path)\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'review',
    test: /src\/(?:ui\/review\/(?!finding)|features\/messaging\/(?:signatures|templates)\/(?:labels|queries|search|filter|content-text)\.|features\/messaging\/templates\/form\/draft\.)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'logs',
    test: /src\/features\/messaging\/(?:logs|exports)\/(?:acts|use-acts|labels|order|queries|search)\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'finance',
    test: /src\/(?:features\/finance\/(?:transactions|invoices|top-up)\/(?:labels|queries|orders)|shell\/fapiao\/fapiao-button)\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'support',
    test: /src\/features\/support\/center\/(?:(?:acts|cells|labels|list-search|queries)|answers\/(?:on-arrow|use-settled|queries|labels|page|answer-(?:row|text|link))|channels\/icons|status\/(?:queries|figures|summary|incident-card))\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'limits',
    // Pages outside the first load have numbers and words of their own.
    test: /contract\/src\/(?:limits|vocabulary|typed-amount|zone)(?!\/(?:upstreams?|webhooks?)\.)/,
    includeDependenciesRecursively: false,
  },
  // Dialogs, sheets, popovers and tooltips, then the lists of options.
  {
    name: 'overlays',
    test: /react-aria-components\/dist\/private\/(?:Dialog|Modal|Popover|Tooltip)\.|src\/ui\/first-focus\./,
  },
  {
    name: 'options',
    test: /(?:components\/dist\/private\/ListBox|stately\/dist\/private\/form\/useFormValidationState|aria\/dist\/private\/(?:i18n\/useFilter|label\/useField|form\/useFormValidation|utils\/(?:useFormReset|useUpdateEffect)))\.|components\/dist\/private\/(?:Label|FieldError|Form|Group|Input)\./,
  },
  { name: 'choices', test: /src\/(?:shell\/choices|api\/sign-out)\./, includeDependenciesRecursively: false },
  { name: 'challenge', test: /challenge\/challenge-(?:form|error)\./, includeDependenciesRecursively: false },
  { name: 'signs', test: /lucide-react\/.*\/icons\// },
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
    firstStyles(here('src/'), here('src/main.css'), /^(?:base|console|page|home-page)$/),
    icons(here('src/ui/drawn-icon.ts')),
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
      // The dependencies of a lazy part, without those of the first load.
      resolveDependencies: (_part, files) => files.filter((file) => !atStart.test(file)),
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
