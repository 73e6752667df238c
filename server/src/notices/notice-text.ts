import type { NoticePage } from '@hongyan/contract/notice-pages'
import type { NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { Link } from '../kit/letter.ts'

/** The text of a notice; an email also has the subject. */
export interface NoticeText {
  readonly subject: string
  readonly text: string
  /** The text message, where the text is meant for an email alone. */
  readonly brief?: string
  /** The title of the email's button, where it is not that of the page. */
  readonly title?: string
  /** The page to act on, where it is not the page of the notice's kind. */
  readonly button?: Link
}

/** The titles of the buttons in emails, by their page. */
export type PageTitles = Readonly<Record<NoticePage, string>>

/** The formats of amounts, counts and dates in the language of the text. */
export interface Formats {
  readonly money: (amount: string, currency: string) => string
  /** A count with its noun: that of one, and that of others where it differs. */
  readonly count: (count: string, one: string, other?: string) => string
  /** The date of a moment in the account's zone. */
  readonly dayOf: (moment: string) => string
  /** The date and time of a moment in the account's zone. */
  readonly momentOf: (moment: string) => string
  /** The name of a country, by ISO 3166 alpha-2. */
  readonly country: (iso2: string) => string
  /** A calendar date, such as 2026-11-30. */
  readonly day: (day: string) => string
  /** A month with its year, such as 2 and 2027. */
  readonly month: (month: string, year: string) => string
}

/** The texts of every kind, in one language. */
export type NoticeTexts = { readonly [K in NoticeKind]: (values: NoticeValues[K], formats: Formats) => NoticeText }
