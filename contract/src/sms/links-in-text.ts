import { withoutDisguise } from './plain-text.ts'

/** Dots that people write for machines that look for dots: [.], (dot), and the ideographic stop inside a host name. */
const WRITTEN_DOT = /\s*[[(]\s*(?:\.|dot|点)\s*[\])]\s*|(?<=[a-z\d-])。(?=[a-z]{2,})/giu

/** Endings of hosts in common use, without those that are English words after a missing space. */
export const ENDINGS =
  'com|net|org|info|biz|io|co|me|tv|cc|ly|gl|gd|gy|ee|cn|hk|tw|uk|us|eu|de|fr|ru|jp|kr|top|xyz|app|dev|link|site|shop|vip|club|online|store|live|page|click|buzz|icu|中国|公司|网络|网址'

const SCHEME = /(?:https?:\/\/|www\.)\S/iu
const HOST = new RegExp(
  `(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}-]+\\.(?:${ENDINGS})(?![\\p{L}\\p{N}-])|[a-z\\d-]\\.(?:${ENDINGS})(?![a-z\\d-])`,
  'iu',
)
/** A host of any ending, or an address in digits, with a path: shorteners have one. */
const WITH_PATH = /[a-z\d-]\.[a-z]{2,24}\/\S|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\/\S/iu

/** Finds a web or email address, however short: a new business may send none before it is verified (semantics D13). */
export function hasLink(text: string): boolean {
  const plain = withoutDisguise(text).replaceAll(WRITTEN_DOT, '.')
  return SCHEME.test(plain) || HOST.test(plain) || WITH_PATH.test(plain)
}

/** The first link that a text shows plainly, as UTF-16 offsets; null where there is none, or only a disguised one. */
export function placeOfLink(text: string): { readonly from: number; readonly to: number } | null {
  const found = [SCHEME, WITH_PATH, HOST].flatMap((shape) => text.match(shape)?.index ?? [])
  if (found.length === 0) return null
  const from = Math.min(...found)
  const [link = ''] = /^[^\s，。；！？、）)]+/u.exec(text.slice(from)) ?? []
  return { from, to: from + Math.max(link.length, 1) }
}
