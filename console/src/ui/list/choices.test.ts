import { expect, test } from 'vitest'
import { ANY, type Choice, keyOf, namesOf, withKeys } from './choices.ts'

const failed: Choice<number> = { title: 'Not delivered', values: [5, 8] }
const choices: readonly Choice<number>[] = [
  failed,
  { title: 'Undelivered', values: [5] },
  { title: 'Rejected', values: [8] },
  { title: 'Delivered', values: [4] },
]

test.each([
  ['adds a value to those that are chosen', [4], ['4', '5'], [4, 5]],
  ['removes a value and keeps the others', [4, 5], ['4'], [4]],
  ['adds all values of a choice that stands for several', [4, 5], ['4', '5', keyOf(failed)], [4, 5, 8]],
  ['removes all values of a choice that stands for several', [4, 5, 8], ['4', '5', '8'], [4]],
  ['removes one value of several that are chosen together', [5, 8], [keyOf(failed), '8'], [8]],
  ['adds the first value beside the mark of all', [], [ANY, '4'], [4]],
  ['clears the filter where all are chosen again', [4], [ANY, '4'], []],
])('a change of the marked choices %s', (_, chosen, keys, after) => {
  expect(withKeys(choices, chosen, new Set(keys))).toEqual(after)
})

test('chosen values have the name of the choice that stands for them together, and each other one its own', () => {
  expect(namesOf(choices, [4, 5, 8])).toEqual(['Not delivered', 'Delivered'])
  expect(namesOf(choices, [4, 8])).toEqual(['Rejected', 'Delivered'])
})
