import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const withStyles = fileURLToPath(new URL('src/lib/lazy-styles.ts', import.meta.url))

/** Styles of lazy parts are one sheet, so only code is preloaded here. */
const CODE = `
import { withStyles } from '${withStyles}'
const preloaded = new Set()
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (preloaded.has(file) || file.endsWith('.css')) continue
    preloaded.add(file)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
  }
  return withStyles(load)
}`

/**
 * Preloads the imports of a lazy part together with the part itself. Vite's own preload also loads styles, reports
 * failures by an event and handles nonces: a hundredth of a first load, for features the console does not use.
 */
export function preload(): Plugin {
  return {
    name: 'hongyan:preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? CODE : null),
    generateBundle(_, bundle) {
      const pages = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css') && !/\/pages-[^/]+$/.test(name))
      if (styles.length > pages.length) this.error(`styles of a lazy part would not be loaded: ${styles.join(', ')}`)
    },
  }
}
