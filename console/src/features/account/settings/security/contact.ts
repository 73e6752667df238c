import { contact as patterns } from '@hongyan/contract/limits/account'
import type { RuleId } from '@hongyan/contract/rules'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
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
export function brokenRule(kind: Contact, typed: string, now: Contacts): RuleId | null {
  const value = parseContact(kind, typed, now.partition)
  if (value === '') return `${kind}_required`
  if (!patterns[kind].test(value)) return kind
  return value.toLowerCase() === now[kind]?.toLowerCase() ? `same_${kind}` : null
}

/** A missing contact is bound, an existing one changed (ruling 33). */
export const sceneFor = (kind: Contact, now: Contacts): VerificationScene =>
  `verif_${now[kind] === null ? 'bind' : 'change'}_${kind}`

/** The contacts by which the owner can verify first. */
export const verifiableContacts = (now: Contacts): readonly Contact[] =>
  (['phone', 'email'] as const).filter((kind) => now[kind] !== null)
