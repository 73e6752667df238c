import { expect, test } from 'vitest'
import { findPassages, type Passage } from './search.ts'

const passage = (section: string, title: string, text: string): Passage => ({ section, title, text })

const passages = [
  passage('hmac', 'Sign your requests', 'The string to sign is the query without the signature.'),
  passage('hmac', 'Sign your requests', 'A nonce works once.'),
  passage('errors', 'Errors', '104201 InvalidSignature 401 The signature is wrong. Sign the query again.'),
]

test('a search of the docs finds every word in any order, sections with the words in their title first', () => {
  expect(findPassages(passages, 'sign QUERY').map(({ section, text }) => [section, text.slice(0, 6)])).toEqual([
    ['hmac', 'The st'],
    ['errors', '104201'],
  ])
  expect(findPassages(passages, 'errors').map(({ section }) => section)).toEqual(['errors'])
  expect(findPassages(passages, 'your requests')).toHaveLength(1)
  expect(findPassages(passages, 'zebra')).toEqual([])
})

test('an excerpt of a search shows the match, and says where it leaves text out', () => {
  const long = passage('a', 'A', `${'word '.repeat(40)}needle ${'more '.repeat(40)}`)
  const [found] = findPassages([long], 'needle')
  expect(found?.excerpt).toMatch(/^…word .*needle more .*…$/)
  expect(found?.excerpt.length).toBeLessThan(115)
})
