import { expect, test } from 'vitest'
import { footOf } from './foot.ts'

const more = true

test.each([
  ['whose first rows load', { rows: [], waiting: true, more: false }, 'waiting'],
  ['without rows and without more to search', { rows: [], waiting: false, more: false }, 'empty'],
  ['without rows of the messages that were searched so far', { rows: [], waiting: false, more }, 'search'],
  ['with another page', { rows: [1], waiting: false, more }, 'more'],
  ['with the last row that a page reaches', { rows: [1], waiting: false, more: false, exact: false }, 'beyond'],
  ['whose search was cut short before its first row', { rows: [], waiting: false, more: false, exact: false }, 'cut'],
  ['with its last row', { rows: [1], waiting: false, more: false }, 'all'],
])('a list %s ends accordingly', (_, list, foot) => expect(footOf(list)).toBe(foot))
