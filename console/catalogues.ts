import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const QUERY = '?catalogue'
const PREFIX = '\0catalogue:'
const SUFFIX = '.js'

/** A catalogue as a module that maps ids to compiled ICU messages, so that the browser needs no message parser. */
async function compiled(file: string): Promise<string> {
  const messages: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  const texts = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])
  return `export default ${JSON.stringify(Object.fromEntries(texts))}`
}

/**
 * Compiles `messages.en.json?catalogue`. The file itself stays plain JSON, for translators and for the types of the
 * ids.
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
      return compiled(file)
    },
  }
}

/** `features/home/messages.en.json` is `home.en`. */
const nameOf = (file: string): string => `${basename(dirname(file))}.${/messages\.(.+)\.json$/.exec(file)?.[1]}`

/**
 * Puts all catalogues into one folder of the build, named by the hash of their contents, and replaces `module` by a
 * lookup. A list of each catalogue's own name would be part of every first load and grow with every page.
 */
export function catalogueFolder(source: string, module: string): Plugin {
  return {
    name: 'hongyan:catalogue-folder',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (id !== module) return null
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((name) => /messages\.[\w-]+\.json$/.test(name))
        .toSorted()
      const texts = await Promise.all(
        files.map(async (file) => ({ name: nameOf(file), code: await compiled(join(source, file)) })),
      )
      const version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)
      const folder = `assets/texts-${version}`
      for (const { name, code } of texts)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}.js`, source: code })
      const address = `/${folder}/\${noun}.\${locale}.js`
      return `export const catalogueOf = async (noun, locale) => (await import(/* @vite-ignore */ \`${address}\`)).default`
    },
  }
}
