import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

const SCRIPT = 'theme.js'

const SCRIPTS = /^ *<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="\/([^"]+)".*\n/gm

/** The tags of a page's modules, the largest first: the frame is painted before them, so its styles come first. */
function inOrder(html: string, sizeOf: (file: string) => number): string {
  const tags = [...html.matchAll(SCRIPTS)].toSorted(([, one = ''], [, other = '']) => sizeOf(other) - sizeOf(one))
  const lines = tags.map(([tag]) => tag.replace(' crossorigin', ' crossorigin fetchpriority="low"'))
  return html.replaceAll(SCRIPTS, '').replace(/^ *<\/head>/m, (end) => lines.join('') + end)
}

/**
 * Prepares what is painted before the console's own scripts run: draws the symbol where a page has `<!--mark SIZE-->`,
 * minifies the script in the head, which every first load carries, and has browsers load the styles before the modules,
 * which they would otherwise load with the same priority.
 */
export function startFrame(symbol: string): Plugin {
  const svg = readFileSync(symbol, 'utf8').trim()
  const sized = (size: string): string => svg.replace('<svg', `$& width="${size}" height="${size}"`)
  return {
    name: 'hongyan:start-frame',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const sizeOf = (file: string): number => {
          const built = bundle[file]
          return built?.type === 'chunk' ? built.code.length : 0
        }
        return inOrder(html, sizeOf).replaceAll(/<!--mark (\d+)-->/g, (_, size: string) => sized(size))
      },
    },
    async writeBundle({ dir = '.' }) {
      const file = join(dir, SCRIPT)
      const { code } = await minify(SCRIPT, await readFile(file, 'utf8'), { module: false })
      await writeFile(file, code)
    },
  }
}
