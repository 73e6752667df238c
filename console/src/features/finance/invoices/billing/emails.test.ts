import { expect, test } from 'vitest'
import { readEmails } from './emails.ts'

test('email addresses are separated by lines or commas, and repeated ones are dropped', () => {
  expect(readEmails('Books@example.com, tax@example.com\n\nbooks@example.com')).toEqual({
    emails: ['books@example.com', 'tax@example.com'],
    wrong: undefined,
  })
  expect(readEmails('  ')).toEqual({ emails: [], wrong: undefined })
})

test('the first invalid email address is reported', () => {
  expect(readEmails('books@example.com\ntax').wrong).toBe('tax')
})
