import { table } from '@hongyan/contract/endpoints/table'
import { expect, test } from 'vitest'
import { actionText } from '@hongyan/contract/audit-actions'
import { actionPrefix, nouns } from './actions.ts'
import english from './messages.en.json' with { type: 'json' }
import chinese from './messages.zh-CN.json' with { type: 'json' }

/** The calls that leave an audit entry. */
const audited = Object.entries(table).flatMap(([noun, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => !row.address.startsWith('GET ') && !('unaudited' in row))
    .map(([verb]) => ({ noun, action: `${noun}.${verb}` })),
)

test('every write has a label in both languages', () => {
  expect(audited.length).toBeGreaterThan(20)
  const wordless = audited.filter(
    ({ action }) => actionText(action, 'en') === action || actionText(action, 'zh-CN') === action,
  )
  expect(wordless).toEqual([])
})

test('the list can be filtered by each noun with audit entries, and by no other', () => {
  // Only staff and the server write to the account itself.
  const kept = new Set(['account', ...audited.map(({ noun }) => noun)])
  expect(nouns.toSorted()).toEqual([...kept].toSorted())
  expect(nouns.filter((noun) => !(`audit.of.${noun}` in english) || !(`audit.of.${noun}` in chinese))).toEqual([])
})

test('reads and unknown actions have no label', () => {
  const unknown = ['credentials.list', 'house.repaint', '']
  expect(unknown.map((action) => actionText(action, 'en'))).toEqual(unknown)
})

test('the prefix of a noun matches its own actions and those of staff, not those of a longer noun', () => {
  const found = (noun: (typeof nouns)[number], action: string) => action.startsWith(actionPrefix(noun))
  expect([found('session', 'session.end'), found('session', 'sessions.end')]).toEqual([true, false])
  expect([found('invoices', 'invoices.pay'), found('invoices', 'invoice.issue')]).toEqual([true, true])
  expect([found('credentials', 'credentials.update'), found('credentials', 'credential.create')]).toEqual([true, true])
})
