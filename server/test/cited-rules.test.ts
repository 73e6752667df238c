import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './quoted-tests.ts'

const rules = readFileSync(join(root, 'docs/rules.md'), 'utf8')

/** The rules that a text cites, such as `ruling 35`, `semantics D5` and `screens S1`. */
const citedIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:ruling (?<ruling>\d+)|semantics (?<semantics>D\d+)|screens (?<screens>S\d+))/gi)].map(
    ({ groups = {} }) => groups['ruling'] ?? groups['semantics'] ?? groups['screens'] ?? '',
  )

const isStated = (rule: string): boolean => rules.includes(`\n| ${rule} |`) || rules.includes(`\n**${rule}.**`)

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file))

test('every rule that the sources cite is stated on the page of rules', () => {
  const sources = ['contract/src', 'server/src', 'server/test', 'console/src', 'e2e']
    .flatMap(filesOf)
    .filter((file) => /\.(?:tsx?|sql)$/.test(file))
  const cited = new Set(sources.flatMap((file) => citedIn(readFileSync(file, 'utf8'))))
  expect(cited.size).toBeGreaterThan(50)
  expect([...cited].filter((rule) => !isStated(rule)).toSorted()).toEqual([])
})
