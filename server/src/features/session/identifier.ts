import { Partition } from '@hongyan/contract/vocabulary/account'

/** What a person typed to say who they are: an e-mail address, or the phones that a number may mean. */
export type Identifier =
  | { readonly email: string }
  | { readonly phones: readonly { readonly phone: string; readonly partition?: Partition }[] }

const HOME_CODES: Readonly<Record<Partition, string>> = { us: '+1', cn: '+86' }

/** A phone without plus is one of the account's home country (ruling 34), and which that is, only the account knows. */
export function readIdentifier(typed: string): Identifier {
  const text = typed.trim()
  if (text.includes('@')) return { email: text.toLowerCase() }
  const phone = text.replace(/[\s().-]/g, '')
  if (phone.startsWith('+')) return { phones: [{ phone }] }
  return { phones: Object.values(Partition).map((partition) => ({ phone: HOME_CODES[partition] + phone, partition })) }
}

/** One spelling for all that mean the same, to count attempts at accounts that do not exist. */
export const spelling = (identifier: Identifier): string =>
  'email' in identifier ? identifier.email : identifier.phones.map(({ phone }) => phone).join(' ')
