import { contact } from '@hongyan/contract/limits/account'
import { spellValues } from '@hongyan/contract/verification/check'

/** The scene of the code that proves the operator's phone. */
export const SCENE = 'verif_verify_phone'

/** A mainland number as an owner may type it, with or without its calling code (ruling 34). */
const comparable = (phone: string): string => phone.replace(/^\+?86(?=1\d{10}$)/, '').replace(/^\+/, '')

/**
 * The typed phone in one spelling, where it needs a code: it is no phone of the account, and fits the rules. Null
 * otherwise.
 */
export function unprovedPhone(typed: string, own: string | null): string | null {
  const phone = spellValues('enterprise', { operator_phone: typed }).operator_phone ?? ''
  if (!contact.phone.test(phone)) return null
  return own !== null && comparable(phone) === comparable(own) ? null : phone
}
