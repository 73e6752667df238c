import { expect, test } from 'vitest'
import { decimalsOf, isZero } from './figures.ts'

test('figures have four decimals unless one of them needs more', () => {
  expect(decimalsOf(['0.000000', '100.034000'])).toBe(4)
  expect(decimalsOf(['0.000000', '100.034001'])).toBe(6)
  expect(decimalsOf(['-3.500010'])).toBe(6)
})

test('zero is recognised in every notation', () => {
  expect(['0.000000', '0', '-0.000000'].every(isZero)).toBe(true)
  expect(isZero('0.000001')).toBe(false)
})
