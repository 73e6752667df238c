import type { Locale } from '../vocabulary/account.ts'
import type { TicketCategory } from '../vocabulary/support.ts'

export interface ArticleWords {
  readonly title: string
  /** Paragraphs; links as `[text](/path)`. */
  readonly text: readonly string[]
  /** Words and phrases that people type for it, beyond those of the title. */
  readonly keywords: readonly string[]
}

/** An article of the help centre. */
export interface Article extends Readonly<Record<Locale, ArticleWords>> {
  /** Other pages and tickets name it, so it must not change. */
  readonly id: string
  readonly category: TicketCategory
  /** The page to go on with. */
  readonly path: string
}

type Words = readonly [title: string, text: readonly string[], keywords: readonly string[]]

const words = ([title, text, keywords]: Words): ArticleWords => ({ title, text, keywords })

/** Makes the articles of one category. */
export const articlesOf =
  (category: TicketCategory) =>
  (id: string, path: string, en: Words, zh: Words): Article => ({
    id,
    category,
    path,
    en: words(en),
    'zh-CN': words(zh),
  })

/** A section of the documentation page, as the search of the support centre finds it. */
export interface DocSection {
  /** Its anchor. */
  readonly id: string
  readonly category: TicketCategory
  readonly en: ArticleWords
  readonly 'zh-CN': ArticleWords
}

type SectionWords = readonly [title: string, summary: string, keywords: readonly string[]]

export const sectionOf = (
  id: string,
  [title, summary, keywords]: SectionWords,
  [titleZh, summaryZh, keywordsZh]: SectionWords,
): DocSection => ({
  id,
  category: 'api',
  en: { title, text: [summary], keywords },
  'zh-CN': { title: titleZh, text: [summaryZh], keywords: keywordsZh },
})
