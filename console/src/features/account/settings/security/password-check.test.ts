import { expect, test } from 'vitest'
import { checkPassword } from './password-check.ts'

test('a change of password needs all three fields', () => {
  expect(checkPassword({})).toEqual({
    curpassword: 'curpassword_required',
    password: 'password_required',
    confirmation: 'confirmation_required',
  })
})

test('a new password has at least six characters, and the confirmation is the same', () => {
  const of = (password: string, confirmation: string) => checkPassword({ curpassword: 'x', password, confirmation })
  expect(of('short', 'short')).toEqual({ password: 'password_short', confirmation: 'password_short' })
  expect(of('wild goose', 'tame goose')).toEqual({ confirmation: 'inconsistent_password' })
  expect(of('sixsix', 'sixsix')).toEqual({})
})
