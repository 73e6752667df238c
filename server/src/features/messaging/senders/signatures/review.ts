import { SignatureId } from '@hongyan/contract/ids'
import { type SenderReason, senderReasonText } from '@hongyan/contract/senders/reasons'
import { canHave, type ReviewEvent, reviewed, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { signatureFields } from '@hongyan/contract/vocabulary/signature'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import type { SecretBox } from '../../../../kit/secret-box.ts'
import { notify } from '../../../../notices/notify.ts'
import { signLink } from '../../../../uploads/links.ts'
import {
  type Decided,
  type Decision,
  decisionChanges,
  eventOfRejection,
  readReasons,
  reasonsValue,
} from '../decisions.ts'
import type { SenderDeps } from '../deps.ts'
import { startFilings } from '../filings/filings.ts'
import { addStep } from '../steps.ts'
import { evidenceOf, filesIn, textsIn } from './evidence.ts'
import { regionsOf } from './present.ts'
import * as store from './store.ts'

/** The name of this kind of review. */
const KIND = 'sender'
const LISTED = 100

export interface ReviewDeps extends SenderDeps {
  readonly secrets: SecretBox
  /** The address of an upload under its signed token. */
  readonly fileAddress: (token: string) => string
}

async function list({ db }: SenderDeps) {
  const rows = await db
    .selectFrom('signature as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select([
      's.id',
      's.version',
      's.name',
      's.usage',
      's.status',
      's.submitted_at',
      's.account_id',
      'a.email',
      'a.phone',
    ])
    .where('s.status', 'in', [ReviewStatus.Pending, ReviewStatus.PreApproved])
    .orderBy('s.submitted_at')
    .limit(LISTED)
    .execute()
  return rows.map(({ email, phone, account_id: account, usage, ...row }) => ({
    ...row,
    kind: KIND,
    owner: email ?? phone ?? account,
    type: usage === 'own' ? 'own name' : 'third-party name',
  }))
}

/** Finds a sender by the id that staff typed; null where there is none. */
async function find({ db }: SenderDeps, typed: string): Promise<store.SignatureRow | null> {
  const id = SignatureId.safeParse(typed.toLowerCase())
  return id.success ? store.findById(db, id.data) : null
}

/** Reads a sender with its evidence for a reviewer. The files are links that are valid for 15 minutes. */
async function show(deps: ReviewDeps, typed: string, by: string) {
  const row = await find(deps, typed)
  if (row === null) return null
  const { db, clock, secrets, fileAddress } = deps
  const { account_id: account, id } = row
  const stored = await evidenceOf(db, { account, id })
  const files = filesIn(row.evidence).map(({ field, id: file }) => {
    const found = stored.find((each) => each.id === file)
    const link = fileAddress(signLink(secrets, { account, id: file }, clock.now()))
    return [field, found === undefined ? 'deleted' : `${link} (${found.name})`] as const
  })
  const values = {
    name: row.name,
    kind: String(row.kind),
    usage: row.usage,
    regions: regionsOf(row).join(', '),
    scenes: row.scenes.join(', '),
    industry: row.industry,
    purpose: row.purpose,
    ...textsIn(row.evidence),
    ...Object.fromEntries(files),
  }
  await recordAct(
    txOf(db),
    { account, actor: 'staff', operator: by, action: 'signature.show', subject: id },
    clock.now(),
  )
  return {
    kind: KIND,
    id,
    account,
    type: row.usage,
    status: row.status,
    version: row.version,
    submitted_at: row.submitted_at,
    fields: Object.entries(values).map(([field, value]) => ({ field, label: field, value })),
    reasons: row.reasons.map((reason) => ({
      field: reason.field,
      code: reason.code,
      what: senderReasonText(reason, 'en').what,
    })),
  }
}

const approve = (deps: ReviewDeps, decision: Decision): Promise<Decided> =>
  deciding(
    deps,
    decision,
    () => 'approve',
    [],
    async (tx, row) => {
      const { account_id: account, id, version, name, mainland } = row
      if (mainland) await startFilings(tx, deps, { account, kind: 'signature', id, version })
      await notify(txOf(tx), { account, kind: 'signature_approved', values: { name }, at: deps.clock.now() })
    },
  )

const reject = (deps: ReviewDeps, decision: Decision, reasons: readonly SenderReason[]): Promise<Decided> =>
  deciding(deps, decision, eventOfRejection, reasons, async (tx, { account_id: account, name }) => {
    const values = { name, reasons: reasonsValue(reasons) }
    await notify(txOf(tx), { account, kind: 'signature_rejected', values, at: deps.clock.now() })
  })

/** Writes a decision with its step, audit entry and effects in one transaction. */
async function deciding(
  deps: ReviewDeps,
  { id: typed, version, by }: Decision,
  eventOf: (status: ReviewStatus) => ReviewEvent,
  reasons: readonly SenderReason[],
  effects: (tx: Transaction<Schema>, row: store.SignatureRow) => Promise<void>,
): Promise<Decided> {
  const found = await find(deps, typed)
  if (found === null) return null
  const key = { account: found.account_id, id: found.id }
  return deps.db.transaction().execute(async (tx) => {
    const row = await store.lockRow(tx, key)
    if (row === null || (version !== null && row.version !== version)) return null
    const event = eventOf(row.status)
    if (!canHave(row.status, event)) return null
    const status = reviewed(row.status, event)
    if (status === null) return null
    const at = deps.clock.now()
    const ended = status !== ReviewStatus.Approved
    await store.updateRow(tx, key, {
      status,
      decided_at: at,
      updated_at: at,
      reasons: JSON.stringify(reasons),
      ...(ended && { is_default: false }),
    })
    const { account, id } = key
    const step = { account_id: account, subject_id: id, at, event, version: row.version, reasons } as const
    await addStep(tx, { ...step, actor: 'reviewer', reviewer: by })
    const action = status === ReviewStatus.Approved ? 'signature.approve' : 'signature.reject'
    const act = { account, actor: 'staff', operator: by, action, subject: id } as const
    await recordAct(txOf(tx), act, at, decisionChanges(row.status, status, reasons))
    await effects(tx, row)
    return { account, status }
  })
}

/** Sender IDs as the review commands see them. */
export const signatureReview = (deps: ReviewDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approve(deps, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    (await find(deps, decision.id)) === null ? null : reject(deps, decision, readReasons(signatureFields, typed)),
})
