import type { UploadId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { isComplete, type ItemState } from './use-uploads.ts'

const stored = { kind: 'stored', upload: { id: '0199' as UploadId, name: 'a.pdf' } } as const // an example

test.each<[string, readonly ItemState[], boolean]>([
  ['no file', [], true],
  ['stored files', [stored, stored], true],
  ['a file that waits for its turn', [stored, { kind: 'waiting' }], false],
  ['a file that the server still examines', [{ kind: 'sending', share: 1 }], false],
  ['a file that failed', [{ kind: 'failed', message: 'Too large', mayRetry: false }, stored], false],
])('a field with %s is ready to be sent, or not (case %#)', (_, states, expected) => {
  expect(isComplete(states.map((state) => ({ state })))).toBe(expected)
})
