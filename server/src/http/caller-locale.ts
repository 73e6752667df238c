import { Locale } from '@hongyan/contract/vocabulary/account'

const LANGUAGE = /^\s*([A-Za-z-]+|\*)\s*(?:;\s*q=([\d.]+)\s*)?$/

/**
 * The language of a caller's responses: the cookie's choice, else the browser's; any Chinese is Chinese (ruling 28).
 */
export function callerLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  if (cookie === Locale.English || cookie === Locale.SimplifiedChinese) return cookie
  const first = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => LANGUAGE.exec(entry))
    .map((match) => ({ language: match?.[1]?.toLowerCase() ?? '', weight: Number(match?.[2] ?? 1) }))
    .filter(({ language, weight }) => /^(en|zh)(-|$)/.test(language) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]
  return first?.language.startsWith('zh') ? Locale.SimplifiedChinese : Locale.English
}
