import { expect, test } from 'vitest'
import { directionOf, toggled } from './sorting.ts'

test('a press on the head of the sorted column turns the order round', () =>
  expect([toggled('-at', 'at'), toggled('at', 'at')]).toEqual(['at', '-at']))

test('a press on another head sorts by it, descending', () => expect(toggled('at', 'total')).toBe('-total'))

test('a head announces its own direction alone', () =>
  expect([directionOf('at', 'at'), directionOf('-at', 'at'), directionOf('-at', 'total')]).toEqual([
    'ascending',
    'descending',
    'none',
  ]))
