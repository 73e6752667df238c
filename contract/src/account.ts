const HAN = /\p{Script=Han}/u

/**
 * Shortens an account id for reading aloud: no dashes, no zero padding, capitals (specification section 3, ruling 24).
 */
export function shortId(accountId: string): string {
  return accountId
    .replaceAll('-', '')
    .replace(/^0+(?=.)/, '')
    .toUpperCase()
}

/** Masks the middle two thirds of the digits and keeps a leading plus (specification section 3, ruling 25). */
export function maskPhone(phone: string): string {
  const plus = phone.startsWith('+') ? '+' : ''
  const digits = phone.slice(plus.length)
  const kept = Math.max(1, Math.round(digits.length / 6))
  const hidden = digits.length - 2 * kept
  if (hidden <= 0) return plus + '*'.repeat(digits.length)
  return plus + digits.slice(0, kept) + '*'.repeat(hidden) + digits.slice(-kept)
}

/** Masks the local part of an email address except its first character. */
export const maskEmail = (email: string): string => email.replace(/(?<=^.)[^@]*/su, '***')

/** Joins first and last name. A Chinese name starts with the family name and has no space (specification section 3). */
export function fullName(first: string, last: string): string {
  const [firstName, lastName] = [first.trim(), last.trim()]
  if (HAN.test(firstName + lastName)) return lastName + firstName
  return `${firstName} ${lastName}`.trim()
}
