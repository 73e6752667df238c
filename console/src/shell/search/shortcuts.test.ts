import { expect, test } from 'vitest'
import { createShortcuts, goTo } from './shortcuts.ts'

/** Presses keys 100 ms apart and returns the last result. */
function pressed(...keys: readonly string[]): string | null {
  const read = createShortcuts()
  return keys.reduce<string | null>((_, key, index) => read({ key, at: index * 100, taken: false }), null)
}

test('g and a letter open a page, and ? opens the list of shortcuts', () => {
  expect([pressed('g', 'h'), pressed('g', 't'), pressed('?')]).toEqual(['/', '/transactions', '?'])
})

test('a letter alone, a third letter or an unknown one opens nothing', () => {
  expect([pressed('h'), pressed('g', 'h', 't'), pressed('g', 'z'), pressed('g', 'z', 'h')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a key that is text or belongs to a dialog opens nothing, and ends a begun shortcut', () => {
  const read = createShortcuts()
  expect(read({ key: '?', at: 0, taken: true })).toBeNull()
  read({ key: 'g', at: 10, taken: false })
  read({ key: 'x', at: 20, taken: true })
  expect(read({ key: 'h', at: 30, taken: false })).toBeNull()
})

test('the second key has a second of time', () => {
  const read = createShortcuts()
  read({ key: 'g', at: 0, taken: false })
  expect(read({ key: 'h', at: 1_001, taken: false })).toBeNull()
})

test('every page has a letter of its own', () => {
  expect(new Set(goTo.map(({ key }) => key)).size).toBe(goTo.length)
})
