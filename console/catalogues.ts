import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const QUERY = '?catalogue'

/**
 * Compiles `messages.en.json?catalogue` (id to ICU message) at build time, so that no message parser travels to the browser.
 * The file itself stays plain JSON: translators edit it, and the types of the ids come from it.
 */
export function catalogues(): Plugin {
  return {
    name: 'hongyan:catalogues',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const file = id.slice(0, -QUERY.length)
      this.addWatchFile(file)
      const messages: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])
      return { code: JSON.stringify(Object.fromEntries(compiled)), moduleType: 'json' }
    },
  }
}
