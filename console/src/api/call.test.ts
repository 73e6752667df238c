import { expect, test } from 'vitest'
import { locate, refusal, totalOf } from './call.ts'

test('parameters and query are encoded into the address, and undefined ones are left out', () => {
  expect(locate('PATCH /credentials/:id', { params: { id: 'a/b' } })).toEqual(['PATCH', '/api/credentials/a%2Fb'])
  expect(locate('GET /credentials', { query: { limit: 20, offset: 0, status: undefined } })).toEqual([
    'GET',
    '/api/credentials?limit=20&offset=0',
  ])
})

test('the message of an error object is used for every status', () => {
  const error = { code: 'invalid_request', message: 'The mode is missing.', field: 'mode', requestId: '0190' }
  expect(refusal(200, 'OK', { error })).toMatchObject({ status: 200, ...error })
})

test('the waiting time is in seconds, where the server sends it', () => {
  const body = { error: { code: 'sign_in_locked', message: 'Too many failed attempts.' } }
  expect(refusal(429, '', body, '900')?.retryAfter).toBe(900)
  expect(refusal(401, '', body)?.retryAfter).toBeUndefined()
})

test('without an error object the message names the status, or is empty', () => {
  expect(refusal(502, 'Bad Gateway', 'oops')?.message).toBe('[502] Bad Gateway')
  expect(refusal(502, '', {})?.message).toBe('Request failed')
  expect(refusal(502, '', {}, null, 'zh-CN')?.message).toBe('请求失败（502）')
  expect(refusal(204, 'No Content', {})).toBeNull()
})

test('a total is exact unless the server says otherwise', () => {
  expect(totalOf(new Headers({ 'x-total-count': '10000', 'x-total-exact': 'false' }))).toEqual({
    total: 10_000,
    exact: false,
  })
  expect(totalOf(new Headers({ 'x-total-count': '0' }))).toEqual({ total: 0, exact: true })
  expect(totalOf(new Headers())).toEqual({ total: null, exact: true })
})
