import { expect, test } from 'vitest'
import { SendRequest } from './send.ts'

/** The issues of a request whose template data has so many keys. */
function issuesOf(keys: number, value: unknown): readonly unknown[] {
  const templateData = Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, value]))
  const { error } = SendRequest.safeParse({ to: '+12065550100', templateId: 'pub_code_en', templateData })
  return error?.issues.map(({ path }) => path.join('.')) ?? []
}

test('template data may have up to 100 keys, each of which is read', () => {
  expect(issuesOf(100, 'x')).toEqual([])
  expect(issuesOf(100, 1)).toHaveLength(100)
  expect(issuesOf(101, 'x')).toEqual(['templateData'])
})

test('template data with 100,000 wrong keys is refused by one issue', () => {
  expect(issuesOf(100_000, 1)).toEqual(['templateData'])
})
