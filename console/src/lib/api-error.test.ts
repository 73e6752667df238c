import { expect, test } from 'vitest'
import { ApiError, limitWait } from './api-error.ts'

test('only an error of a reached limit has a wait, though an outage also names a time to retry', () => {
  expect(limitWait(new ApiError(429, 'Too many codes requested.', { code: 'otp_too_many_sends' }, '60'))).toBe(60)
  expect(limitWait(new ApiError(503, 'Temporarily unavailable.', { code: 'unavailable' }, '1'))).toBeNull()
  expect(limitWait(new ApiError(503, 'The service is busy.', { code: 'busy' }, '1'))).toBeNull()
  expect(limitWait(new ApiError(429, 'Text-message codes are paused for today.'))).toBeNull()
  expect(limitWait(new TypeError('Failed to fetch'))).toBeNull()
})
