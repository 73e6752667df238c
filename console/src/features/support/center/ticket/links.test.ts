import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './links.ts'

const linksIn = (text: string) => piecesOf(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [shown]))

test.each([
  ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  ['(https://example.com/x)', ['https://example.com/x']],
  ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
  ['请见 https://example.com/帮助，谢谢', ['https://example.com/帮助']],
  ['http://a.example and https://b.example!', ['http://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ['https://support.example@evil.example/', []],
  ['https://', []],
  ['<img src=x onerror=alert(1)>', []],
])('the links of %j are %j', (text, links) => expect(linksIn(text)).toEqual(links))

test('no text is lost or changed, and every link leads to the web', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(' ', '\n', ')', '.', 'https://', 'http://a.example/b?c=d#e', 'javascript:', 'u:p@', '，'),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      const pieces = piecesOf(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const { href } of pieces) expect(href ?? 'https://').toMatch(/^https?:\/\//)
    }),
    { numRuns: 50 },
  )
})
