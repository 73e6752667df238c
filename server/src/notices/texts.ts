import { shownMoney } from '@hongyan/contract/money'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { Formats, NoticeText } from './notice-text.ts'
import { english } from './texts-en.ts'
import { chinese } from './texts-zh.ts'

export interface NoticeContent {
  readonly kind: NoticeKind
  readonly values: NoticeValues[NoticeKind]
  /** The language that the owner chose. */
  readonly locale: Locale
  /** The account's time zone. */
  readonly zone: string
}

const signs: Readonly<Record<string, string>> = { USD: '$', CNY: '¥' }

const formatsIn = (locale: string, zone: string): Formats => {
  const days = (timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  return {
    money: (amount, currency) => `${signs[currency] ?? `${currency} `}${shownMoney(amount, 2)}`,
    dayOf: (moment) => days(zone).format(new Date(moment)),
    day: (day) => days('UTC').format(new Date(`${day}T00:00:00Z`)),
  }
}

/** The text of a notice. English has British dates: day before month. */
export function textOf({ kind, values, locale, zone }: NoticeContent): NoticeText {
  const [texts, formats] = locale === Locale.SimplifiedChinese ? [chinese, 'zh-CN'] : [english, 'en-GB']
  const write = texts[kind] as (values: NoticeValues[NoticeKind], formats: Formats) => NoticeText // a notice's values are its kind's
  return write(values, formatsIn(formats, zone))
}
