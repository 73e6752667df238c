import { contact as patterns } from '@hongyan/contract/limits/account'
import type { RuleId } from '@hongyan/contract/rules'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { internationalPhone, isPhone, withoutPunctuation } from '../../../../lib/phone.ts'

/** The kinds of contacts of an owner. */
export type Contact = 'phone' | 'email'

/** The contacts of an account and the partition that its phone numbers default to. */
export type Contacts = Readonly<Record<Contact, string | null>> & { readonly partition: Partition }

/** Parses a contact into the form of the calls. Drops brackets and the like inside a number. */
export function parseContact(kind: Contact, typed: string, partition: Partition): string {
  const text = typed.normalize('NFKC').trim()
  if (kind === 'email') return text
  const phone = withoutPunctuation(text)
  return isPhone(phone) ? internationalPhone(phone, partition) : phone
}

/** The rule that a new phone or email address breaks; null for a valid one (specification section 5). */
export function brokenRule(kind: Contact, typed: string, current: Contacts): RuleId | null {
  const value = parseContact(kind, typed, current.partition)
  if (value === '') return `${kind}_required`
  if (!patterns[kind].test(value)) return kind
  return value.toLowerCase() === current[kind]?.toLowerCase() ? `same_${kind}` : null
}

/** The scene of the code: a missing contact is bound, an existing one is changed (ruling 33). */
export const sceneFor = (kind: Contact, current: Contacts): CodeScene =>
  `verif_${current[kind] === null ? 'bind' : 'change'}_${kind}`

/** The contacts that an account has, which its owner can verify first. */
export const verifiableContacts = (current: Contacts): readonly Contact[] =>
  (['phone', 'email'] as const).filter((kind) => current[kind] !== null)
