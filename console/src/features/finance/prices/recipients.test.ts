import { expect, test } from 'vitest'
import { readRecipients } from './recipients.ts'

test('recipients are separated by lines, commas and semicolons of both scripts, and keep their inner spaces', () => {
  expect(readRecipients('+1 206 555 0100\r\n+6581234567;+44 20 7946 0018')).toEqual([
    '+1 206 555 0100',
    '+6581234567',
    '+44 20 7946 0018',
  ])
  expect(readRecipients('+8613800138000，+85251234567；+6581234567、1')).toHaveLength(4)
})

test('empty lines and trailing separators add no recipients', () => {
  expect(readRecipients(' \n,+6581234567,,\n')).toEqual(['+6581234567'])
  expect(readRecipients(' \n ')).toEqual([])
})
