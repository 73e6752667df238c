import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const QUERY = '?catalogue'
const PREFIX = '\0catalogue:'
const SUFFIX = '.js'

/** The compiled ICU messages of a catalogue by id, so that the browser needs no message parser. */
async function compiled(file: string): Promise<Record<string, unknown>> {
  const messages: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]))
}

const moduleOf = (texts: Record<string, unknown>): string => `export default ${JSON.stringify(texts)}`

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
      return moduleOf(await compiled(file))
    },
  }
}

/** `features/home/messages.en.json` is `home.en`. */
const nameOf = (file: string): string => `${basename(dirname(file))}.${/messages\.(.+)\.json$/.exec(file)?.[1]}`

/**
 * The nouns of each call of `loadTexts`, joined by a plus. The build writes a file for each, so that a call is one
 * request; a list that is not written out has none.
 */
function callsOf(source: string): ReadonlySet<string> {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(source, name), 'utf8'))
  const calls = code.flatMap((text) =>
    [...text.matchAll(/(?<!function )\bloadTexts\(([^)]*)\)/g)].map(([, nouns = '']) => nouns),
  )
  const unnamed = calls.find((nouns) => !nouns.includes("'"))
  if (unnamed !== undefined)
    throw new Error(`loadTexts(${unnamed}) names no catalogue, so the build has no file for it`)
  return new Set(calls.map((nouns) => [...nouns.matchAll(/'([\w-]+)'/g)].map(([, noun]) => noun).join('+')))
}

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
      const texts = new Map<string, Record<string, unknown>>()
      for (const file of files) texts.set(nameOf(file), await compiled(join(source, file)))
      const version = createHash('sha256')
        .update(JSON.stringify([...texts]))
        .digest('hex')
        .slice(0, 8)
      const folder = `assets/texts-${version}`
      const nouns = [...texts.keys()].map((name) => name.slice(0, name.indexOf('.')))
      for (const list of new Set([...nouns, ...callsOf(source)])) {
        for (const locale of ['en', 'zh-CN']) {
          const parts = list.split('+').map((noun) => texts.get(`${noun}.${locale}`))
          if (parts.includes(undefined))
            this.error(`a call of loadTexts names ${list}, which has no texts in ${locale}`)
          const code = moduleOf(Object.assign({}, ...parts))
          this.emitFile({ type: 'asset', fileName: `${folder}/${list}.${locale}.js`, source: code })
        }
      }
      const address = `/${folder}/\${nouns.join('+')}.\${locale}.js`
      return `export const catalogueOf = async (nouns, locale) => (await import(/* @vite-ignore */ \`${address}\`)).default`
    },
  }
}
