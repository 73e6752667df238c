import { pagedErrors } from '@hongyan/contract/error-pages'
import { expect, test } from 'vitest'
import { findErrors } from './search.ts'

const codesOf = (query: string, locale: 'en' | 'zh-CN' = 'en') =>
  findErrors(query, locale).flatMap(({ pages }) => pages.map(({ code }) => code))

test('without a query, the dictionary lists every error once, in its groups', () => {
  expect(codesOf('').toSorted()).toEqual(pagedErrors.toSorted())
})

test('the dictionary is searched by code, number, name and words, in any order', () => {
  expect(codesOf('blocked_by_carrier')).toContain('blocked_by_carrier')
  expect(codesOf('carrier BLOCKED')).toContain('blocked_by_carrier')
  expect(codesOf('105400')).toEqual(['insufficient_funds'])
  expect(codesOf('InsufficientFunds')).toEqual(['insufficient_funds'])
  expect(codesOf('余额不足', 'zh-CN')).toContain('insufficient_funds')
  expect(codesOf('zebra')).toEqual([])
})
