import type { Audience } from '@hongyan/contract/endpoints/messaging/audiences'
import type { BroadcastId } from '@hongyan/contract/ids'
import { retryAudience } from '../../../broadcasts/audience-create.ts'
import { viewAudience } from '../../../broadcasts/audience-view.ts'
import type { AudienceCalls } from '../../../broadcasts/audiences.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { presentAudience } from './present-audience.ts'
import { requireBroadcast } from './read.ts'

export interface RetryDeps extends BroadcastDeps {
  readonly audiences: AudienceCalls
}

/** Makes a list of the failed recipients whose error is temporary. */
export async function retryBroadcast(
  deps: RetryDeps,
  { account }: Caller,
  id: BroadcastId,
  key: CallKey,
): Promise<Audience> {
  const broadcast = await requireBroadcast(deps, { account }, id)
  if (broadcast.audience_gone) throw new Refusal('audience_expired')
  return presentAudience(
    await viewAudience(deps.audiences, { account, id: await retryAudience(deps.audiences, broadcast, key) }),
  )
}
