import { expect, test } from 'vitest'
import { numberInText } from './number-in-text.ts'

const { masked, digits } = numberInText('+12065550123')
const mask = '+1 206••• ••23'

test.each([
  ['Not to +12065550123.', `Not to ${mask}.`],
  ['Not to +1 (206) 555-0123, nor 206.555.0123!', `Not to ${mask}, nor ${mask}!`],
  ['0012065550123;12065550123', `${mask};${mask}`],
  ['号码2065550123收不到', `号码${mask}收不到`],
  ['+1 206\n555 0123', mask],
  ['Message 920655501239 and order 12065550124', 'Message 920655501239 and order 12065550124'],
])('the number in %j is masked', (text, expected) => {
  expect(masked(text)).toBe(expected)
  if (text !== expected) expect(text.replaceAll(/\D/g, '')).toContain(digits)
})

test('the number is masked in the texts of JSON, and the rest stays', () => {
  const json = JSON.stringify({ rows: 12065550123, values: ['(206) 555-0123', '"5"', null] })
  expect(JSON.parse(numberInText('+12065550123').maskedJson(json))).toEqual({
    rows: 12065550123,
    values: [mask, '"5"', null],
  })
})

test('the trunk zero of a national number goes with it', () => {
  expect(numberInText('+442079460958').masked('020 7946 0958, +44 (0)20 7946 0958')).not.toMatch(/7946|0958/)
})

test('the digits of a short number without its calling code stay', () => {
  const text = 'It cost 4211 and failed at 4211.'
  expect(numberInText('+2904211').masked(`${text} Call +290 4211.`)).toMatch(
    /^It cost 4211 and failed at 4211\. Call .*••11\.$/,
  )
})
