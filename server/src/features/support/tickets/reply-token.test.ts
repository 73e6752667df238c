import { AccountId, TicketId } from '@hongyan/contract/ids'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountId, uuidv7 } from '../../../kit/ids.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { isReplyToken, replyAddress, replyToken, ticketIn, tokenIn } from './reply-token.ts'

const box = (fill: number) => secretBox(`k1:${Buffer.alloc(32, fill).toString('base64')}`)
const secrets = box(1)
const mailbox = 'support@mail.example.com'
const newTarget = (at: number) => ({ account: AccountId.parse(accountId()), id: TicketId.parse(uuidv7(new Date(at))) })

test('a token leads back to its ticket through a mail server that changes the case of addresses', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (at) => {
      const target = newTarget(at)
      const address = replyAddress(mailbox, replyToken(secrets, target))
      expect(address.split('@')[0]?.length).toBe(58)
      const token = tokenIn(mailbox, [address.toUpperCase().toLowerCase()]) ?? ''
      expect(ticketIn(token)).toBe(target.id)
      expect(isReplyToken(secrets, target, token)).toBe(true)
    }),
  )
})

test('a token of another account, ticket or key, or with one other digit, is none of a ticket', () => {
  const [target, other] = [newTarget(1_795_165_200_000), newTarget(1_795_165_200_001)]
  const token = replyToken(secrets, target)
  const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  expect(isReplyToken(secrets, { ...target, account: other.account }, token)).toBe(false)
  expect(isReplyToken(secrets, { ...target, id: other.id }, token)).toBe(false)
  expect(isReplyToken(box(2), target, token)).toBe(false)
  expect(isReplyToken(secrets, target, changed)).toBe(false)
})

test.each(['', 'x', 'w'.repeat(50), '0'.repeat(50), 'v'.repeat(50), `${'0'.repeat(50)}1`])(
  'the text "%s" names no ticket',
  (text) => expect(ticketIn(text)).toBeNull(),
)

test('the token is that of the mailbox’s own address among several', () => {
  const addresses = ['support@mail.example.com', 'support+no@evil.example', 'support+yes@mail.example.com']
  expect(tokenIn(mailbox, addresses)).toBe('yes')
  expect(tokenIn(mailbox, addresses.slice(0, 2))).toBeNull()
})
