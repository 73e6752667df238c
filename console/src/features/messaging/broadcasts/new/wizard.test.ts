import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { peopleOf } from './wizard.ts'

test('the people of a list are its valid numbers without those that are kept back, and the owner may send to unreached ones', () => {
  const counts = { rows: 110, valid: 100, invalid: 10, scientific: 0, duplicates: 0, landline: 0, too_long: 0 }
  const audience = {
    counts,
    kept_back: {
      notification: { blocked: 5, opted_out: 0, country: 2, unreached: 3 },
      marketing: { blocked: 5, opted_out: 20, country: 2, unreached: 1 },
    },
  }
  expect(peopleOf(audience, MessageScene.Notification, 'skip')).toBe(90)
  expect(peopleOf(audience, MessageScene.Notification, 'send')).toBe(93)
  expect(peopleOf(audience, MessageScene.Marketing, 'skip')).toBe(72)
})
