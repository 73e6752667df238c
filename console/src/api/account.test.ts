import { expect, test } from 'vitest'
import { accountName } from './account.ts'

test('an account is addressed by its first known name, and by its short id without one', () => {
  const names = ['Mei Tan', 'Mei', 'Lumen Parcel', 'mei', '1A2B3']
  const greeted = names.map((_, missing) => {
    const [fullname = '', nickname = '', name = '', username = '', suid = ''] = names.map((each, index) =>
      index < missing ? '' : each,
    )
    return accountName({ fullname, nickname, realname_info: { name }, username, suid })
  })
  expect(greeted).toEqual(names)
})
