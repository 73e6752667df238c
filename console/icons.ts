import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const LIBRARY = 'lucide-react'
const IMPORT = /^import \{([^}]*)\} from 'lucide-react'$/gm

type Attributes = Record<string, string>
interface IconModule {
  /** An alias of an icon has none. */
  readonly __iconData?: { readonly node: readonly (readonly [tag: string, attributes: Attributes])[] }
}

/** A path as its `d` alone, any other shape with its attributes. Keys are left out, since the list never changes. */
function shape([tag, attributes]: readonly [string, Attributes]): unknown {
  const shown = Object.entries(attributes).filter(([name]) => name !== 'key')
  return tag === 'path' && shown.length === 1 ? attributes['d'] : [tag, Object.fromEntries(shown)]
}

/** The code that makes the component of one icon, or null where there is none. */
async function drawing(file: string): Promise<string | null> {
  if (!file) return null
  const { __iconData: icon }: IconModule = await import(pathToFileURL(file).href)
  return icon ? `/* @__PURE__ */ drawnIcon(${JSON.stringify(icon.node.map(shape))})` : null
}

/** The file of each icon, by every name that the library exports for it. */
async function filesByName(): Promise<ReadonlyMap<string, string>> {
  const entry = join(createRequire(import.meta.url).resolve(LIBRARY), '../../esm/lucide-react.mjs')
  const exports = (await readFile(entry, 'utf8')).matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(entry, '..', file)]),
    ),
  )
}

/** The import of the types in a list of imports, and nothing for a list without any. */
function typesOf(list: string): string {
  const types = list.split(',').filter((name) => name.trim().startsWith('type '))
  return types.length === 0 ? '' : `import {${types.join(',')}} from '${LIBRARY}'`
}

/**
 * Renders lucide's icons with our own component (src/ui/drawn-icon.ts) and ships only their shapes, within the modules of
 * `folder` that show them. Names, keys and remote configuration would be a tenth of our own code in a first load, and
 * icons in modules of their own would be shared, so that every page loaded those of all others.
 */
export function icons(maker: string, folder: string): Plugin {
  const importMaker = `import drawnIcon from ${JSON.stringify(maker)}`
  let files: Promise<ReadonlyMap<string, string>> | undefined
  return {
    name: 'hongyan:icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?$/, code: /from 'lucide-react'/ },
      async handler(code, id) {
        if (relative(folder, id).startsWith('..')) return null
        const byName = await (files ??= filesByName())
        const made = async (specifier: string): Promise<string> => {
          const [name = '', local = name] = specifier.split(' as ')
          const component = await drawing(byName.get(name) ?? '')
          return component ? `const ${local} = ${component}` : this.error(`${LIBRARY} has no icon ${name}`)
        }
        const lists = [...code.matchAll(IMPORT)].map(([, list = '']) => list.split(',').map((name) => name.trim()))
        const names = lists.flat().filter((name) => name !== '' && !name.startsWith('type '))
        const components = await Promise.all(names.map(made))
        const without = code.replaceAll(IMPORT, (_, list: string) => typesOf(list))
        return { code: [importMaker, ...components, without].join('\n'), map: null }
      },
    },
  }
}
