import { expect, test } from 'vitest'
import { challengeAnswer, checkFor } from './challenge-answer.ts'

const noOptions = () => Promise.reject(new Error('only a passkey has options'))

test('the answer of a challenge has the password as it was typed, with its spaces', async () => {
  const values = { password: ' wild goose ' }
  expect(await challengeAnswer('password', values, noOptions)).toEqual(values)
})

test('a password of spaces alone is an answer of a challenge', () => {
  expect(checkFor('password')({ password: '      ' })).toEqual({})
})

test.each([
  ['totp', ' 123456 ', '123456'],
  ['recovery', ' ABCD-EFGH-JKLM ', 'ABCD-EFGH-JKLM'],
] as const)('a code of the way %s may be pasted with spaces around it', async (way, typed, sent) => {
  expect(checkFor(way)({ [way]: typed })).toEqual({})
  expect(await challengeAnswer(way, { [way]: typed }, noOptions)).toEqual({ [way]: sent })
})
