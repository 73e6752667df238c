import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { filled, type Message, type Values, withUnit } from './message.ts'

/** as the build writes it into a catalogue */
const compiled = (text: string): Message => JSON.parse(JSON.stringify(compileMessage(text)))
const rendered = (text: string, values: Values = {}, language = 'en-GB') => filled(compiled(text), values, language)

test('plain text stays, and placeholders are replaced by their values', () => {
  expect(rendered("It's {name}, 100 % and #1", { name: 'Mei' })).toBe("It's Mei, 100 % and #1")
  expect(rendered('Nobody: {name}')).toBe('Nobody: ')
})

test('a number selects its plural and is formatted for the language', () => {
  const messages = '{count, plural, =0 {none} one {# message to {who}} other {# messages to {who}}}'
  const of = (count: number) => rendered(messages, { count, who: 'Mei' })
  expect([of(0), of(1), of(2_500)]).toEqual(['none', '1 message to Mei', '2,500 messages to Mei'])
  expect(rendered('{count, plural, other {# 条}}', { count: 1 }, 'zh-CN')).toBe('1 条')
})

test('a value selects its branch, and an unknown value the branch other', () => {
  const greeting = (gender: string) => rendered('{gender, select, male {先生} female {女士} other {您好}}', { gender })
  expect([greeting('male'), greeting('female'), greeting('0')]).toEqual(['先生', '女士', '您好'])
})

test('branches can be nested', () => {
  const text = '{a, plural, one {# in {b, plural, one {# box} other {# boxes}}} other {many}}'
  expect(rendered(text, { a: 1, b: 3 })).toBe('1 in 3 boxes')
})

test('a Chinese value stands without the spaces of its placeholder, a Latin one or a number keeps them', () => {
  const text = '已将通道改为 {name} 并保存'
  const of = (name: string | number) => rendered(text, { name }, 'zh-CN')
  expect([of('鸿雁直连'), of('Twilio'), of(12)]).toEqual([
    '已将通道改为鸿雁直连并保存',
    '已将通道改为 Twilio 并保存',
    '已将通道改为 12 并保存',
  ])
  expect(rendered('在{name}中联系客服', { name: 'WhatsApp' }, 'zh-CN')).toBe('在 WhatsApp 中联系客服')
  expect(rendered('退回{name}', { name: 'PayPal' }, 'zh-CN')).toBe('退回 PayPal')
  expect(rendered('退回{name}', { name: '支付宝' }, 'zh-CN')).toBe('退回支付宝')
  expect(rendered('复制{name}', { name: '“A1”' }, 'zh-CN')).toBe('复制“A1”')
  expect(of('张 三')).toBe('已将通道改为张 三并保存')
  expect(rendered('Sent by {name} today', { name: '鸿雁' })).toBe('Sent by 鸿雁 today')
})

test('a Chinese unit stands apart from its number, as in the texts', () => {
  const of = (value: number, unit: string, language: string) =>
    withUnit(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).formatToParts(value))
  expect([of(36, 'second', 'zh-CN'), of(1_500, 'minute', 'zh-CN')]).toEqual(['36 秒', '1,500 分钟'])
  expect(of(36, 'second', 'en-GB')).toBe('36s')
})
