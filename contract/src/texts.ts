import type { Locale } from './vocabulary/account.ts'

/** A text of the contract in both languages. */
export interface Texts {
  readonly en: string
  readonly zh: string
}

/** A text of the contract in a language. */
export const textIn = ({ en, zh }: Texts, locale: Locale): string => (locale === 'zh-CN' ? zh : en)
