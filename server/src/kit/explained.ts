import type { Explained } from '@hongyan/contract/endpoints/messaging/messages'
import { type ErrorCode, errors, errorWords } from '@hongyan/contract/errors'
import type { Locale } from '@hongyan/contract/vocabulary/account'

const isError = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** Explains an error that a message ended with. A code from before a change of the table explains itself. */
export function explained(code: string, locale: Locale): Explained
export function explained(code: string | null, locale: Locale): Explained | null
export function explained(code: string | null, locale: Locale): Explained | null {
  if (code === null) return null
  if (!isError(code)) return { code, what: code, todo: '', side: 'us' }
  return { code, ...errorWords(code, locale), side: errors[code].side }
}
