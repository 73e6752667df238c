import { table } from '@hongyan/contract/endpoints/table'
import { expect, test } from 'vitest'
import { beginningOf, knownAction, nouns } from './actions.ts'
import english from './messages.en.json' with { type: 'json' }
import chinese from './messages.zh-CN.json' with { type: 'json' }

/** Every call that leaves an entry. */
const audited = Object.entries(table).flatMap(([noun, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => !row.address.startsWith('GET ') && !('unaudited' in row))
    .map(([verb]) => ({ noun, action: `${noun}.${verb}` })),
)

test('every write has words in both languages', () => {
  expect(audited.length).toBeGreaterThan(20)
  const wordless = audited.filter(({ action }) => {
    const id = `audit.do.${action}`
    return knownAction(action) === null || !(id in english) || !(id in chinese)
  })
  expect(wordless).toEqual([])
})

test('the list can be narrowed to each noun of which something is kept, and to no other', () => {
  // Of the account itself only staff and the product write.
  const kept = new Set(['account', ...audited.map(({ noun }) => noun)])
  expect(nouns.toSorted()).toEqual([...kept].toSorted())
  expect(nouns.filter((noun) => !(`audit.of.${noun}` in english) || !(`audit.of.${noun}` in chinese))).toEqual([])
})

test('what only reads, and what nobody knows, has no words', () => {
  expect([knownAction('credentials.list'), knownAction('house.repaint'), knownAction('')]).toEqual([null, null, null])
})

test('a noun finds its own acts and those of staff, and not those of a longer one', () => {
  const found = (noun: (typeof nouns)[number], action: string) => action.startsWith(beginningOf(noun))
  expect([found('session', 'session.end'), found('session', 'sessions.end')]).toEqual([true, false])
  expect([found('invoices', 'invoices.pay'), found('invoices', 'invoice.issue')]).toEqual([true, true])
  expect([found('credentials', 'credentials.update'), found('credentials', 'credential.create')]).toEqual([true, true])
})
