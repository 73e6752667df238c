import { contact as patterns } from '@hongyan/contract/limits'
import type { RuleId } from '@hongyan/contract/rules'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'

/** The kinds of contacts of an owner. */
export type Contact = 'phone' | 'email'

/** The contacts of an account and the partition that its phone numbers default to. */
export type Reached = Readonly<Record<Contact, string | null>> & { readonly partition: Partition }

const HOMES: Readonly<Record<Partition, { callingCode: string; digits: number }>> = {
  us: { callingCode: '+1', digits: 10 },
  cn: { callingCode: '+86', digits: 11 },
}

function atHome(phone: string, { callingCode, digits }: { callingCode: string; digits: number }): string {
  if (phone.startsWith('+')) return phone
  return phone.length > digits && `+${phone}`.startsWith(callingCode) ? `+${phone}` : callingCode + phone
}

/** Parses a contact into the form of the calls. Drops brackets and the like inside a number. */
export function readContact(kind: Contact, typed: string, partition: Partition): string {
  const text = typed.normalize('NFKC').trim()
  if (kind === 'email') return text
  const phone = text.replaceAll(/[\s().\p{Pd}]/gu, '')
  return patterns.phone.test(phone) ? atHome(phone, HOMES[partition]) : phone
}

/** The rule that a new phone or e-mail address breaks; null for a valid one (specification section 5). */
export function brokenBy(kind: Contact, typed: string, now: Reached): RuleId | null {
  const value = readContact(kind, typed, now.partition)
  if (value === '') return `${kind}_required`
  if (!patterns[kind].test(value)) return kind
  return value.toLowerCase() === now[kind]?.toLowerCase() ? `same_${kind}` : null
}

/** A missing contact is bound, an existing one changed (ruling 33). */
export const sceneFor = (kind: Contact, now: Reached): VerificationScene =>
  `verif_${now[kind] === null ? 'bind' : 'change'}_${kind}`

/** The contacts by which the owner can verify first. */
export const waysToVerify = (now: Reached): readonly Contact[] =>
  (['phone', 'email'] as const).filter((kind) => now[kind] !== null)
