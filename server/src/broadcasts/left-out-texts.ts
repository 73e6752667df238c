import { Locale } from '@hongyan/contract/vocabulary/account'
import type { LeftOutReason } from '@hongyan/contract/vocabulary/broadcast'

/** The reasons that a list alone has; a message adds others. */
export type ListReason = Extract<
  LeftOutReason,
  'invalid' | 'scientific' | 'duplicate' | 'landline' | 'too_long' | 'opted_out' | 'blocked' | 'country' | 'unreached'
>

const en: Readonly<Record<ListReason, string>> = {
  invalid: 'Not a phone number',
  scientific: 'Written as 1.38E+10: digits are lost',
  duplicate: 'Same number as an earlier row',
  landline: 'Landline',
  too_long: 'A cell has more than 500 characters',
  opted_out: 'Opted out',
  blocked: 'Blocked by your recipient list',
  country: 'Country not enabled',
  unreached: 'Last 3 messages not delivered',
}

const zh: Readonly<Record<ListReason, string>> = {
  invalid: '不是有效的手机号码',
  scientific: '以 1.38E+10 形式保存，数字已丢失',
  duplicate: '与前面某行的号码相同',
  landline: '固定电话',
  too_long: '有单元格超过 500 个字符',
  opted_out: '已退订',
  blocked: '已被号码名单屏蔽',
  country: '未开通该国家或地区',
  unreached: '最近 3 条短信均未送达',
}

export const reasonTexts = (locale: Locale): Readonly<Record<ListReason, string>> =>
  locale === Locale.SimplifiedChinese ? zh : en

export const headingTexts = (locale: Locale): readonly string[] =>
  locale === Locale.SimplifiedChinese ? ['行', '内容', '原因'] : ['Row', 'Value', 'Reason']
