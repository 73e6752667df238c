import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { errorPage, type ErrorGroup, hasPage } from '@hongyan/contract/error-pages'
import { type ErrorCode, errors, errorWords } from '@hongyan/contract/errors'
import { articles } from '@hongyan/contract/support/articles'
import type { Article, DocSection } from '@hongyan/contract/support/article'
import { docSections } from '@hongyan/contract/support/doc-sections'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { TicketCategory } from '@hongyan/contract/vocabulary/support'
import type { Entry } from './rank.ts'

/** Keywords of both languages and the title in the other one: people type either, whatever language they read. */
function keywordsOf(words: Article | DocSection, locale: Locale): readonly string[] {
  const other = locale === Locale.English ? Locale.SimplifiedChinese : Locale.English
  return [...words[locale].keywords, ...words[other].keywords, words[other].title]
}

const articleEntry =
  (locale: Locale) =>
  (article: Article): Entry => ({
    answer: { kind: 'article', id: article.id, ...shown(article, locale), path: article.path },
    codes: [],
    keywords: keywordsOf(article, locale),
    weight: 1,
  })

const shown = (words: Article | DocSection, locale: Locale): Pick<Answer, 'title' | 'text' | 'category'> => ({
  title: words[locale].title,
  text: [...words[locale].text],
  category: words.category,
})

/** An article says more than the section beside it. */
const OF_A_SECTION = 0.85

const sectionEntry =
  (locale: Locale) =>
  (section: DocSection): Entry => ({
    answer: { kind: 'doc', id: section.id, ...shown(section, locale), path: `/docs#${section.id}` },
    codes: [],
    keywords: keywordsOf(section, locale),
    weight: OF_A_SECTION,
  })

const groupCategories: Readonly<Record<ErrorGroup, TicketCategory>> = {
  request: 'api',
  sender: 'review',
  content: 'review',
  recipient: 'delivery',
  limit: 'api',
  delivery: 'delivery',
  service: 'api',
}

const withoutStop = (sentence: string): string => sentence.replace(/[.。]$/, '')

const isCharged = { en: 'Is it charged? ', 'zh-CN': '是否收费？' } as const

/** The answer of an error: its page, or for one without a page the two sentences of the table. */
export function errorAnswer(code: ErrorCode, locale: Locale): Answer {
  const { what, todo } = errorWords(code, locale)
  const title = withoutStop(what)
  if (!hasPage(code)) return { kind: 'error', id: code, title, text: [todo], category: null, path: null }
  const { why, steps, charge, group } = errorPage(code, locale)
  return {
    kind: 'error',
    id: code,
    title,
    text: [why, ...steps, `${isCharged[locale]}${charge}`],
    category: groupCategories[group],
    path: `/docs/errors/${code}`,
  }
}

const OF_A_PAGE = 0.7
const OF_A_SENTENCE = 0.4

function errorEntry(code: ErrorCode, locale: Locale): Entry {
  const { number, word } = errors[code]
  const other = locale === Locale.English ? Locale.SimplifiedChinese : Locale.English
  return {
    answer: errorAnswer(code, locale),
    codes: [code, number, word],
    keywords: [code.replaceAll('_', ' '), withoutStop(errorWords(code, other).what)],
    weight: hasPage(code) ? OF_A_PAGE : OF_A_SENTENCE,
  }
}

/** Everything that is the same for all accounts: articles, sections of the documentation, errors. */
export const entriesIn = (locale: Locale): readonly Entry[] => [
  ...articles.map(articleEntry(locale)),
  ...docSections.map(sectionEntry(locale)),
  ...Object.keys(errors).map((code) => errorEntry(code as ErrorCode, locale)), // Object.keys types a key as string
]
