import { MessageScene } from '@hongyan/contract/vocabulary/message'

/**
 * A word of letters and digits that may be a code: it has a digit, and a code's length. Digits are those of every script,
 * letters may be full-width.
 */
const MIXED =
  /(?<![\p{Nd}A-Za-zＡ-Ｚａ-ｚ])(?=[A-Za-zＡ-Ｚａ-ｚ]*\p{Nd})[\p{Nd}A-Za-zＡ-Ｚａ-ｚ]{4,8}(?![\p{Nd}A-Za-zＡ-Ｚａ-ｚ])/gu

const stars = (text: string): string => '*'.repeat(Array.from(text).length)

/**
 * The text of a message as it may be kept (semantics D8). Verification codes are masked: the values that a template has
 * for them, and in any text the digits and the words that may be a code.
 */
export function keptText(text: string, scene: MessageScene, codes: readonly string[]): string {
  if (scene !== MessageScene.Verification) return text
  const masked = codes.reduce((kept, code) => kept.replaceAll(code, stars), text)
  return masked.replaceAll(MIXED, stars).replaceAll(/\p{Nd}/gu, '*')
}
