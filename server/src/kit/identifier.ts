import { parseNumber } from '@hongyan/contract/sms/number'
import { Partition } from '@hongyan/contract/vocabulary/account'

/** The name that a person signs in with: an email address, or the phones that a number may mean. */
export type Identifier =
  | { readonly email: string }
  | { readonly phones: readonly { readonly phone: string; readonly partition?: Partition }[] }

const HOMES = { us: { country: 'US', callingCode: '+1' }, cn: { country: 'CN', callingCode: '+86' } } as const

/**
 * Reads an identifier as typed. A phone without plus has the country code of the account's partition (ruling 34), which
 * only the account knows, so it may mean several phones.
 */
export function readIdentifier(typed: string): Identifier {
  const text = typed.trim()
  if (text.includes('@')) return { email: text.toLowerCase() }
  if (text.startsWith('+')) return { phones: [{ phone: internationalPhone(text) }] }
  return { phones: Object.values(Partition).map((partition) => ({ phone: homePhone(text, partition), partition })) }
}

/** A phone as typed by an account of a partition, in E.164 where it is a possible number. */
export function homePhone(typed: string, partition: Partition): string {
  const { country, callingCode } = HOMES[partition]
  const number = parseNumber(typed, country)
  if (number.ok) return number.e164
  return typed.startsWith('+') ? digitsOf(typed) : callingCode + digitsOf(typed)
}

/**
 * The key under which attempts at an unknown account are counted. A phone without plus counts with the number of the
 * first partition where it is possible, as all spellings of a known account count together.
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

/** The canonical spelling of an identifier, which is part of the hashes of codes and tokens. */
export const spelling = (identifier: Identifier): string =>
  'email' in identifier ? identifier.email : identifier.phones.map(({ phone }) => phone).join(' ')

function internationalPhone(typed: string): string {
  const number = parseNumber(typed, null)
  return number.ok ? number.e164 : digitsOf(typed)
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s().-]/g, '')
