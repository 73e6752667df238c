import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, type Stretch } from './differences.ts'

const textOf = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('')
const changedOf = (stretches: readonly Stretch[]): readonly string[] =>
  stretches.filter(({ changed }) => changed).map(({ text }) => text)

test('two equal texts have no changed stretch', () => {
  expect(differences('Your order {order} has shipped.', 'Your order {order} has shipped.').one).toEqual([
    { text: 'Your order {order} has shipped.', changed: false },
  ])
})

test('a replaced word and a renamed variable are the only changed stretches', () => {
  const { one, other } = differences('Your order {order} has shipped.', 'Your parcel {parcel} has shipped.')
  expect(changedOf(one)).toEqual(['order {order}'])
  expect(changedOf(other)).toEqual(['parcel {parcel}'])
})

test('changed words in a row are one stretch, without the spaces around them', () => {
  const { one, other } = differences('It has shipped and waits.', 'It is on its way and waits. Track it.')
  expect(changedOf(one)).toEqual(['has shipped'])
  expect(changedOf(other)).toEqual(['is on its way', 'Track it.'])
  expect(changedOf(differences('one two', 'one  two').other)).toEqual(['  '])
})

test('Chinese is compared by character', () => {
  const { one, other } = differences('您的订单已发货。', '您的包裹已发货。')
  expect(changedOf(one)).toEqual(['订单'])
  expect(changedOf(other)).toEqual(['包裹'])
})

test('the stretches of each side join to its text, and the unchanged words are the same', () => {
  const text = fc
    .array(fc.constantFrom('a ', 'b ', '{x}', '测', '。', '\n'), { maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (first, second) => {
      const { one, other } = differences(first, second)
      expect(textOf(one)).toBe(first)
      expect(textOf(other)).toBe(second)
      const same = (stretches: readonly Stretch[]) =>
        textOf(stretches.filter(({ changed }) => !changed)).replaceAll(/\s/g, '')
      expect(same(one)).toBe(same(other))
    }),
  )
})
