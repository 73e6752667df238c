import { browserLocale } from '@hongyan/contract/browser-locale'
import { Locale } from '@hongyan/contract/vocabulary/account'

const LANGUAGE = /^\s*([A-Za-z-]+|\*)\s*(?:;\s*q=([\d.]+)\s*)?$/

/** The language of a caller's responses: the cookie's choice, else the browser's, by the rule of the console. */
export function callerLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  if (cookie === Locale.English || cookie === Locale.SimplifiedChinese) return cookie
  const languages = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => LANGUAGE.exec(entry))
    .map((match) => ({ language: match?.[1] ?? '', weight: Number(match?.[2] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return browserLocale(languages.map(({ language }) => language))
}
