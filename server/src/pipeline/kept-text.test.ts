import { expect, test } from 'vitest'
import { keptText } from './kept-text.ts'

test.each([
  ['Your code is 123456.', [], 'Your code is ******.'],
  ['Your code is AB12CD.', [], 'Your code is ******.'],
  ['Your code is QWERTY. It expires in 5 minutes.', ['QWERTY'], 'Your code is ******. It expires in * minutes.'],
  ['您的验证码为qWe7，5分钟内有效。', [], '您的验证码为****，*分钟内有效。'],
  ['Lumen: G-904112 is your code.', [], 'Lumen: G-****** is your code.'],
  ['رمز التحقق ١٢٣٤٥٦', [], 'رمز التحقق ******'],
  ['您的验证码是１２３４５６，５分钟内有效。', [], '您的验证码是******，*分钟内有效。'],
  ['您的验证码为ｑＷｅ７。', [], '您的验证码为****。'],
  ['Welcome to Lumen, Anna.', [], 'Welcome to Lumen, Anna.'],
])('of “%s” with the codes %j, “%s” is kept', (text, codes, kept) => {
  expect(keptText(text, 1, codes)).toBe(kept)
})

test('the text of any other scene is kept as it is', () => {
  expect(keptText('Order AB12CD, 3 parcels', 2, ['AB12CD'])).toBe('Order AB12CD, 3 parcels')
})
