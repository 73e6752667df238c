import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { helpPath } from './help-path.ts'
import { errorHelp, openHelp, registerHelp } from './help.ts'

const ours = new ApiError(503, 'The service is busy.', { code: 'busy', side: 'us', requestId: '0190-abc' })

test('an error of our side leads to the ticket form, on a page that can open it', () => {
  expect(errorHelp(ours)).toBeNull()
  const visited: string[] = []
  registerHelp((path) => visited.push(path))
  const path = errorHelp(ours) ?? ''
  expect(path).toBe('/support/new?code=busy&request=0190-abc')
  openHelp(path)
  expect(visited).toEqual([path])
})

test('a failure of the server leads to the ticket form, an error of the customer or of the network does not', () => {
  registerHelp(() => undefined)
  expect(errorHelp(new ApiError(502, '[502] Bad Gateway'))).toBe('/support/new?code=&request=')
  expect(errorHelp(new ApiError(400, 'Invalid.', { code: 'invalid_request', side: 'customer' }))).toBeNull()
  expect(errorHelp(new TypeError('Failed to fetch'))).toBeNull()
})

test('the address of the ticket form names the record and its error, and nothing that is not known', () => {
  expect(helpPath({ about: 'message:01a1', code: 'no_route' })).toBe('/support/new?about=message%3A01a1&code=no_route')
  expect(helpPath({ code: undefined, request: '0190-abc' })).toBe('/support/new?request=0190-abc')
})
