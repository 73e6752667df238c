import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(root, 'docs/invariants.md'), 'utf8')

interface Quote {
  readonly file: string
  /** The name of a test; an ellipsis stands for any words. */
  readonly name: string
}

/** Paths are below `server/src` unless they begin with another folder. */
const fileOf = (path: string): string =>
  /^(?:server|contract|console|e2e|tools)\//.test(path) ? path : join('server/src', path)

/** The files that a document names, and the names of tests that it quotes after each. */
function quotesOf(document: string): { readonly files: readonly string[]; readonly quotes: readonly Quote[] } {
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
function titlesOf(file: string): readonly string[] {
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
const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split(/\s*…\s*/)
      .map(escaped)
      .join('.*')}$`,
  )

const { files, quotes } = quotesOf(text)

test('every file that the invariants name exists', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every test that the invariants quote exists', () => {
  expect(quotes.length).toBeGreaterThan(50)
  const missing = quotes.filter(
    ({ file, name }) => existsSync(join(root, file)) && !titlesOf(file).some((title) => patternOf(name).test(title)),
  )
  expect(missing.map(({ file, name }) => `${file}: "${name}"`)).toEqual([])
})

const mutants = z
  .array(
    z.object({
      name: z.string(),
      /** The beginning of a promise. */
      promise: z.string(),
      file: z.string(),
      old: z.string(),
      new: z.string(),
      test: z.string(),
      title: z.string().optional(),
      /** The test has processes of its own. */
      slow: z.boolean().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(join(root, 'tools/mutants.json'), 'utf8')))

/** The promises of a chapter. */
function promisesOf(chapter: string): readonly string[] {
  const [, rest = ''] = text.split(`\n## ${chapter}\n`)
  const [rows = ''] = rest.split('\n## ')
  return [...rows.matchAll(/^\| (?!Always|-)(.+?) \|/gm)].map(([, promise = '']) => promise)
}

test('every promise about messages has a mutant, and every mutant a promise', () => {
  const promises = promisesOf('Messages')
  expect(promises.length).toBeGreaterThan(20)
  const without = promises.filter((promise) => !mutants.some((mutant) => promise.startsWith(mutant.promise)))
  expect(without).toEqual([])
  const unknown = mutants.filter(({ promise }) => !text.includes(`\n| ${promise}`))
  expect(unknown.map(({ name }) => name)).toEqual([])
})

test('the text that a mutant changes occurs once in its file', () => {
  const lost = mutants.filter(({ file, old }) => readFileSync(join(root, file), 'utf8').split(old).length !== 2)
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test('the test of every mutant exists', () => {
  const missing = mutants.filter(
    ({ test: file, title }) =>
      !existsSync(join(root, file)) ||
      (title !== undefined && !titlesOf(file).some((found) => patternOf(title).test(found))),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})
