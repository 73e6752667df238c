import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingFiles, missingTests, quotesOf, root } from './quoted-tests.ts'

const text = readFileSync(join(root, 'docs/threats.md'), 'utf8')
const { files, quotes } = quotesOf(text)

/** The last cells of the tables' rows. */
const proofs = [...text.matchAll(/^\|(?! ?-)(.+)\|(.+)\|$/gm)]
  .map(([, , proof = '']) => proof.trim())
  .filter((proof) => proof !== 'Shown by' && proof !== 'Test or reason')

test('every file that the threats name exists', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(missingFiles(files)).toEqual([])
})

test('every test that the threats quote exists', () => {
  expect(quotes.length).toBeGreaterThan(30)
  expect(missingTests(quotes)).toEqual([])
})

test('every threat and every group of requirements has a test or a reason', () => {
  expect(proofs.length).toBeGreaterThan(90)
  expect(proofs.filter((proof) => !/`[\w./-]+\.test\.tsx?`|^Reason: /.test(proof))).toEqual([])
})

test('the check finds a file and a test that do not exist', () => {
  const found = quotesOf('`no/such.test.ts`, `kit/ids.test.ts`: "a test that nobody wrote"')
  expect(missingFiles(found.files)).toEqual(['server/src/no/such.test.ts'])
  expect(missingTests(found.quotes)).toEqual(['server/src/kit/ids.test.ts: "a test that nobody wrote"'])
})
