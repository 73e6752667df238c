import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Noun } from './ids.ts'
import type { Message } from './message.ts'

export type Catalogue = Readonly<Record<string, Message>>

const files = import.meta.glob<Catalogue>('../**/messages.*.json', { query: '?catalogue', import: 'default' })

async function one(noun: Noun, locale: Locale): Promise<Catalogue> {
  const path = Object.keys(files).find((name) => name.endsWith(`/${noun}/messages.${locale}.json`))
  const load = path === undefined ? undefined : files[path]
  if (!load) throw new Error(`no catalogue ${noun} in ${locale}`)
  return load()
}

/**
 * Loads one catalogue, or those of one call of `loadTexts` together, in one language. A build replaces this file by a
 * shorter lookup (`catalogueFolder`).
 */
export async function catalogueOf(nouns: readonly Noun[], locale: Locale): Promise<Catalogue> {
  return Object.assign({}, ...(await Promise.all(nouns.map((noun) => one(noun, locale)))))
}
