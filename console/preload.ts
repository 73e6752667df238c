import type { Plugin } from 'vite'

/** Every page's styles are whole from the start, so what is asked for ahead of a lazy part is code alone. */
const CODE = `
const asked = new Set()
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (asked.has(file) || file.endsWith('.css')) continue
    asked.add(file)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
  }
  return load()
}`

/**
 * Asks for the code that a lazy part imports together with the part itself. Vite's own way to do so also loads styles,
 * reports failures by an event and looks for nonces: a hundredth of a first load, for nothing that we have.
 */
export function preload(): Plugin {
  return {
    name: 'hongyan:preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? CODE : null),
    generateBundle(_, bundle) {
      const pages = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      if (styles.length > pages.length) this.error(`styles of a lazy part would not be loaded: ${styles.join(', ')}`)
    },
  }
}
