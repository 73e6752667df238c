import { expect, test } from 'vitest'
import { readEmails } from './emails.ts'

test('addresses stand one a line or with commas between them, and once each', () => {
  expect(readEmails('Books@example.com, tax@example.com\n\nbooks@example.com')).toEqual({
    emails: ['books@example.com', 'tax@example.com'],
    wrong: undefined,
  })
  expect(readEmails('  ')).toEqual({ emails: [], wrong: undefined })
})

test('the first that is none is named', () => {
  expect(readEmails('books@example.com\ntax').wrong).toBe('tax')
})
