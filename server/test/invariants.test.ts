import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { missingFiles, missingTests, patternOf, quotesOf, root, titlesOf } from './quoted-tests.ts'

const text = readFileSync(join(root, 'docs/invariants.md'), 'utf8')

const { files, quotes } = quotesOf(text)

test('every file that the invariants name exists', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(missingFiles(files)).toEqual([])
})

test('every test that the invariants quote exists', () => {
  expect(quotes.length).toBeGreaterThan(50)
  expect(missingTests(quotes)).toEqual([])
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
