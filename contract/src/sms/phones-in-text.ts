import { withoutDisguise } from './plain-text.ts'

const CHINESE_DIGITS = '〇一二三四五六七八九'
/** Longer than a year or a date in characters. */
const CHINESE_RUN = /[〇零○一二三四五六七八九幺]{7,}/gu

/** Dates, times and amounts, whose digits are no phone number. A phone number's digits stand beside them no closer than a space. */
const DATE =
  /(?<!\d)(?:(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:[12]\d|3[01]|0?[1-9])|(?:[12]\d|3[01]|0?[1-9])[-/.](?:[12]\d|3[01]|0?[1-9])[-/.](?:19|20)\d{2})(?!\d)/gu
const TIME = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/gu
const GROUPED = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?(?![\d,])/gu
const FRACTION = /(?<![\d.,-])\d{1,9}\.\d{1,2}(?![\d.-])/gu
const PRICED = /[$¥€£]\s?\d{1,9}(?![\d-])|(?<![\d-])\d{1,9}\s?(?:元|美元|usd|cny|rmb|eur)(?!\p{L})/giu

/** Digits as people group them, an area code in brackets too; a plus begins an international number. */
const DIGITS = /(?<![a-z\d])\+?\d(?:(?:[\s.·・\-–—/]{0,3}|\s?\((?=\d{1,5}\))|\s?\)[\s-]{0,2})\d)*/giu

/** Words right before the digits of a number to ring, of any length from a hotline's five digits. */
const CALL =
  /(?:\b(?:call|ring|dial|phone|tel|telephone|hotline|mobile|whatsapp|text|sms)(?:\s+(?:us|me|now|at|on|to|back|number|no))*|拨打|致电|来电|电话|热线|手机|手机号|客服|加微信|微信)(?:号码?|是|为|联系)?[\s.:]*$/iu

const FEWEST = 5
/** Codes have at most eight digits, so a number without a plus is one from nine on; E.164 has at most 15. */
const FEWEST_PLAIN = 9
const FEWEST_INTERNATIONAL = 7
const MOST = 15

/**
 * Finds a number to ring: nine to fifteen digits however they are grouped, fewer after a plus or after a word such as
 * “call”. Codes of four to eight digits, amounts, dates and times are none (semantics D13). An order number of nine or
 * more digits looks the same and is found too.
 */
export function hasPhoneNumber(text: string): boolean {
  const plain = readable(text)
  for (const { 0: found, index } of plain.matchAll(DIGITS)) {
    const digits = found.replaceAll(/\D/gu, '').length
    if (digits > MOST) continue
    if (digits >= FEWEST_PLAIN || (found.startsWith('+') && digits >= FEWEST_INTERNATIONAL)) return true
    if (digits >= FEWEST && CALL.test(plain.slice(0, index))) return true
  }
  return false
}

/** The text in plain digits, with a mark in place of every date, time and amount. */
function readable(text: string): string {
  const digits = withoutDisguise(text)
    .replaceAll(CHINESE_RUN, (run) => run.replaceAll(/./gu, digitOf))
    .replaceAll(/\p{Nd}/gu, plainDigit)
  return [DATE, TIME, GROUPED, PRICED, FRACTION].reduce((rest, known) => rest.replaceAll(known, '#'), digits)
}

function digitOf(character: string): string {
  if (character === '零' || character === '○') return '0'
  return character === '幺' ? '1' : String(CHINESE_DIGITS.indexOf(character))
}

/** The decimal digits of every script stand in blocks of ten, zero first. */
function plainDigit(digit: string): string {
  if (digit <= '9') return digit
  let zero = digit.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(((digit.codePointAt(0) ?? 0) - zero) % 10)
}
