import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** A glob of a style sheet's `@source`: stars and braces, as a file or as a folder. */
const patternOf = (glob: string): RegExp => {
  const pattern = glob
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{([^}]+)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
  return new RegExp(`^${pattern}(?:/|$)`)
}

const globs = (css: string, source: RegExp): RegExp[] =>
  [...css.matchAll(source)].map(([, glob = '']) => patternOf(glob))

/**
 * Fails a build in which the first style sheet leaves out a component of the first load, which would stand without its
 * styles until pages.css is there, or holds the styles of a component that loads later. `chunks` matches the names of the
 * first load's files.
 */
export function firstStyles(folder: string, sheet: string, chunks: RegExp): Plugin {
  return {
    name: 'hongyan:first-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const css = readFileSync(sheet, 'utf8')
      const folders = globs(css, /@source '\.\/([^']+)\/\*\*[^']*';/g)
      const out = globs(css, /@source not '\.\/([^']+)';/g)
      const backIn = globs(css, /@source '\.\/([^'*]+)';/g)
      const isStyled = (file: string): boolean =>
        !out.some((glob) => glob.test(file)) || backIn.some((glob) => glob.test(file))

      const first = Object.values(bundle)
        .flatMap((file) => (file.type === 'chunk' && chunks.test(file.name) ? Object.keys(file.modules) : []))
        .filter((file) => file.startsWith(folder) && file.endsWith('.tsx'))
        .map((file) => relative(folder, file))
      const bare = first.filter((file) => !isStyled(file))
      if (bare.length > 0) this.error(`main.css leaves out the styles of ${bare.join(', ')}`)

      const idle = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx') && folders.some((glob) => glob.test(file)) && isStyled(file))
        .filter((file) => !first.includes(file))
      if (idle.length > 0) this.error(`main.css holds the styles of ${idle.join(', ')}, which load later`)
    },
  }
}
