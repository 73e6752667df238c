import type { NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'

/** The text of a notice; an email also has the subject. */
export interface NoticeText {
  readonly subject: string
  readonly text: string
}

/** The formats of amounts and dates in the language of the text. */
export interface Formats {
  readonly money: (amount: string, currency: string) => string
  /** The date of a moment in the account's zone. */
  readonly dayOf: (moment: string) => string
  /** A calendar date, such as 2026-11-30. */
  readonly day: (day: string) => string
}

/** The texts of every kind, in one language. */
export type NoticeTexts = { readonly [K in NoticeKind]: (values: NoticeValues[K], formats: Formats) => NoticeText }
