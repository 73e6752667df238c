import { setupI18n, type Messages } from '@lingui/core'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { useSyncExternalStore } from 'react'
import type { Noun, TextId } from './ids.ts'
import { localeCookie, preferredLocale } from './locale.ts'

type Values = Record<string, string | number | Date>

const files = import.meta.glob<Messages>('../**/messages.*.json', { query: '?catalogue', import: 'default' })
const i18n = setupI18n()
/** Whose habits numbers and dates follow: English ones put the day before the month and count 24 hours. */
const habits: Record<Locale, string> = { en: 'en-GB', 'zh-CN': 'zh-CN' }
const loaded = new Set<Noun>()

async function messagesOf(noun: Noun, locale: Locale): Promise<Messages> {
  const path = Object.keys(files).find((name) => name.endsWith(`/${noun}/messages.${locale}.json`))
  const load = path === undefined ? undefined : files[path]
  if (!load) throw new Error(`no catalogue ${noun} in ${locale}`)
  return load()
}

async function activate(locale: Locale, nouns: readonly Noun[]): Promise<void> {
  const catalogues = await Promise.all(nouns.map((noun) => messagesOf(noun, locale)))
  for (const messages of catalogues) i18n.load(locale, messages)
  for (const noun of nouns) loaded.add(noun)
  i18n.activate(locale, habits[locale])
  document.documentElement.lang = locale
}

export const currentLocale = (): Locale =>
  i18n.locale === 'en' || i18n.locale === 'zh-CN' ? i18n.locale : preferredLocale(document.cookie, navigator.languages)

/** Loads the catalogues a screen needs, in the current language only. Cheap to repeat. */
export async function loadTexts(...nouns: Noun[]): Promise<void> {
  const missing = nouns.filter((noun) => !loaded.has(noun))
  if (missing.length > 0) await activate(currentLocale(), missing)
}

/** Changes the language of everything on the screen and remembers it. */
export async function switchLocale(locale: Locale): Promise<void> {
  document.cookie = localeCookie(locale)
  await activate(locale, [...loaded])
}

/** One text in the current language. Outside of components only: inside, `useText` follows a change of language. */
export const t = (id: TextId, values?: Values): string => i18n._(id, values)

const subscribe = (changed: () => void) => i18n.on('change', changed)

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale)
}

/** `t` for components: the component is drawn again when the language changes. */
export function useText(): typeof t {
  useLocale()
  return t
}

/** Numbers and dates as the current language writes them; money never comes this way (ruling 2). */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string => i18n.number(value, options)
export const formatDate = (value: Date | string, options?: Intl.DateTimeFormatOptions): string =>
  i18n.date(value, options)
