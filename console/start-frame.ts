import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

const SCRIPT = 'theme.js'

/**
 * Prepares what is painted before the console's own scripts run: draws the symbol where a page has `<!--mark SIZE-->`, and
 * minifies the script in the head, which every first load carries.
 */
export function startFrame(symbol: string): Plugin {
  const svg = readFileSync(symbol, 'utf8').trim()
  const sized = (size: string): string => svg.replace('<svg', `$& width="${size}" height="${size}"`)
  return {
    name: 'hongyan:start-frame',
    transformIndexHtml: (html) => html.replaceAll(/<!--mark (\d+)-->/g, (_, size: string) => sized(size)),
    async writeBundle({ dir = '.' }) {
      const file = join(dir, SCRIPT)
      const { code } = await minify(SCRIPT, await readFile(file, 'utf8'), { module: false })
      await writeFile(file, code)
    },
  }
}
