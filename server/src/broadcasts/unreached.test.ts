import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { isUnreached } from './unreached.ts'

const { Delivered, Read, Undelivered, Expired, Unknown } = MessageStatus

test('a number is unreached once its last three messages were undelivered, expired or without a receipt', () => {
  expect(isUnreached([Undelivered, Expired, Unknown])).toBe(true)
  expect(isUnreached([Undelivered, Undelivered, Undelivered, Delivered])).toBe(true)
  expect(isUnreached([Undelivered, Undelivered])).toBe(false)
  expect(isUnreached([])).toBe(false)
})

test('a message that arrived among the last three shows that a number is reached', () => {
  for (const arrived of [Delivered, Read]) {
    for (const place of [0, 1, 2]) {
      const newest = [0, 1, 2, 3].map((at) => (at === place ? arrived : Undelivered))
      expect(isUnreached(newest), `${arrived} at ${place}`).toBe(false)
    }
  }
})
