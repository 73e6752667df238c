import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { expect, test } from 'vitest'
import { openText, ticketLinkOf } from './labels.ts'
import { pageOf } from './page.ts'

const named = (id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')
const answer = (part: Partial<Answer>): Answer => ({
  kind: 'article',
  id: 'refunds',
  title: '',
  text: [],
  category: 'billing',
  path: '/transactions',
  ...part,
})

test('the link to the page of an article has the title that the menu gives it', () => {
  expect(openText(answer({}), named)).toBe('answers.openPage shell.transactions')
  expect(openText(answer({ path: '/account/settings?tab=people' }), named)).toBe('answers.openPage shell.settings')
  expect(openText(answer({ path: '/prices' }), named)).toBe('answers.openArticle')
  expect(openText(answer({ kind: 'message', path: '/sms/logs?open=1' }), named)).toBe('answers.openMessage')
})

test('an answer leads to a ticket of its category, about its message or its error', () => {
  expect(ticketLinkOf(answer({}))).toEqual({ category: 'billing' })
  expect(ticketLinkOf(answer({ kind: 'message', id: 'm1', category: 'delivery' }))).toEqual({
    category: 'delivery',
    about: 'message:m1',
  })
  expect(ticketLinkOf(answer({ kind: 'error', id: 'card_declined', category: null }))).toEqual({
    code: 'card_declined',
  })
})

test('a path with a query is a page of the console, and the documentation is none', () => {
  expect(pageOf('/topup?tab=auto')).toEqual({ to: '/topup', search: { tab: 'auto' } })
  for (const path of ['/docs#hmac', '/docs/errors/expired', '/sandbox/inbox']) expect(pageOf(path)).toBeNull()
})
