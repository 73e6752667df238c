import { Locale } from './vocabulary/account.ts'

/**
 * Returns the language for a browser from the languages that it prefers, best first: the first that is English or any
 * Chinese, or else English (ruling 28).
 */
export function browserLocale(languages: readonly string[]): Locale {
  const known = languages.find((language) => /^(en|zh)(-|$)/i.test(language))
  return known !== undefined && /^zh/i.test(known) ? Locale.SimplifiedChinese : Locale.English
}
