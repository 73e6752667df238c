import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'
import { compression } from './compression.ts'
import { pageAddresses } from './pages.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = here('../.build/console')
const server = 'http://127.0.0.1:3000'

/** KIT=1 builds the sheet of components too, for the browser tests; a release never carries it. */
const entries = [
  'index.html',
  'login.html',
  'docs.html',
  'inbox.html',
  ...(process.env['KIT'] === '1' ? ['kit.html'] : []),
]

/** The components that stand on every page of the console, or may at any moment. */
const frame =
  'avatar|button|card|copy|cx|document-title|drawn-icon|empty-state|error-panel|icon|logo|menu|money|show-error|skeleton|spinner|status|tag|theme|toast'

/**
 * What a page needs at once comes in three files: they compress better together than in twenty, and the pages outside
 * of the console do without the third. A module goes to the first group that wants it.
 */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: new RegExp(`node_modules/(?:@lingui|lucide-react)/|src/(?:i18n|lib|api/(?:api|call)\\.|ui/(?:${frame}))`),
  },
  {
    name: 'console',
    test: /node_modules\/(?:@tanstack|use-sync-external-store)\/|src\/(?:api|shell|features\/(?!session|docs|inbox)[^/]+|routes\.tsx|main\.tsx)/,
  },
].map((group, index) => ({ ...group, tags: ['$initial' as const], priority: 3 - index }))

export default defineConfig({
  root: here('.'),
  plugins: [catalogues(), react(), tailwind(), pageAddresses(), compression()],
  resolve: {
    alias: [
      // React has had this hook itself for long; the stand-in for older ones would only add weight.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: here('src/ui/drawn-icon.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    // light-dark() as it is: a rewritten one would follow the page's theme only, not that of a part of it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entries.map(here),
      output: { codeSplitting: { groups: firstLoad } },
    },
  },
  server: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
  preview: { proxy: { '/api': server, '/sandbox': server, '/healthz': server } },
})
