import { expect, test } from 'vitest'
import { aboutOf, readNewTicketSearch } from './search.ts'

test('the address of the ticket form keeps a record, an error, a request and a category', () => {
  const whole = { about: 'message:01a1f885', code: 'no_route', request: '0190-abc', category: 'delivery' } as const
  expect(readNewTicketSearch(whole)).toEqual(whole)
  expect(aboutOf('transaction:day:2026-11-25')).toEqual({ kind: 'transaction', id: 'day:2026-11-25' })
})

test('the address of the ticket form loses what no link of the console writes', () => {
  const foreign = {
    about: 'operator:1',
    code: '<b>',
    request: 'a b',
    category: 'flattery',
    subject: 'typed by a stranger',
  }
  expect(readNewTicketSearch(foreign)).toEqual({})
  expect(readNewTicketSearch({ about: `message:${'a'.repeat(65)}`, code: 7, request: [] })).toEqual({})
  for (const about of ['message', 'message:', ':1', 'message:a/b']) expect(aboutOf(about)).toBeNull()
})
