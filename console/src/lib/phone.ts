import { contact } from '@hongyan/contract/limits/account'
import type { Partition } from '@hongyan/contract/vocabulary/account'

const HOMES: Readonly<Record<Partition, { callingCode: string; digits: number }>> = {
  us: { callingCode: '+1', digits: 10 },
  cn: { callingCode: '+86', digits: 11 },
}

/** The calling code of numbers without plus (ruling 34). */
export const callingCode = (partition: Partition): string => HOMES[partition].callingCode

/** Drops spaces, brackets, dots and dashes of a typed phone number. */
export const withoutPunctuation = (phone: string): string => phone.replaceAll(/[\s().\p{Pd}]/gu, '')

export const isPhone = (phone: string): boolean => contact.phone.test(phone)

/** Adds the calling code of the partition to a number without plus, unless only its plus is missing. */
export function internationalPhone(phone: string, partition: Partition): string {
  if (phone.startsWith('+')) return phone
  const { callingCode: code, digits } = HOMES[partition]
  return phone.length > digits && `+${phone}`.startsWith(code) ? `+${phone}` : code + phone
}
