import { expect, test } from 'vitest'
import { checkPassword } from './password-check.ts'

test('all three are required', () => {
  expect(checkPassword({})).toEqual({
    curpassword: 'curpassword_required',
    password: 'password_required',
    confirmation: 'confirmation_required',
  })
})

test('a new password has six characters at least, and is typed the same twice', () => {
  const of = (password: string, confirmation: string) => checkPassword({ curpassword: 'x', password, confirmation })
  expect(of('short', 'short')).toEqual({ password: 'password_short', confirmation: 'password_short' })
  expect(of('wild goose', 'tame goose')).toEqual({ confirmation: 'inconsistent_password' })
  expect(of('sixsix', 'sixsix')).toEqual({})
})
