import { contact } from '@hongyan/contract/limits/account'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { t } from '../../../i18n/text.ts'
import { internationalPhone, isPhone, withoutPunctuation } from '../../../lib/phone.ts'

/** The recipient of a code, in the form of the verification calls. */
export type Target = { readonly email: string } | { readonly phone: string }

/**
 * Parses an identifier; null where it is neither an email address nor a phone (specification section 5). Drops
 * brackets and the like inside a number. A number without plus gets the calling code of `home`; without `home`, the
 * server adds it.
 */
export function targetOf(typed: string, home?: Partition): Target | null {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) return contact.email.test(text) ? { email: text } : null
  const phone = withoutPunctuation(text)
  if (!isPhone(phone)) return null
  return { phone: home === undefined ? phone : internationalPhone(phone, home) }
}

export const textOf = (target: Target): string => ('email' in target ? target.email : target.phone)

/** No phone has them: what was typed is meant as an email address. */
const EMAIL_CHARACTERS = /[@\p{L}]/u

/** The form message for an invalid identifier; null for a valid one. */
export function identifierError(typed: string): string | null {
  if (typed.trim() === '') return t('session.identifierMissing')
  if (targetOf(typed)) return null
  return t(EMAIL_CHARACTERS.test(typed.normalize('NFKC')) ? 'session.emailInvalid' : 'session.phoneInvalid')
}
