import type { Locale } from '@hongyan/contract/vocabulary/account'
import { useSyncExternalStore } from 'react'
import { catalogueOf, type Catalogue } from './catalogue-of.ts'
import type { Noun, TextId } from './ids.ts'
import { localeCookie, preferredLocale } from './locale.ts'
import { filled, type Values, withUnit } from './message.ts'

/** The locale of number and date formats. English uses the British formats: day before month, 24 hours. */
const formatLocales: Record<Locale, string> = { en: 'en-GB', 'zh-CN': 'zh-CN' }

const listeners = new Set<() => void>()
const loaded = new Set<Noun>()
let texts: Catalogue = {}
/** The current language; null until the first texts are loaded. */
let shown: Locale | null = null
/** The current language, or the one that `switchLocale` is about to show; null until the first load. */
let wanted: Locale | null = null

export const currentLocale = (): Locale => shown ?? preferredLocale(document.cookie, navigator.languages)

/** Loads lists of catalogues in the wanted language. If that changes while they load, loads them again in the new one. */
async function loadCatalogues(lists: readonly (readonly Noun[])[]): Promise<void> {
  const locale = (wanted ??= currentLocale())
  const catalogues = await Promise.all(lists.map((nouns) => catalogueOf(nouns, locale)))
  if (locale !== wanted) return loadCatalogues(lists)
  texts = Object.assign({}, texts, ...catalogues)
  for (const noun of lists.flat()) loaded.add(noun)
  return undefined
}

const each = (nouns: Iterable<Noun>): readonly (readonly Noun[])[] => [...nouns].map((noun) => [noun])

function show(locale: Locale): void {
  shown = locale
  document.documentElement.lang = locale
  for (const changed of listeners) changed()
}

/**
 * Loads the catalogues of a screen, in the current language only: as one file, or each that is missing. Cheap to repeat.
 * The build has a file for the nouns of each call, so a call names them.
 */
export async function loadTexts(...nouns: Noun[]): Promise<void> {
  const missing = nouns.filter((noun) => !loaded.has(noun))
  if (missing.length > 0) await loadCatalogues(missing.length === nouns.length ? [nouns] : each(missing))
  if (shown === null) show(currentLocale())
}

/** Changes the language of the console and remembers it. Throws when the texts fail to load. */
export async function switchLocale(locale: Locale): Promise<void> {
  wanted = locale
  try {
    await loadCatalogues(each(loaded))
  } catch (error) {
    wanted = shown
    throw error
  }
  document.cookie = localeCookie(locale)
  show(locale)
}

/**
 * One text in the current language. Only for code outside of components, since it does not render again after a change
 * of language; components use `useText`.
 */
export const t = (id: TextId, values: Values = {}): string =>
  filled(texts[id] ?? [id], values, formatLocales[currentLocale()])

/** Runs a handler after each change of language, until the returned function is called. */
export function onLocaleChange(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, currentLocale)
}

/** `t` for components, which render again when the language changes. */
export function useText(): typeof t {
  useLocale()
  return t
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Returns a cached format of the current language, since creating one is slow. */
function formatOf<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  Format: new (language: string, options: object) => Format,
  options: object,
): Format {
  const language = formatLocales[currentLocale()]
  const key = `${Format.name} ${language} ${JSON.stringify(options)}`
  const format = formats.get(key)
  if (format instanceof Format) return format
  const made = new Format(language, options)
  formats.set(key, made)
  return made
}

/** Formats a number in the current language. Never for money (ruling 2). */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const format = formatOf(Intl.NumberFormat, options)
  return options.style === 'unit' ? withUnit(format.formatToParts(value)) : format.format(value)
}
export const formatDate = (value: Date | string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(Intl.DateTimeFormat, options).format(new Date(value))
