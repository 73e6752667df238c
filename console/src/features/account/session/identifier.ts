import { contact } from '@hongyan/contract/limits'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { t } from '../../../i18n/text.ts'

/** Where a code goes, as the calls name it. */
export type Target = { readonly email: string } | { readonly phone: string }

const HOMES: Readonly<Record<Partition, { callingCode: string; digits: number }>> = {
  us: { callingCode: '+1', digits: 10 },
  cn: { callingCode: '+86', digits: 11 },
}

/** What is assumed before a number without plus (ruling 34). */
export const callingCode = (partition: Partition): string => HOMES[partition].callingCode

/**
 * What was typed, or null where it is neither an e-mail address nor a phone (specification section 5). Brackets and
 * the like inside of a number are left out. A number without plus belongs to `home`; where that is not known, only the
 * server can tell.
 */
export function targetOf(typed: string, home?: Partition): Target | null {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) return contact.email.test(text) ? { email: text } : null
  const phone = text.replaceAll(/[\s().\p{Pd}]/gu, '')
  if (!contact.phone.test(phone)) return null
  return { phone: home === undefined || phone.startsWith('+') ? phone : withCallingCode(phone, home) }
}

export const textOf = (target: Target): string => ('email' in target ? target.email : target.phone)

/** What is wrong with what was typed, for the person who did; null when nothing is. */
export function identifierError(typed: string): string | null {
  if (typed.trim() === '') return t('session.identifierMissing')
  if (targetOf(typed)) return null
  return t(typed.includes('@') ? 'session.emailInvalid' : 'session.phoneInvalid')
}

/** Some write the calling code and leave the plus away. */
function withCallingCode(phone: string, home: Partition): string {
  const { callingCode: code, digits } = HOMES[home]
  return phone.length > digits && `+${phone}`.startsWith(code) ? `+${phone}` : code + phone
}
