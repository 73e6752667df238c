import { describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import {
  readSpecification,
  restOf,
  sectionOf,
  writtenCalls,
  writtenEnumerations,
  writtenMessages,
  writtenRoutes,
} from './covered.ts'
import { enumerations } from './enumerations.ts'
import { messages, severalInOne } from './messages.ts'
import { routes } from './routes.ts'

const specification = readSpecification()

/** Only a checkout with the specification beside it can be compared with it. */
describe.skipIf(specification === null)('the tables of the walk', () => {
  const text = specification ?? ''

  test('the walk has every route of the specification, and no other', () => {
    expect(routes.map(({ route }) => route).toSorted()).toEqual(writtenRoutes(text).toSorted())
  })

  test('the walk sends every call of the specification with the fields of its table', () => {
    const sent = Object.entries(calls).map(([name, { request }]) => [name, [...request].toSorted()] as const)
    const fields = { ...writtenCalls(text), 'POST /account/change/{phone or email}': [...changes].toSorted() }
    expect(Object.fromEntries(sent)).toEqual(fields)
  })

  test('the walk draws every value of every enumeration', () => {
    const written = writtenEnumerations(text)
    expect(enumerations.map(({ name }) => name).toSorted()).toEqual([...written.keys()].toSorted())
    for (const { name, drawn } of enumerations) {
      const values = drawn.flatMap((place) => place.values.map(([value, number]) => [value, number] as const))
      expect({ name, rest: restOf(written.get(name) ?? '', values) }).toEqual({ name, rest: '' })
    }
  })

  test('the walk provokes every message of the rules and the catalogue of errors', () => {
    const written = [...writtenMessages(text, 5), ...writtenMessages(text, 8)]
    const names = Object.keys(messages)
    expect(written.filter((message) => !names.includes(message) && !(message in severalInOne))).toEqual([])
    const several = new Set<string>(Object.values(severalInOne).flat())
    const both = sectionOf(text, 5) + sectionOf(text, 8).replaceAll('\\"', '"')
    expect(names.filter((name) => !several.has(name) && !both.includes(name))).toEqual([])
  })
})

/** The table writes the new phone or email address as `new value`. */
const changes = ['phone', 'email', 'rebindVia', 'rebindToken', 'token']
