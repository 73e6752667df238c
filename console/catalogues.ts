import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const QUERY = '?catalogue'
const PREFIX = '\0catalogue:'
const SUFFIX = '.js'

/**
 * Compiles `messages.en.json?catalogue` (id to ICU message) at build time, so that no message parser travels to the browser.
 * The file itself stays plain JSON: translators edit it, and the types of the ids come from it.
 */
export function catalogues(): Plugin {
  return {
    name: 'hongyan:catalogues',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!source.endsWith(QUERY)) return null
      const path = source.slice(0, -QUERY.length)
      const file = path.startsWith('/') ? resolve(import.meta.dirname, `.${path}`) : resolve(dirname(importer), path)
      return `${PREFIX}${file}${SUFFIX}`
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null
      const file = id.slice(PREFIX.length, -SUFFIX.length)
      this.addWatchFile(file)
      const messages: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`
    },
  }
}
