import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Quote {
  readonly file: string
  /** The name of a test; an ellipsis stands for any words. */
  readonly name: string
}

/** Paths are below `server/src` unless they begin with another folder. */
const fileOf = (path: string): string =>
  /^(?:server|contract|console|e2e|tools)\//.test(path) ? path : join('server/src', path)

/** The files that a document names, and the names of tests that it quotes after each. */
export function quotesOf(document: string): { readonly files: readonly string[]; readonly quotes: readonly Quote[] } {
  const files: string[] = []
  const quotes: Quote[] = []
  for (const [, path = '', , names = ''] of document.matchAll(
    /`([\w./-]+\.(?:test\.tsx?|ts|sql))`(: ((?:"[^"]+"(?:, | and )?)+))?/g,
  )) {
    const file = fileOf(path)
    files.push(file)
    for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) quotes.push({ file, name })
  }
  return { files, quotes }
}

/** The titles of a file's tests and groups, alone and after those of the groups around them. */
export function titlesOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const walk = (node: ts.Node, above: string): void => {
    let inside = above
    if (ts.isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText(source))) {
      const title = titleOf(node.arguments[0])
      if (title !== null) {
        inside = `${above} ${title}`.trim()
        titles.push(title, inside)
      }
    }
    ts.forEachChild(node, (child) => walk(child, inside))
  }
  walk(source, '')
  return titles
}

/** A title, with an ellipsis for what a test fills in. */
function titleOf(node: ts.Node | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text.replaceAll(/%\w|\$\w+/g, '…')
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

const escaped = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Matches a title; an ellipsis stands for any words. */
export const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split(/\s*…\s*/)
      .map(escaped)
      .join('.*')}$`,
  )

export const missingFiles = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !existsSync(join(root, file)))

/** The quoted tests that their file does not have. */
export const missingTests = (quotes: readonly Quote[]): readonly string[] =>
  quotes
    .filter(
      ({ file, name }) => existsSync(join(root, file)) && !titlesOf(file).some((title) => patternOf(name).test(title)),
    )
    .map(({ file, name }) => `${file}: "${name}"`)
