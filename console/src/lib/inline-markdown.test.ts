import { expect, test } from 'vitest'
import { piecesOf, plainOf } from './inline-markdown.ts'

const markdown = 'Sign with `nonce`, see [the *docs*](/docs#hmac).'

test('Markdown is split into code, links and the text between them, and other markup stays', () => {
  expect(piecesOf(markdown)).toEqual([
    { text: 'Sign with ' },
    { text: 'nonce', code: true },
    { text: ', see ' },
    { text: 'the *docs*', href: '/docs#hmac' },
    { text: '.' },
  ])
})

test('the plain text of Markdown has neither addresses nor backticks', () => {
  expect(plainOf(markdown)).toBe('Sign with nonce, see the *docs*.')
})
