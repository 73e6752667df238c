import { hasPage } from '@hongyan/contract/error-pages'
import { articles } from '@hongyan/contract/support/articles'
import { docSections } from '@hongyan/contract/support/doc-sections'
import { expect, test } from 'vitest'
import { paths } from '../../../lib/paths.ts'
import { sections } from './contents.ts'
import english from './messages.en.json'
import chinese from './messages.zh-CN.json'

const HAN = /\p{Script=Han}/u
const LINK = /\]\(([^)]+)\)/g

const anchors = Object.values(sections).map(({ id }) => `${paths.docs}#${id}`)
const tabs = ['?tab=security', '?tab=countries', '?tab=people', '?tab=audit'].map((tab) => paths.settings + tab)

/** Every address that an article may lead to, with the tabs that pages read from it. */
const addresses: readonly string[] = [
  ...Object.values(paths),
  ...anchors,
  ...tabs,
  `${paths.docs}/errors`,
  `${paths.topUp}?tab=auto`,
  `${paths.upstreams}?tab=routing`,
  `${paths.rateLimiting}?tab=limits`,
  `${paths.supportNew}?category=appeal`,
  `${paths.supportNew}?category=billing`,
]

test('every section of the documentation is found by the search of support, under its title in both languages', () => {
  const shown = Object.values(sections).map(({ id, title }) => ({ id, en: english[title], 'zh-CN': chinese[title] }))
  expect(docSections.map((each) => ({ id: each.id, en: each.en.title, 'zh-CN': each['zh-CN'].title }))).toEqual(shown)
})

test.each(articles.map((article) => [article.id, article] as const))(
  'the article %s is whole in both languages, and its links lead to pages that exist',
  (_, { en, 'zh-CN': zh, path }) => {
    expect(zh.text).toHaveLength(en.text.length)
    expect([en.title, ...en.text, ...en.keywords].join('')).not.toMatch(HAN)
    for (const text of [zh.title, ...zh.text]) expect(text).toMatch(HAN)
    const linksOf = (texts: readonly string[]) => texts.flatMap((text) => [...text.matchAll(LINK)].map(([, to]) => to))
    expect([path, ...linksOf(en.text), ...linksOf(zh.text)].filter((to) => !addresses.includes(to ?? ''))).toEqual([])
    expect(new Set(linksOf(zh.text))).toEqual(new Set(linksOf(en.text)))
  },
)

test('every article has an id of its own, which no error with a page has', () => {
  const ids = articles.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(hasPage)).toEqual([])
})
