import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

type Attributes = Record<string, string>
interface IconModule {
  /** A second name of an icon has none. */
  readonly __iconData?: { readonly node: readonly (readonly [tag: string, attributes: Attributes])[] }
}

/** A path as its line alone, any other shape with its attributes; the keys of a list that never changes are left out. */
function shape([tag, attributes]: readonly [string, Attributes]): unknown {
  const shown = Object.entries(attributes).filter(([name]) => name !== 'key')
  return tag === 'path' && shown.length === 1 ? attributes['d'] : [tag, Object.fromEntries(shown)]
}

/**
 * Draws lucide's icons by our own maker (src/ui/drawn-icon.ts), and lets only their lines travel: names, keys and the
 * ways to be configured from afar are a tenth of what a first load has of its own code.
 */
export function icons(maker: string): Plugin {
  return {
    name: 'hongyan:icons',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (!ICON.test(id)) return null
      const { __iconData: icon }: IconModule = await import(pathToFileURL(id).href)
      if (!icon) return null
      const drawing = JSON.stringify(icon.node.map(shape))
      return `import drawnIcon from ${JSON.stringify(maker)}\nexport default /* @__PURE__ */ drawnIcon(${drawing})`
    },
  }
}
