import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { getHelp, helpPath, helpTopicOf, registerHelp } from './help.ts'

const ours = new ApiError(503, 'The service is busy.', { code: 'busy', side: 'us', requestId: '0190-abc' })

test('an error offers help only on a page that can lead to the ticket form', () => {
  expect(helpTopicOf(ours)).toBeNull()
  const visited: string[] = []
  registerHelp((path) => visited.push(path))
  expect(helpTopicOf(ours)).toEqual({ code: 'busy', request: '0190-abc' })
  getHelp({ about: 'message:01a1', code: 'busy' })
  expect(visited).toEqual(['/support/new?about=message%3A01a1&code=busy'])
})

test('a failure of the server offers help, an error of the customer or of the network none', () => {
  registerHelp(() => undefined)
  expect(helpTopicOf(new ApiError(502, '[502] Bad Gateway'))).toEqual({})
  expect(helpTopicOf(new ApiError(400, 'Invalid.', { code: 'invalid_request', side: 'customer' }))).toBeNull()
  expect(helpTopicOf(new TypeError('Failed to fetch'))).toBeNull()
})

test('the address of the ticket form has no part that is not known', () => {
  expect(helpPath({ code: undefined, request: '0190-abc' })).toBe('/support/new?request=0190-abc')
})
