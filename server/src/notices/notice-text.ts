import type { NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'

/** By mail with the subject, by text without. */
export interface NoticeText {
  readonly subject: string
  readonly text: string
}

/** How amounts and days are written, in the language of the words. */
export interface Formats {
  readonly money: (amount: string, currency: string) => string
  /** The day of a moment in the account's zone. */
  readonly dayOf: (moment: string) => string
  /** A day of the calendar, such as 2026-11-30. */
  readonly day: (day: string) => string
}

/** What is written to an owner about each kind. */
export type NoticeTexts = { readonly [K in NoticeKind]: (values: NoticeValues[K], formats: Formats) => NoticeText }
