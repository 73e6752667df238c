import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'

test('a refusal has no stack, and errors behind it have theirs', () => {
  expect(new Refusal('busy').stack).toBe('Refusal: The service is busy.')
  expect(new Error('a bug').stack).toContain('refusal.test.ts')
})
