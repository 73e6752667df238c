import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueFolder, catalogues } from './catalogues.ts'
import { compression } from './compression.ts'
import { firstStyles } from './first-styles.ts'
import { icons } from './icons.ts'
import { pageAddresses } from './pages.ts'
import { preload } from './preload.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://127.0.0.1:3000'

/** KIT=1 builds the sheet of components too, in a folder of its own, for the browser tests; a release never carries it. */
const withKit = process.env['KIT'] === '1'
const outDir = here(withKit ? '../.build/kit' : '../.build/console')
const entries = ['index.html', 'login.html', 'docs.html', 'inbox.html', ...(withKit ? ['kit.html'] : [])]

/** Signs that only pages outside of the console show at once. */
const signsElsewhere = 'eye|link-2|moon|sun|triangle'

/** Modules that only pages outside of the console load at once. */
const libElsewhere = 'code-resend|phone|tab-storage'

/** The components that stand on every page of the console, or may at any moment. */
const frame =
  'avatar|banner|button|card|copy|cx|document-title|drawn-icon|empty-state|error-panel|icon|layer-button|logo|money|page-styles|show-error|skeleton|spinner|status|tag|toast'

/**
 * Its start is among it, but for the sheet of components, which would start the console with what they share; all calls
 * of the contract come with the first page that makes any of those which home does not.
 */
const ownOfConsole = `api/(?!api\\.|use-code-token)|shell|features/(?!account/session|support/docs|inbox)[^/]+|ui/nav-|routes\\.tsx${withKit ? '' : '|main\\.tsx'}`

/**
 * What a page needs at once comes in three files: they compress better together than in twenty, and the pages outside
 * of the console do without the third. A module goes to the first group that wants it.
 */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: new RegExp(
      `/icons/(?!${signsElsewhere})|first-addresses|src/(?:i18n|lib/(?!${libElsewhere})|api/(?:call|callers)\\.|ui/(?:${frame}))`,
    ),
  },
  {
    name: 'console',
    test: new RegExp(`node_modules/(?:@tanstack|use-sync-external-store)/|src/(?:${ownOfConsole})`),
  },
].map((group, index) => ({ ...group, tags: ['$initial' as const], priority: 4 - index }))

/** What home and other pages share, in one file, and what is home's alone with home: small files compress badly. */
const pages = [
  { name: 'page', test: /src\/(?:ui\/(?:page-header|bone|select)\.|lib\/use-minute)/ },
  { name: 'home-page', test: /src\/features\/home\/(?!first-steps|trend-tooltip)/ },
].map((group, index) => ({ ...group, priority: 1 - index / 2 }))

const atStart = /\/(?:react|base|rolldown-runtime)-[^/]+$|\.css$/

export default defineConfig({
  root: here('.'),
  plugins: [
    catalogues(),
    catalogueFolder(here('src'), here('src/i18n/catalogue-of.ts')),
    preload(),
    firstStyles(here('src/'), here('src/main.css'), /^(?:base|console|page|home-page)$/),
    icons(here('src/ui/drawn-icon.ts')),
    react(),
    tailwind(),
    pageAddresses(),
    compression(),
  ],
  // These pages are drawn by browsers alone.
  define: { 'typeof window': '"object"', 'typeof document': '"object"' },
  resolve: {
    alias: [
      // React has had this hook itself for long; the stand-in for older ones would only add weight.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: here('src/lib/selected-store.ts') },
      { find: /^\.\/mutationCache\.js$/, replacement: here('src/lib/no-mutations.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    // light-dark() as it is: a rewritten one would follow the page's theme only, not that of a part of it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // What a lazy part needs, less what every page has had from its start.
      resolveDependencies: (_, files) => files.filter((file) => !atStart.test(file)),
    },
    rolldownOptions: {
      input: entries.map(here),
      output: { codeSplitting: { groups: [...firstLoad, ...pages] }, hashCharacters: 'hex' },
    },
  },
  server: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
  preview: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
})
