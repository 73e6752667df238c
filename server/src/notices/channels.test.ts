import type { NoticeKind } from '@hongyan/contract/vocabulary/notice'
import { expect, test } from 'vitest'
import { channelsFor, type Chosen } from './channels.ts'

const both = { email: 'mei@example.com', phone: '+12065550100' }
const mailOnly = { ...both, phone: null }
const phoneOnly = { ...both, email: null }
const chosen = (email: boolean, sms: boolean): Chosen => ({ email, sms })

test.each<[string, NoticeKind, Chosen | null, typeof both | typeof mailOnly | typeof phoneOnly, readonly string[]]>([
  ['email, where the owner chose none', 'refund_ended', null, both, ['email']],
  ['text message, where the account has no email address', 'refund_ended', null, phoneOnly, ['sms']],
  ['none for a top-up, which the owner made by hand', 'topped_up', null, both, []],
  ['those that the owner chose', 'topped_up', chosen(true, true), both, ['email', 'sms']],
  ['none, where the owner chose none', 'refund_ended', chosen(false, false), both, []],
  ['none, where the account lacks the chosen one', 'refund_ended', chosen(false, true), mailOnly, []],
  ['the chosen one for a notice that guards the account', 'dispute', chosen(false, true), both, ['sms']],
  [
    'the first one for a notice that guards the account, where the owner chose none',
    'dispute',
    chosen(false, false),
    both,
    ['email'],
  ],
  [
    'the first one for a notice that guards the account, where the account lacks the chosen one',
    'dispute',
    chosen(false, true),
    mailOnly,
    ['email'],
  ],
])('the channels are %s', (_what, kind, choice, has, channels) => {
  expect(channelsFor(kind, choice, has)).toEqual(channels)
})
