import type { NoticeKind } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import { channelsFor, type Chosen } from './channels.ts'

const both = { email: 'mei@example.com', phone: '+12065550100' }
const mailOnly = { ...both, phone: null }
const phoneOnly = { ...both, email: null }
const chosen = (email: boolean, sms: boolean): Chosen => ({ email, sms })

test.each<[string, NoticeKind, Chosen | null, typeof both | typeof mailOnly | typeof phoneOnly, readonly string[]]>([
  ['mail, where nothing was chosen', 'refund_ended', null, both, ['email']],
  ['text, where there is no mail', 'refund_ended', null, phoneOnly, ['sms']],
  ['nothing of what was just done by hand', 'topped_up', null, both, []],
  ['what was chosen', 'topped_up', chosen(true, true), both, ['email', 'sms']],
  ['nothing, where that was chosen', 'refund_ended', chosen(false, false), both, []],
  ['nothing, where what was chosen is not there', 'refund_ended', chosen(false, true), mailOnly, []],
  ['what guards the account by what was chosen', 'dispute', chosen(false, true), both, ['sms']],
  ['what guards the account by something, whatever was chosen', 'dispute', chosen(false, false), both, ['email']],
  ['what guards the account by what is there', 'dispute', chosen(false, true), mailOnly, ['email']],
])('%s goes out', (_what, kind, choice, has, channels) => {
  expect(channelsFor(kind, choice, has)).toEqual(channels)
})
