import { expect, test } from 'vitest'
import { accountName } from './account.ts'

test('one is greeted by the first name there is, and by the short id when there is none', () => {
  const names = ['Mei Tan', 'Mei', 'Lumen Parcel', 'mei', '1A2B3']
  const greeted = names.map((_, missing) => {
    const [fullname = '', nickname = '', name = '', username = '', suid = ''] = names.map((each, index) =>
      index < missing ? '' : each,
    )
    return accountName({ fullname, nickname, realname_info: { name }, username, suid })
  })
  expect(greeted).toEqual(names)
})
