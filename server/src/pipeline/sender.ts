import type { ErrorCode } from '@hongyan/contract/errors'
import type { SignatureId } from '@hongyan/contract/ids'
import { reviews } from '@hongyan/contract/limits/senders'
import { Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Draft, PreApproved, Refused, Rules, Sender, SendTemplate } from './message.ts'

/** The senders that a request may go out under: one for each region, or a name that the account chose freely. */
export interface Senders {
  /** The name that the request, its template or the account's settings give; null for the shared sender. */
  readonly name: string | null
  readonly mainland: Sender | null
  readonly international: Sender | null
  /** The request itself names the sender, so a recipient whom it cannot reach is refused. */
  readonly isNamed: boolean
}

const NONE: Senders = { name: null, mainland: null, international: null, isNamed: false }

/**
 * Finds the sender of a request (semantics D14): the one it names, the one its template is bound to, the account's
 * default, or the shared sender, which mainland accounts do not have. An account with `sms_wildcard` chooses any name;
 * another one has senders of its own once it is verified (semantics D13).
 */
export function sendersOf(rules: Rules, draft: Draft): Senders | Refused {
  const template = templateOf(draft)
  const scene = template?.scene ?? draft.scene
  const bound = template?.signature ?? null
  const given = draft.signature ?? null
  if (rules.wildcard.signature) {
    const own = rules.senders.find(({ id }) => id === bound)?.name ?? rules.configured.sender
    return { ...NONE, name: given ?? own, isNamed: given !== null }
  }
  if (isUnverified(rules)) {
    const named = given !== null ? 'signature' : bound !== null ? 'templateId' : null
    return named === null ? NONE : { refused: 'sender_unverified', field: named }
  }
  if (given !== null) return named(rules, given, draft, { scene, bound })
  if (bound !== null) {
    const sender = rules.senders.find(({ id }) => id === bound)
    return sender === undefined
      ? { refused: 'signature_not_found', field: 'templateId' }
      : usable([sender], draft, { scene, isNamed: true })
  }
  const own = rules.senders.find(({ isDefault }) => isDefault)
  if (own !== undefined && isUsable(own) && isAuthorised(own, draft) && own.scenes.includes(scene)) {
    return usable(ofName(rules, own.name), draft, { scene, isNamed: false })
  }
  return rules.partition === Partition.Cn ? { refused: 'missing_signature', field: 'signature' } : NONE
}

/** Mainland accounts send under approved signatures at every level, and have no shared sender. */
const isUnverified = ({ strictTrust, level, partition }: Rules): boolean =>
  strictTrust && level < TrustLevel.Verified && partition !== Partition.Cn

/** The template of a draft: the one it names, or the one its text was written by. */
export function templateOf({ content }: Draft): SendTemplate | null {
  if (content.kind === 'template') return content.template
  return content.matched !== undefined && 'template' in content.matched ? content.matched.template : null
}

const ofName = (rules: Rules, name: string): readonly Sender[] => rules.senders.filter((sender) => sender.name === name)

interface Use {
  readonly scene: MessageScene
  /** The sender that the template is bound to; null for any. */
  readonly bound: string | null
}

function named(rules: Rules, name: string, draft: Draft, { scene, bound }: Use): Senders | Refused {
  const senders = ofName(rules, name)
  if (senders.length === 0) return { refused: 'signature_not_found', field: 'signature' }
  if (bound !== null && !senders.some(({ id }) => id === bound)) {
    return { refused: 'signature_restricted', field: 'signature' }
  }
  return usable(senders, draft, { scene, isNamed: true })
}

/** A sender can be used once a person approved it, or within limits once the automatic check passed it (screens S2). */
const isUsable = ({ status }: Sender): boolean =>
  status === ReviewStatus.Approved || status === ReviewStatus.PreApproved

/** A name that a third party lent may be used until its authorisation ends. */
const isAuthorised = ({ expiresAt }: Sender, { now }: Pick<Draft, 'now'>): boolean =>
  expiresAt === null || now.getTime() < expiresAt

function usable(
  senders: readonly Sender[],
  draft: Pick<Draft, 'now'>,
  { scene, isNamed }: { readonly scene: MessageScene; readonly isNamed: boolean },
): Senders | Refused {
  const [first] = senders
  const authorised = senders.filter((sender) => isAuthorised(sender, draft))
  if (first !== undefined && authorised.length === 0) {
    return { refused: 'third_party_authorisation_expired', field: 'signature' }
  }
  const ready = authorised.filter(isUsable)
  if (first === undefined || ready.length === 0) return { refused: 'signature_not_approved', field: 'signature' }
  const fitting = ready.filter(({ scenes }) => scenes.includes(scene))
  if (fitting.length === 0) return { refused: 'signature_restricted', field: 'signature' }
  const allowed = fitting.filter(({ status }) => status === ReviewStatus.Approved || scene !== MessageScene.Marketing)
  if (allowed.length === 0) return { refused: 'signature_not_approved', field: 'signature' }
  return {
    name: first.name,
    mainland: allowed.find(({ mainland }) => mainland) ?? null,
    international: allowed.find(({ international }) => international) ?? null,
    isNamed,
  }
}

/** The sender of one recipient, or why the recipient cannot be reached under it. */
export interface RecipientSender {
  readonly name: string | null
  readonly sender: Sender | null
}

/** Chooses the sender for a country. Under a default that is not for it, the shared sender takes its place. */
export function senderTo(
  rules: Rules,
  senders: Senders,
  country: string | null,
): RecipientSender | { readonly refused: ErrorCode } {
  const sender = country === 'CN' ? senders.mainland : senders.international
  if (sender !== null) return { name: sender.name, sender }
  const isFree = senders.mainland === null && senders.international === null
  if (isFree) return { name: senders.name, sender: null }
  const needsOne = senders.isNamed || rules.partition === Partition.Cn
  return needsOne ? { refused: 'signature_restricted' } : { name: null, sender: null }
}

/** The sender of an accepted message as it is now, or why it no longer reaches its recipient under it. */
export function senderAgain(
  rules: Rules,
  id: SignatureId,
  { scene, country, now }: { readonly scene: MessageScene; readonly country: string; readonly now: Date },
): RecipientSender | { readonly refused: ErrorCode } {
  const sender = rules.senders.find((one) => one.id === id)
  if (sender === undefined) return { refused: 'signature_not_found' }
  const senders = usable([sender], { now }, { scene, isNamed: true })
  return 'refused' in senders ? { refused: senders.refused } : senderTo(rules, senders, country)
}

/** Facts of a template that decide with its sender whether it goes out. */
export type Reviewed = Pick<SendTemplate, 'isApproved' | 'checkedAt' | 'isFiled'>

const provedOnly = (checkedAt: number | null, now: Date): boolean =>
  checkedAt !== null && now.getTime() - checkedAt < reviews.provedNumbersFor

/** Refuses what the review and the carriers do not allow yet to one recipient (screens S2, semantics D14). */
export function refusalOf(
  rules: Rules,
  { sender, template }: { readonly sender: Sender | null; readonly template: Reviewed | null },
  { to, country, now }: { readonly to: string; readonly country: string | null; readonly now: Date },
): ErrorCode | null {
  const isOwnNumber = rules.provedNumbers.includes(to)
  const isUnreviewed =
    (sender !== null && sender.status !== ReviewStatus.Approved && provedOnly(sender.checkedAt, now)) ||
    (template !== null && !template.isApproved && provedOnly(template.checkedAt, now))
  if (isUnreviewed && !isOwnNumber) return 'pre_approved_numbers'
  if (country !== 'CN' || sender === null) return null
  const isApproved = sender.status === ReviewStatus.Approved && (template === null || template.isApproved)
  // The account's choice covers approved senders and templates alone.
  if (rules.sendsUnfiled && isApproved) return null
  return sender.isFiled && (template === null || template.isFiled || rules.partition !== Partition.Cn)
    ? null
    : 'carrier_filing_pending'
}

/** The name of the use of a sender ID or template that no person has approved, among the counted windows of its account. */
export const preApprovedKey = (holder: 'signature' | 'template', id: string): string => `pre_approved.${holder}.${id}`

/** The sender IDs and the template in use that no person has approved, with the names of their windows. */
export const preApprovedOf = (
  senders: ReadonlySet<Sender | null>,
  template: SendTemplate | null,
): readonly PreApproved[] => [
  ...[...senders].flatMap((sender) =>
    sender !== null && sender.status !== ReviewStatus.Approved
      ? [{ key: preApprovedKey('signature', sender.id), signature: sender.id }]
      : [],
  ),
  ...(template !== null && !template.isApproved
    ? [{ key: preApprovedKey('template', template.id), signature: null }]
    : []),
]
