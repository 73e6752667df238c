import { expect, test } from 'vitest'
import { signInPath } from './paths.ts'

test('the address of the sign-in page has the reason and the page to return to', () => {
  expect(signInPath('cnsl.required', '/credentials?status=0')).toBe(
    '/login?scene=cnsl.required&return=%2Fcredentials%3Fstatus%3D0',
  )
  expect(signInPath('cnsl.signout')).toBe('/login?scene=cnsl.signout')
})
