import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('src/lib/router-scroll.ts', import.meta.url))

/** Puts a small module in place of the router's restoration of scrolled elements, a half per cent of a first load. */
export function routerScroll(): Plugin {
  return {
    name: 'hongyan:router-scroll',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer = '') =>
      source === './scroll-restoration.js' && importer.endsWith('/router-core/dist/esm/router.js') ? own : null,
  }
}
