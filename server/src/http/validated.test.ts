import { expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../kit/refusal.ts'
import { validated } from './validated.ts'

const schema = z.strictObject({
  mode: z.enum({ Simple: 1, Hmac: 2 } as const),
  to: z.array(z.strictObject({ name: z.string() })).optional(),
  note: z.string().optional(),
})

function refused(input: unknown): { code: string; field: string | undefined } {
  try {
    validated(schema, input)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, field: error.field }
  }
  throw new Error('nothing was refused')
}

test('a valid input is returned as the schema reads it', () => {
  expect(validated(z.strictObject({ limit: z.coerce.number().default(20) }), {})).toEqual({ limit: 20 })
})

test.each([
  ['a missing field', {}, 'missing_params', 'mode'],
  ['a misspelt field, which is unknown and missing at once', { mod: 1 }, 'restricted_params', 'mod'],
  ['a value outside the list', { mode: 3 }, 'invalid_request', 'mode'],
  ['a wrong type', { mode: '2' }, 'invalid_request', 'mode'],
  ['null where nothing was allowed', { mode: null }, 'invalid_request', 'mode'],
  ['a field inside a list', { mode: 1, to: [{ name: 'a' }, { name: 7 }] }, 'invalid_request', 'to[1].name'],
  ['an unknown field inside a list', { mode: 1, to: [{ name: 'a', nam: 1 }] }, 'restricted_params', 'to[0].nam'],
  ['a missing field inside a list', { mode: 1, to: [{}] }, 'missing_params', 'to[0].name'],
  ['a list instead of an object', [1], 'not_an_object', undefined],
  ['a text instead of an object', 'mode', 'not_an_object', undefined],
  ['what could be a card’s number', { mode: 1, '4242 4242-4242 4242': 1 }, 'restricted_params', undefined],
  ['the character NUL', { mode: 1, note: 'a\0b' }, 'invalid_request', 'note'],
])('%s is refused by name', (_, input, code, field) => {
  expect(refused(input)).toEqual({ code, field })
})

test('a row without a schema accepts no field at all', () => {
  expect(validated(undefined, {})).toEqual({})
  expect(() => validated(undefined, { a: 1 })).toThrow(Refusal)
})
