import { expect, test } from 'vitest'
import { besideSignIn, returnPath } from './return-path.ts'

const origin = 'https://console.example'

test('a path of this site is returned to with its query', () => {
  expect(returnPath('?return=%2Fcredentials%3Fstatus%3D0', origin)).toBe('/credentials?status=0')
})

test.each([
  '',
  '?return=https%3A%2F%2Felsewhere.example',
  '?return=%2F%2Felsewhere.example',
  '?return=%2F%5Celsewhere.example',
  '?return=%2Flogin',
  '?return=%2Fsignup',
])('any other address is replaced by the home page: %s', (search) => {
  expect(returnPath(search, origin)).toBe('/')
})

test.each(['/.//host/path', '/..//host/path', '/a/..//host/path', '/%2e//host/path', '/./\\host/path'])(
  'a path that names a host once its dots are resolved is replaced by the home page: %s',
  (wanted) => {
    expect(returnPath(`?${new URLSearchParams({ return: wanted })}`, origin)).toBe('/')
  },
)

test('the page to return to is kept between signing in, signing up and a new password', () => {
  expect(besideSignIn('/password-reset', '?scene=cnsl.required&return=%2Fcredentials')).toBe(
    '/password-reset?return=%2Fcredentials',
  )
  expect(besideSignIn('/signup', '?scene=cnsl.signout')).toBe('/signup')
})
