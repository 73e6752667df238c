import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

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

/**
 * Renders lucide's icons with our own component (src/ui/drawn-icon.ts) and ships only their shapes. Names, keys and
 * remote configuration would be a tenth of our own code in a first load.
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
