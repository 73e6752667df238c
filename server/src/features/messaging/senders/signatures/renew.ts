import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import { type SignatureId, UploadId } from '@hongyan/contract/ids'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { uuidv7 } from '../../../../kit/ids.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { checkAuthorisation } from '../findings.ts'
import { submitting } from '../owner.ts'
import { addStep } from '../steps.ts'
import { claimEvidence } from './evidence.ts'
import { regionsOf } from './present.ts'
import { putRenewal } from './renewals.ts'
import { readSignature } from './service.ts'
import * as store from './store.ts'

interface Renewal {
  readonly authorised_until: string
  readonly authorisation: string
  readonly version: number
}

/** Submits a new authorisation of an approved name that a third party lent. The present one serves meanwhile. */
export async function renewAuthorisation(
  deps: SenderDeps,
  caller: Caller,
  id: SignatureId,
  { version, ...renewed }: Renewal,
): Promise<SignatureDetail> {
  const stale = await submitting(deps, caller.account, async (tx, owner) => {
    const row = await store.lockRow(tx, { account: owner.id, id })
    if (row === null) throw new Refusal('not_found')
    const isLent = row.usage === 'third_party' && row.status === ReviewStatus.Approved
    if (!isLent || row.version !== version) return true
    const evidence = { ...row.evidence, ...renewed }
    checkAuthorisation({ ...row, regions: regionsOf(row), evidence }, owner, caller.locale)
    const at = deps.clock.now()
    await claimEvidence(tx, { account: owner.id, id }, row.evidence, at, renewed)
    await putRenewal(tx, {
      account_id: owner.id,
      signature_id: id,
      id: uuidv7(at),
      authorisation: UploadId.parse(renewed.authorisation),
      authorised_until: renewed.authorised_until,
      submitted_at: at,
    })
    await addStep(tx, { account_id: owner.id, subject_id: id, at, event: 'renew', version, actor: 'owner' })
    return false
  })
  const current = await readSignature(deps, caller, id)
  if (stale) throw new Refusal('state_conflict', { details: { current } })
  return current
}
