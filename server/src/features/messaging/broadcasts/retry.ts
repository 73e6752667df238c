import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { BroadcastId } from '@hongyan/contract/ids'
import { Refusal } from '../../../kit/refusal.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { requireBroadcast } from './read.ts'

export async function retryBroadcast(deps: BroadcastDeps, caller: Caller, id: BroadcastId): Promise<Audience> {
  await requireBroadcast(deps, caller, id)
  throw new Refusal('no_retryable')
}
