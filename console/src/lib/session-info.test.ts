import { expect, test } from 'vitest'
import { sessionInfo } from './session-info.ts'

const cookie = (value: string) => `hy_locale=en; hy_info=${value}; other=1`
const token = (info: unknown) => Buffer.from(JSON.stringify(info)).toString('base64url')

test('the readable cookie has the partition and the end of the session', () => {
  expect(sessionInfo(cookie(token({ ptn: 'cn', exp: 1_795_000_000 })))).toEqual({ ptn: 'cn', exp: 1_795_000_000 })
})

test.each([
  ['no cookie', 'hy_locale=en'],
  ['no base64', cookie('%%%')],
  ['no JSON', cookie(Buffer.from('hello').toString('base64url'))],
  ['another partition', cookie(token({ ptn: 'moon', exp: 1 }))],
  ['no object', cookie(token(null))],
])('the cookie value %s counts as no session', (_, cookies) => {
  expect(sessionInfo(cookies)).toBeNull()
})
