import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import { SignatureId } from '@hongyan/contract/ids'
import { signatures as limits } from '@hongyan/contract/limits/senders'
import type { SignatureForm } from '@hongyan/contract/senders/forms'
import type { SenderReason } from '@hongyan/contract/senders/reasons'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { canHave, reviewed, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { isDuplicate } from '../../../../db/connect.ts'
import { txOf } from '../../../../db/tx.ts'
import { uuidv7 } from '../../../../kit/ids.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { CallKey } from '../../../../limits/answers.ts'
import { notify } from '../../../../notices/notify.ts'
import { decisionChanges, reasonsValue } from '../decisions.ts'
import type { Caller, Owner, SenderDeps } from '../deps.ts'
import { startFilings } from '../filings/filings.ts'
import { checkSignature, findingsOfSignature } from '../findings.ts'
import { readOwner, submitting } from '../owner.ts'
import { addStep } from '../steps.ts'
import { claimEvidence, givenEvidence } from './evidence.ts'
import { readSignature } from './service.ts'
import * as store from './store.ts'

/** Submits a sender. A repeated call returns the one that its key names. */
export async function createSignature(
  deps: SenderDeps,
  caller: Caller,
  form: SignatureForm,
  key: CallKey,
): Promise<SignatureDetail> {
  if (key.earlier !== null) return readSignature(deps, caller, SignatureId.parse(key.earlier))
  const id = uuidv7(deps.clock.now()) as SignatureId // made as one here
  await submitting(deps, caller.account, async (tx, owner) => {
    refuseUnverified(owner, form)
    const reasons = checkSignature(form, owner, caller.locale)
    if ((await store.countRows(tx, owner.id, {})) >= limits.perAccount) throw new Refusal('limit_reached')
    const at = deps.clock.now()
    const row = { account_id: owner.id, id, version: 1, created_at: at, ...submittedAt(at), ...columnsOf(form) }
    await refusingTaken(store.insertRow(tx, row))
    await checked(tx, deps, { row, form, reasons })
    await key.name(txOf(tx), id)
  })
  return readSignature(deps, caller, id)
}

/** Checks a form without submitting it. */
export async function lintSignatureForm({ db, clock }: SenderDeps, { account, locale }: Caller, form: SignatureForm) {
  return { findings: findingsOfSignature(form, await readOwner(db, account, clock.now()), locale) }
}

/** Submits a rejected sender again. */
export async function resubmitSignature(
  deps: SenderDeps,
  caller: Caller,
  id: SignatureId,
  { version, ...form }: SignatureForm & { readonly version: number },
): Promise<SignatureDetail> {
  const stale = await submitting(deps, caller.account, async (tx, owner) => {
    const earlier = await store.lockRow(tx, { account: owner.id, id })
    if (earlier === null) throw new Refusal('not_found')
    if (!canHave(earlier.status, 'submit') || earlier.version !== version) return true
    refuseUnverified(owner, form)
    const reasons = checkSignature(form, owner, caller.locale)
    const at = deps.clock.now()
    const change = { version: version + 1, ...submittedAt(at), ...columnsOf(form) }
    await refusingTaken(store.updateRow(tx, { account: owner.id, id }, change))
    await checked(tx, deps, { row: { account_id: owner.id, id, ...change }, form, reasons })
    return false
  })
  const current = await readSignature(deps, caller, id)
  if (stale) throw new Refusal('state_conflict', { details: { current } })
  return current
}

/** Mainland senders need an account whose identity is known (screens S2). */
function refuseUnverified({ partition, verified }: Owner, { regions }: SignatureForm): void {
  if (partition === Partition.Cn && regions.includes('cn') && !verified) throw new Refusal('verification_required')
}

const submittedAt = (at: Date) => ({
  status: ReviewStatus.Pending,
  submitted_at: at,
  updated_at: at,
  checked_at: null,
  decided_at: null,
  urged_at: null,
  reasons: '[]',
})

const columnsOf = ({ name, kind, usage, regions, scenes, industry, purpose, evidence }: SignatureForm) => ({
  name,
  kind,
  usage,
  mainland: regions.includes('cn'),
  international: regions.includes('intl'),
  scenes: [...new Set(scenes)].toSorted((one, other) => one - other),
  industry,
  purpose,
  evidence: JSON.stringify(givenEvidence(evidence)),
})

/** Two senders of one name and region cannot be told apart in a request. */
async function refusingTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (isDuplicate(error)) {
      throw new Refusal('name_taken', { field: 'name' })
    }
    throw error
  }
}

interface Submitted {
  readonly row: Pick<store.SignatureRow, 'account_id' | 'id' | 'version'>
  readonly form: SignatureForm
  readonly reasons: readonly SenderReason[]
}

/** Claims the evidence and records the result of the automatic check: rejected, or checked and waiting for a person. */
async function checked(tx: Transaction<Schema>, deps: SenderDeps, { row, form, reasons }: Submitted): Promise<void> {
  const { account_id: account, id, version } = row
  const at = deps.clock.now()
  await claimEvidence(tx, { account, id }, form.evidence, at)
  await store.setExpiry(tx, { account, id })
  const step = { account_id: account, subject_id: id, at, version } as const
  await addStep(tx, { ...step, event: 'submit', actor: 'owner' })
  const event = reasons.length > 0 ? 'autoReject' : 'autoPass'
  const status = reviewed(ReviewStatus.Pending, event) ?? ReviewStatus.Pending
  await addStep(tx, { ...step, event, actor: 'check', reasons })
  if (reasons.length === 0) {
    await store.updateRow(tx, { account, id }, { status, checked_at: at })
    if (form.regions.includes('cn') && deps.filing.sandboxAnswersAfter !== null) {
      await startFilings(tx, deps, { account, kind: 'signature', id, version })
    }
    return
  }
  await store.updateRow(tx, { account, id }, { status, decided_at: at, reasons: JSON.stringify(reasons) })
  const act = { account, actor: 'system', action: 'signature.check', subject: id } as const
  await recordAct(txOf(tx), act, at, decisionChanges(ReviewStatus.Pending, status, reasons))
  // The owner sees the result at once, so the notice stands at the bell only.
  const values = { name: form.name, reasons: reasonsValue(reasons) }
  await notify(txOf(tx), { account, kind: 'signature_rejected', values, at, onlyBell: true })
}
