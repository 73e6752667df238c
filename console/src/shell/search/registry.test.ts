import { expect, test } from 'vitest'
import { find } from './find.ts'
import { entries, recordKinds } from './registry.ts'

const places = entries.map(({ id, title, keywords }) => ({ id, name: title.join(' '), path: '', keywords }))

test('every entry has an id of its own', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
})

test.each(entries.map(({ id, keywords }) => ({ id, words: [...keywords.en, ...keywords.zh] })))(
  'the action $id is found by each of its keywords',
  ({ id, words }) => {
    for (const word of words) expect(find(places, word, 'en').map(({ place }) => place.id)).toContain(id)
  },
)

test.each([
  [
    'search.transaction',
    ['0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f', '2026-11-20-sms', 'held-sms'],
    ['auto-recharge', 'h'],
  ],
  ['search.invoice', ['HY-US-2026-000123', 'hy-cn-2026-000001'], ['HYC-US-2026-000001', 'invoice']],
  [
    'search.webhook',
    ['0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'],
    ['msg_0199f3c2a1b27c3d8e4f5a6b7c8d9e0f', '0199f3c2a1b27c3d8e4f5a6b7c8d9e0f'],
  ],
  [
    'search.webhookDelivery',
    ['0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f', 'msg_0199f3c2a1b27c3d8e4f5a6b7c8d9e0f'],
    ['msg_', 'msg_0199f3c2a1b24c3d8e4f5a6b7c8d9e0f', 'msg_msg_0199f3c2a1b27c3d8e4f5a6b7c8d9e0f'],
  ],
  ['search.rateRule', ['0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'], ['0199f3c2a1b27c3d8e4f5a6b7c8d9e0f', 'rule']],
  ['search.credential', ['AbCdEfGhIjKlMnOpQrStUv'], ['credential', 'AbCdEfGhIjKlMnOpQrStUvW']],
] as const)('a query that looks like an id of %s is looked up, and no other', (title, ids, others) => {
  const kind = recordKinds.find((each) => each.title === title)
  expect(ids.map((id) => kind?.ids.test(id))).toEqual(ids.map(() => true))
  expect(others.map((id) => kind?.ids.test(id))).toEqual(others.map(() => false))
})
