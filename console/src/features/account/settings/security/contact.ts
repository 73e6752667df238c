import { contact as patterns } from '@hongyan/contract/limits'
import type { RuleId } from '@hongyan/contract/rules'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'

/** What an owner is reached by. */
export type Contact = 'phone' | 'email'

/** What of an account decides about its contacts. */
export type Reached = Readonly<Record<Contact, string | null>> & { readonly partition: Partition }

const HOMES: Readonly<Record<Partition, { callingCode: string; digits: number }>> = {
  us: { callingCode: '+1', digits: 10 },
  cn: { callingCode: '+86', digits: 11 },
}

/** A number without plus is at home (ruling 34); some write the calling code and leave the plus away. */
function atHome(phone: string, { callingCode, digits }: { callingCode: string; digits: number }): string {
  if (phone.startsWith('+')) return phone
  return phone.length > digits && `+${phone}`.startsWith(callingCode) ? `+${phone}` : callingCode + phone
}

/** What was typed as the calls take it: brackets and the like inside of a number are left out. */
export function readContact(kind: Contact, typed: string, partition: Partition): string {
  const text = typed.normalize('NFKC').trim()
  if (kind === 'email') return text
  const phone = text.replaceAll(/[\s().\p{Pd}]/gu, '')
  return patterns.phone.test(phone) ? atHome(phone, HOMES[partition]) : phone
}

/** The rule that a new phone or address breaks; null when it breaks none (specification section 5). */
export function brokenBy(kind: Contact, typed: string, now: Reached): RuleId | null {
  const value = readContact(kind, typed, now.partition)
  if (value === '') return `${kind}_required`
  if (!patterns[kind].test(value)) return kind
  return value.toLowerCase() === now[kind]?.toLowerCase() ? `same_${kind}` : null
}

/** To set up what there is none of is to bind (ruling 33). */
export const sceneFor = (kind: Contact, now: Reached): VerificationScene =>
  `verif_${now[kind] === null ? 'bind' : 'change'}_${kind}`

/** What the owner may prove to be who they are by. */
export const waysToVerify = (now: Reached): readonly Contact[] =>
  (['phone', 'email'] as const).filter((kind) => now[kind] !== null)
