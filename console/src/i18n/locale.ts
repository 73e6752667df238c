import { browserLocale } from '@hongyan/contract/browser-locale'
import { session } from '@hongyan/contract/limits/session'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { cookieValue } from '../lib/cookies.ts'

const COOKIE = 'hy_locale'
const UNKEPT_COOKIE = 'hy_locale_unkept'

/** Each language by its own name, so that its readers find it. */
export const languageNames: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文' }

/** The remembered language, else the browser's, by the rule of the server's texts. */
export function preferredLocale(cookies: string, languages: readonly string[]): Locale {
  const remembered = cookieValue(cookies, COOKIE)
  return Object.values(Locale).find((locale) => locale === remembered) ?? browserLocale(languages)
}

/** True for a choice that no account has: it was made on a page that may have none. */
export const isUnkept = (cookies: string): boolean => cookieValue(cookies, UNKEPT_COOKIE) !== null

/** The cookie that marks such a choice, or ends the mark. */
export const unkeptCookie = (unkept: boolean): string =>
  `${UNKEPT_COOKIE}=1; Path=/; Max-Age=${unkept ? session.localeCookieSeconds : 0}; SameSite=Lax`

/** The cookie that keeps the language for a year. The server writes its errors in the same language. */
export const localeCookie = (locale: Locale): string =>
  `${COOKIE}=${locale}; Path=/; Max-Age=${session.localeCookieSeconds}; SameSite=Lax`
