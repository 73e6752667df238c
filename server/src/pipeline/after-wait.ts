import type { ErrorCode } from '@hongyan/contract/errors'
import type { SignatureId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Listed, listRefusal } from './listed.ts'
import type { Rules } from './message.ts'
import { reachRefusal } from './reach.ts'
import { refusalOf, type Reviewed, senderAgain } from './sender.ts'

/** An accepted message that has waited for its sending hours, with the state of what it was accepted by. */
export interface Waited {
  readonly to: string
  readonly country: string
  readonly scene: MessageScene
  /** Null under a name that the account chose freely, and under the shared sender. */
  readonly signature: SignatureId | null
  /** Its version of the template; null for free text. */
  readonly template: (Omit<Reviewed, 'isApproved'> & { readonly status: ReviewStatus | null }) | null
  readonly listed: Listed | undefined
}

/**
 * The refusal of a message that has waited, by the rules of its account now: its scene, sender, template, recipient list
 * and country. Its text, price and hours are fixed.
 */
export function refusalAfterWait(rules: Rules, message: Waited, now: Date): ErrorCode | null {
  const { to, country, scene, signature, template, listed } = message
  if (!rules.scenes.includes(scene)) return 'scene_restricted'
  const from = signature === null ? null : senderAgain(rules, signature, { scene, country, now })
  if (from !== null && 'refused' in from) return from.refused
  if (template !== null && !isUsableFor(scene, template.status)) return 'template_not_approved'
  return (
    refusalOf(
      rules,
      { sender: from?.sender ?? null, template: template && reviewed(template) },
      { to, country, now },
    ) ??
    listRefusal(listed, scene) ??
    reachRefusal(rules, { to, country }, template !== null)
  )
}

const reviewed = ({ status, checkedAt, isFiled }: NonNullable<Waited['template']>): Reviewed => ({
  isApproved: status === ReviewStatus.Approved,
  checkedAt,
  isFiled,
})

/** Marketing needs the approval of a person. */
const isUsableFor = (scene: MessageScene, status: ReviewStatus | null): boolean =>
  status === ReviewStatus.Approved || (status === ReviewStatus.PreApproved && scene !== MessageScene.Marketing)
