import { expect, test } from 'vitest'
import { errorPage, errorPages, hasPage, pagedErrors } from './error-pages.ts'
import { errors } from './errors.ts'

const HAN = /\p{Script=Han}/u

test.each(pagedErrors)('the page of %s says in both languages what to do, and leads to other pages', (code) => {
  const { en, 'zh-CN': zh, related } = errorPages[code]
  expect(en.why + en.steps.join('')).not.toMatch(HAN)
  for (const text of [zh.why, ...zh.steps]) expect(text).toMatch(HAN)
  expect(zh.steps).toHaveLength(en.steps.length)
  expect(en.steps.length).toBeGreaterThan(0)
  expect(related.length).toBeGreaterThan(0)
  expect(related.filter((each) => !hasPage(each) || each === code)).toEqual([])
})

test('a page promises a repeat exactly where its error is retryable', () => {
  const promising = pagedErrors.filter((code) => ['now', 'wait', 'later'].includes(errorPages[code].retry))
  expect(promising).toEqual(pagedErrors.filter((code) => errors[code].retryable))
})

test('a page has the texts of its error in the language of the reader', () => {
  expect(errorPage('cancelled', 'zh-CN')).toMatchObject({
    ...errors.cancelled.zh,
    number: errors.cancelled.number,
    charge: '不收费。冻结的费用已解冻。',
  })
})
