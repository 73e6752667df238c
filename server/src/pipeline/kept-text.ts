import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** A word of letters and digits that may be a code: it has a digit, and a code's length. */
const MIXED = /(?<![0-9A-Za-z])(?=[A-Za-z]*[0-9])[0-9A-Za-z]{4,8}(?![0-9A-Za-z])/g

const stars = (text: string): string => '*'.repeat(text.length)

/**
 * The text of a message as it may be kept (semantics D8). Verification codes are masked: the values that a template has
 * for them, and in any text the digits and the words that may be a code.
 */
export function keptText(text: string, scene: MessageScene, codes: readonly string[]): string {
  if (scene !== MessageScene.Verification) return text
  const masked = codes.reduce((kept, code) => kept.replaceAll(code, stars), text)
  return masked.replaceAll(MIXED, stars).replaceAll(/[0-9]/g, '*')
}
