import type { TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import { SignatureId, TemplateId } from '@hongyan/contract/ids'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import type { SenderReason } from '@hongyan/contract/senders/reasons'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { reviewed, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { uuidv7 } from '../../../../kit/ids.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { CallKey } from '../../../../limits/answers.ts'
import { notify } from '../../../../notices/notify.ts'
import { decisionChanges, reasonsValue } from '../decisions.ts'
import type { Caller, Owner } from '../deps.ts'
import { copyFilings, startFilings } from '../filings/filings.ts'
import { checkTemplate, readBound } from '../findings.ts'
import { submitting } from '../owner.ts'
import { readRevocations } from '../revocations.ts'
import { addStep } from '../steps.ts'
import { fingerprint } from './fingerprint.ts'
import { readTemplate, type TemplateDeps } from './service.ts'
import { chooseServing } from './serving.ts'
import * as store from './store.ts'

/** Submits a template. A repeated call returns the one that its key names. */
export async function createTemplate(
  deps: TemplateDeps,
  caller: Caller,
  form: TemplateForm,
  key: CallKey,
): Promise<TemplateDetail> {
  if (key.earlier !== null) return readTemplate(deps, caller, TemplateId.parse(key.earlier))
  const id = uuidv7(deps.clock.now()) as TemplateId // made as one here
  await submitting(deps, caller.account, async (tx, owner) => {
    const bound = await readBound(tx, owner.id, form)
    const reasons = checkTemplate(form, owner, bound, caller.locale)
    const at = deps.clock.now()
    await store.insertTemplate(tx, { account_id: owner.id, id, code: null, created_at: at })
    await giveCode(tx, { account: owner.id, id }, form.code)
    await addVersion(tx, deps, { owner, id, version: 1, form, reasons, sameAs: null })
    await key.name(txOf(tx), id)
  })
  return readTemplate(deps, caller, id)
}

/** A form without a code keeps the present one. */
type Revision = Omit<TemplateForm, 'code'> & { readonly code?: string | undefined; readonly version: number }

/** Submits a new version. The version in use stays until the new one is approved. */
export async function reviseTemplate(
  deps: TemplateDeps,
  caller: Caller,
  id: TemplateId,
  { version, ...revised }: Revision,
): Promise<TemplateDetail> {
  const stale = await submitting(deps, caller.account, async (tx, owner) => {
    const key = { account: owner.id, id }
    const template = await store.lockTemplate(tx, key)
    const newest = template === null ? null : await store.findNewest(tx, key)
    if (newest === null) throw new Refusal('not_found')
    if (newest.version !== version) return true
    if (isWaiting(newest.status)) throw new Refusal('under_review')
    const form = { ...revised, code: revised.code ?? newest.code ?? '' }
    const bound = await readBound(tx, owner.id, form)
    const reasons = checkTemplate(form, owner, bound, caller.locale)
    await giveCode(tx, key, form.code)
    const isKept = newest.status === ReviewStatus.Approved && !(await readRevocations(tx, owner.id, [id])).has(id)
    const sameAs = isKept && isReworded(newest, form) ? newest : null
    await addVersion(tx, deps, { owner, id, version: version + 1, form, reasons, sameAs })
    return false
  })
  const current = await readTemplate(deps, caller, id)
  if (stale) throw new Refusal('state_conflict', { details: { current } })
  return current
}

const isWaiting = (status: ReviewStatus): boolean =>
  status === ReviewStatus.Pending || status === ReviewStatus.PreApproved

/** Gives a template the code of its form, empty for none. */
async function giveCode(tx: Transaction<Schema>, key: store.TemplateKey, code: string): Promise<void> {
  if (!(await store.setCode(tx, key, code === '' ? null : code))) throw new Refusal('code_taken', { field: 'code' })
}

/** True where a form differs from an approved version by white space, punctuation and names alone. */
const isReworded = (approved: store.VersionRow, form: TemplateForm): boolean =>
  approved.scene === form.scene &&
  approved.language === form.language &&
  approved.signature_id === form.signature_id &&
  fingerprint(approved.content) === fingerprint(form.content) &&
  JSON.stringify(approved.variables.map(shapeOf)) === JSON.stringify(form.variables.map(shapeOf))

const shapeOf = ({ name, type, max_length: max }: TemplateForm['variables'][number]) => [name, type, max]

interface NewVersion {
  readonly owner: Owner
  readonly id: TemplateId
  readonly version: number
  readonly form: TemplateForm
  readonly reasons: readonly SenderReason[]
  /** The approved version that it repeats but for white space and punctuation. */
  readonly sameAs: store.VersionRow | null
}

/** Adds a version with the result of the automatic check: rejected, approved as a rewording, or checked and waiting. */
async function addVersion(tx: Transaction<Schema>, deps: TemplateDeps, added: NewVersion): Promise<void> {
  const { owner, id, version, form, reasons, sameAs } = added
  const key = { account: owner.id, id }
  const at = deps.clock.now()
  const event = reasons.length > 0 ? 'autoReject' : sameAs === null ? 'autoPass' : 'approve'
  const status = reviewed(ReviewStatus.Pending, event) ?? ReviewStatus.Pending
  await store.insertVersion(tx, {
    account_id: owner.id,
    template_id: id,
    version,
    name: form.name,
    scene: form.scene,
    language: form.language,
    content: form.content,
    signature_id: form.signature_id === null ? null : SignatureId.parse(form.signature_id),
    industry: form.industry,
    usage_note: form.usage_note,
    variables: JSON.stringify(form.variables),
    status,
    reasons: JSON.stringify(reasons),
    submitted_at: at,
    checked_at: event === 'autoReject' ? null : at,
    decided_at: event === 'autoPass' ? null : at,
    updated_at: at,
  })
  const step = { account_id: owner.id, subject_id: id, at, version } as const
  await addStep(tx, { ...step, event: 'submit', actor: 'owner' })
  await addStep(tx, { ...step, event, actor: 'check', reasons })
  const filed = { account: owner.id, kind: 'template', id, version } as const
  if (owner.partition === Partition.Cn && sameAs !== null) await copyFilings(tx, filed, sameAs.version)
  else if (owner.partition === Partition.Cn && reasons.length === 0 && deps.filing.sandboxAnswersAfter !== null) {
    await startFilings(tx, deps, filed)
  }
  await chooseServing(tx, key)
  if (reasons.length === 0) return
  const act = { account: owner.id, actor: 'system', action: 'template.check', subject: id } as const
  await recordAct(txOf(tx), act, at, decisionChanges(ReviewStatus.Pending, status, reasons))
  // The owner sees the result at once, so the notice stands at the bell only.
  const values = { name: form.name, reasons: reasonsValue(reasons) }
  await notify(txOf(tx), { account: owner.id, kind: 'template_rejected', values, at, onlyBell: true })
}
