import { describe, expect, test } from 'vitest'
import { type Letter, laidOut } from './letter.ts'

const button = { title: 'Top up', address: 'https://console.example/topup?tab=auto&x=1' }
const footer = { title: 'Choose which emails you get', address: 'https://console.example/account/settings' }
const letter: Letter = { locale: 'en', subject: 'Your balance is low', text: 'First.\n\nSecond.', button, footer }

describe('an email', () => {
  test('has its text, its button and its last line in both forms', () => {
    const { subject, text, html } = laidOut(letter)
    expect(subject).toBe('Your balance is low')
    expect(text).toBe(
      `First.\n\nSecond.\n\nTop up: ${button.address}\n\nChoose which emails you get: ${footer.address}`,
    )
    expect(html).toContain('<h1')
    expect(html).toMatch(/<p[^>]*>First\.<\/p>\s*<p[^>]*>Second\.<\/p>/)
    expect(html).toMatch(/<a href="https:\/\/console\.example\/topup\?tab=auto&amp;x=1"[^>]*>Top up<\/a>/)
    expect(html).toMatch(
      /<a href="https:\/\/console\.example\/account\/settings"[^>]*>Choose which emails you get<\/a>/,
    )
  })

  test('shows a code above its text', () => {
    const { text, html } = laidOut({ locale: 'en', subject: 'Your code', code: '482913', text: 'Use it to sign in.' })
    expect(text).toBe('482913\n\nUse it to sign in.')
    expect(html.indexOf('482913')).toBeLessThan(html.indexOf('Use it to sign in.'))
  })

  test('names its language and the product in it', () => {
    expect(laidOut(letter).html).toContain('<html lang="en">')
    expect(laidOut({ ...letter, locale: 'zh-CN' }).html).toMatch(/<html lang="zh-CN">[^]*鸿雁/)
  })

  test('shows markup in its texts as text', () => {
    const { html } = laidOut({
      locale: 'en',
      subject: '<b>Hi</b> & "you"',
      code: '<i>1</i>',
      text: `It's <script>x</script>`,
      button: { title: '<u>Go</u>', address: 'https://console.example/?a="><img>' },
    })
    expect(html).not.toMatch(/<(?:b|i|u|img|script)>/)
    expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt; &amp; &quot;you&quot;')
    expect(html).toContain('It&#39;s &lt;script&gt;x&lt;/script&gt;')
    expect(html).toContain('href="https://console.example/?a=&quot;&gt;&lt;img&gt;"')
  })

  test('loads nothing from outside', () => {
    expect(laidOut(letter).html).not.toMatch(/src=|url\(|@import|<link|<img|<script/i)
  })

  test('links the button’s address where its text contains it, and repeats it nowhere in the plain form', () => {
    const { text, html } = laidOut({ ...letter, text: `Pay within a day: ${button.address} Thank you.`, footer: null })
    expect(text.split(button.address)).toHaveLength(2)
    expect(html.split('<a href="https://console.example/topup')).toHaveLength(3)
  })
})
