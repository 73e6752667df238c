import { parseNumber } from '@hongyan/contract/sms/number'
import { Partition } from '@hongyan/contract/vocabulary/account'

/** What a person typed to say who they are: an e-mail address, or the phones that a number may mean. */
export type Identifier =
  | { readonly email: string }
  | { readonly phones: readonly { readonly phone: string; readonly partition?: Partition }[] }

const HOMES = { us: { country: 'US', callingCode: '+1' }, cn: { country: 'CN', callingCode: '+86' } } as const

/** A phone without plus is one of the account's home country (ruling 34), and which that is, only the account knows. */
export function readIdentifier(typed: string): Identifier {
  const text = typed.trim()
  if (text.includes('@')) return { email: text.toLowerCase() }
  if (text.startsWith('+')) return { phones: [{ phone: internationalPhone(text) }] }
  return { phones: Object.values(Partition).map((partition) => ({ phone: homePhone(text, partition), partition })) }
}

/** A phone that somebody of a partition typed, in E.164 where it can be a number at all. */
export function homePhone(typed: string, partition: Partition): string {
  const { country, callingCode } = HOMES[partition]
  const number = parseNumber(typed, country)
  if (number.ok) return number.e164
  return typed.startsWith('+') ? digitsOf(typed) : callingCode + digitsOf(typed)
}

/**
 * What names an account that does not exist, to count attempts at it: a phone without plus counts with the one it would be
 * in the first home where it can be a number, as all names of an account that does exist are counted together.
 */
export function supposedName(identifier: Identifier): string {
  if ('email' in identifier) return identifier.email
  const phones = identifier.phones.map(({ phone }) => phone)
  return phones.find(isNumber) ?? phones[0] ?? ''
}

function isNumber(phone: string): boolean {
  const number = parseNumber(phone, null)
  return number.ok && number.valid
}

/** One spelling for all that mean the same, for codes and what they prove. */
export const spelling = (identifier: Identifier): string =>
  'email' in identifier ? identifier.email : identifier.phones.map(({ phone }) => phone).join(' ')

function internationalPhone(typed: string): string {
  const number = parseNumber(typed, null)
  return number.ok ? number.e164 : digitsOf(typed)
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s().-]/g, '')
