import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { ExportFormat, ExportKind, ExportRepeat } from '@hongyan/contract/vocabulary/export'

/** The customer's choices for an export. */
export interface Choices {
  /** Days of the account's zone, both included. */
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly format: ExportFormat
  readonly gzip: boolean
  readonly zone: string
  readonly masked: boolean
  readonly language: Locale
  readonly notify: boolean
}

export interface NewOrder extends Choices {
  readonly kind: ExportKind
  readonly name: string
  readonly repeat: ExportRepeat
}

/** The rows of an export. */
export interface Scope {
  readonly account: AccountId
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Record<string, string>>
  /** Records from this moment on are left out, so that an export of today ends. */
  readonly before: Date
}

/** A cell of a row: a moment is a number of milliseconds. */
export type Value = string | number | null

/** The end of the last step, as a text that its source understands; null at the start. */
export type Place = string | null

export interface Counted {
  readonly rows: number
  readonly place: Place
  readonly isEnd: boolean
}

export interface Page {
  /** The values of the chosen columns, in their order. */
  readonly rows: readonly (readonly Value[])[]
  /** The number of counted rows that are done with this page. */
  readonly done: number
  readonly place: Place
  readonly isEnd: boolean
}

export interface PageChoice {
  readonly columns: readonly string[]
  readonly masked: boolean
}

/** Reads the rows of a scope behind a place, each call a bounded number of them in one short statement or a few. */
export interface Reader {
  readonly count: (place: Place) => Promise<Counted>
  readonly read: (place: Place, choice: PageChoice) => Promise<Page>
}

/** Spells out the values of a column in a language. */
export type Labels = Readonly<Record<string, (value: string | number) => string>>

/** A kind of records. Each feature that has some gives one to the engine. */
export interface Source {
  /** Throws `range_too_wide`, and `invalid_request` for a filter that no record can match. */
  readonly open: (scope: Scope) => Promise<Reader>
  readonly labels: (language: Locale) => Labels
}
