import { moneyText } from '@hongyan/contract/money-text'
import { noticePages, pageOfNotice, pathOfNotice } from '@hongyan/contract/notice-pages'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { noticeKinds, type NoticeKind, type NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { countIn } from '../kit/format.ts'
import type { Letter, Link } from '../kit/letter.ts'
import type { Formats, NoticeText } from './notice-text.ts'
import { english, englishTitles } from './texts-en.ts'
import { chinese, chineseTitles } from './texts-zh.ts'

export interface NoticeContent {
  readonly kind: NoticeKind
  readonly values: NoticeValues[NoticeKind]
  /** The language that the owner chose. */
  readonly locale: Locale
  /** The account's time zone. */
  readonly zone: string
}

const formatsIn = (locale: string, zone: string): Formats => {
  const days = (timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  return {
    money: (amount, currency) => moneyText(amount, currency, 2),
    count: countIn(locale),
    country: (iso2) => new Intl.DisplayNames(locale, { type: 'region' }).of(iso2) ?? iso2,
    dayOf: (moment) => days(zone).format(new Date(moment)),
    momentOf: (moment) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(
        new Date(moment),
      ),
    month: (month, year) =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(Number(year), Number(month) - 1),
      ),
    day: (day) => days('UTC').format(new Date(`${day}T00:00:00Z`)),
  }
}

/** The text of a notice. English has British dates: day before month. */
export function textOf({ kind, values, locale, zone }: NoticeContent): NoticeText {
  const [texts, formats] = locale === Locale.SimplifiedChinese ? [chinese, 'zh-CN'] : [english, 'en-GB']
  const write = texts[kind] as (values: NoticeValues[NoticeKind], formats: Formats) => NoticeText // a notice's values are its kind's
  return write(values, formatsIn(formats, zone))
}

/** The absolute address of a page of the console, given its path. */
export type PageAddress = (path: string) => string

/**
 * The email of a notice, with a button to the page meant. Where the owner may turn these emails off, the last line leads
 * to that choice. `replyTo`: the address that answers to the email come back by.
 */
export function letterOf(content: NoticeContent, addressOf: PageAddress, replyTo: string | null = null): Letter {
  const { kind, locale } = content
  const { subject, text, title, button } = textOf(replyTo === null ? content : withReplyTo(content, replyTo))
  const titles = locale === Locale.SimplifiedChinese ? chineseTitles : englishTitles
  const page: Link = {
    title: title ?? titles[pageOfNotice[kind]],
    address: addressOf(pathOfNotice(kind, { ...content.values })),
  }
  const choice: Link = { title: titles.notifications, address: addressOf(noticePages.notifications) }
  return {
    locale,
    subject,
    text,
    button: button ?? page,
    footer: noticeKinds[kind] === 'choice' ? choice : null,
    takesReplies: replyTo !== null,
  }
}

/** The content of a notice whose email takes replies. */
function withReplyTo(content: NoticeContent, replyTo: string): NoticeContent {
  if (content.kind !== 'ticket_replied' && content.kind !== 'ticket_solved') return content
  const values = content.values as NoticeValues['ticket_replied' | 'ticket_solved'] // a notice's values are its kind's
  return { ...content, values: { ...values, reply_to: replyTo } }
}
