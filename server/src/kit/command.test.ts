import { expect, test } from 'vitest'
import { type Command, operatorIn, operatorOf, readArguments } from './command.ts'

const act: Command<undefined> = {
  name: 'ledger credit',
  usage: '<email> --by <name>',
  options: {},
  by: 'required',
  arity: 1,
  run: () => Promise.resolve({ line: '', json: {} }),
}

test('a staff command names its operator', () => {
  expect(operatorOf(readArguments(act, ['mei@example.com', '--by', ' Li Wei ']))).toBe('Li Wei')
})

test.each([
  [[], '--by is missing.'],
  [['--by', '  '], '--by must be a name of 1 to 64 characters.'],
  [['--by', 'x'.repeat(65)], '--by must be a name of 1 to 64 characters.'],
])('a staff command without an operator’s name is rejected before it runs: %j', (typed, sentence) => {
  expect(() => readArguments(act, ['mei@example.com', ...typed])).toThrow(sentence)
})

test('another command does not know --by', () => {
  const { by: _, ...list } = act
  expect(() => readArguments(list, ['mei@example.com', '--by', 'Li'])).toThrow('Usage: hongyan')
})

test('a command that moves no money has an operator only where one is named', () => {
  const free = { ...act, by: 'optional' } as const
  expect(operatorIn(readArguments(free, ['mei@example.com']))).toBeNull()
  expect(operatorIn(readArguments(free, ['mei@example.com', '--by', 'Li']))).toBe('Li')
})
