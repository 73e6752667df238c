import { browserLocale } from '@hongyan/contract/browser-locale'
import { session } from '@hongyan/contract/limits/session'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { cookieValue } from '../lib/cookies.ts'

const COOKIE = 'hy_locale'

/** Each language by its own name, so that its readers find it. */
export const languageNames: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文' }

/** The remembered language, else the browser's, by the rule of the server's texts. */
export function preferredLocale(cookies: string, languages: readonly string[]): Locale {
  const remembered = cookieValue(cookies, COOKIE)
  return Object.values(Locale).find((locale) => locale === remembered) ?? browserLocale(languages)
}

/** The cookie that keeps the language for a year. The server writes its errors in the same language. */
export const localeCookie = (locale: Locale): string =>
  `${COOKIE}=${locale}; Path=/; Max-Age=${session.localeCookieSeconds}; SameSite=Lax`
