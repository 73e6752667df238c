import type { UploadId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { type ItemState, unreadyOf } from './use-uploads.ts'

const stored = { kind: 'stored', upload: { id: '0199' as UploadId, name: 'a.pdf' } } as const // an example

const failed = { kind: 'failed', message: 'Too large', mayRetry: false } as const

test.each<[string, readonly ItemState[], ReturnType<typeof unreadyOf>]>([
  ['no file', [], null],
  ['stored files', [stored, stored], null],
  ['a file that waits for its turn', [stored, { kind: 'waiting' }], 'underWay'],
  ['a file that the server still examines beside a failed one', [failed, { kind: 'sending', share: 1 }], 'underWay'],
  ['a file that failed', [failed, stored], 'failed'],
])('a field with %s is ready to be sent, or says why not (case %#)', (_, states, expected) => {
  expect(unreadyOf(states.map((state) => ({ state })))).toBe(expected)
})
