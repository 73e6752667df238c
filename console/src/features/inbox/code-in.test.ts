import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test.each([
  ['482913 is your Hongyan code to sign in. It expires in 10 minutes.', '482913'],
  ['Your Hongyan code\n\n482913\n\nThis is your Hongyan code to sign in.', '482913'],
  ['验证码 482913，用于登录鸿雁账户，10 分钟内有效。', '482913'],
  ['Your PIN is 0042.', '0042'],
  ['Use promo code SPRING at checkout', null],
  ['Your order 48291377 has shipped', null],
  ['Your code was sent to +12065550100', null],
  ['Your code costs 1234.50', null],
  ['The code expires on 2026-11-30', null],
])('the code in %j is %j', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
