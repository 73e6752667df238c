import type { KeptBack } from '@hongyan/contract/endpoints/messaging/audiences'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { type Listed, listRefusal } from '../pipeline/listed.ts'

/** Members of a list to one country with the same entries on the account's list. */
export interface MemberGroup extends Listed {
  readonly country: string
  readonly unreached: boolean
  readonly recipients: number
}

/** Counts the members that get no message of a scene, each by its first reason, as the estimate finds it. */
export function countKeptBack(
  groups: readonly MemberGroup[],
  closed: ReadonlySet<string>,
  scene: BroadcastScene,
): KeptBack {
  const kept = { blocked: 0, opted_out: 0, country: 0, unreached: 0 }
  for (const group of groups) {
    const reason = reasonOf(group, closed, scene)
    if (reason !== null) kept[reason] += group.recipients
  }
  return kept
}

function reasonOf(group: MemberGroup, closed: ReadonlySet<string>, scene: BroadcastScene): keyof KeptBack | null {
  const refusal = listRefusal(group, scene)
  if (refusal !== null) return refusal === 'recipient_blocked' ? 'blocked' : refusal
  if (closed.has(group.country)) return 'country'
  return group.unreached ? 'unreached' : null
}
