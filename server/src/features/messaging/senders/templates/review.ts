import { TemplateId } from '@hongyan/contract/ids'
import { type SenderReason, senderReasonText } from '@hongyan/contract/senders/reasons'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { canHave, type ReviewEvent, reviewed, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { templateFields } from '@hongyan/contract/vocabulary/template'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { notify } from '../../../../notices/notify.ts'
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
import { readOwner } from '../owner.ts'
import { addStep } from '../steps.ts'
import { chooseServing } from './serving.ts'
import * as store from './store.ts'

/** The name of this kind of review. */
const KIND = 'template'
const LISTED = 100

const sceneNames = { 1: 'verification', 2: 'notification', 3: 'marketing' } as const

async function list({ db }: SenderDeps) {
  const rows = await db
    .selectFrom('template_version as v')
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .select(['v.template_id as id', 'v.version', 'v.name', 'v.scene', 'v.status', 'v.submitted_at', 'v.account_id'])
    .select(['a.email', 'a.phone'])
    .where('v.status', 'in', [ReviewStatus.Pending, ReviewStatus.PreApproved])
    .orderBy('v.submitted_at')
    .limit(LISTED)
    .execute()
  return rows.map(({ email, phone, account_id: account, scene, ...row }) => ({
    ...row,
    kind: KIND,
    owner: email ?? phone ?? account,
    type: sceneNames[scene],
  }))
}

/** Finds the newest version of the template with the id that staff typed; null where there is none. */
async function find({ db }: SenderDeps, typed: string): Promise<store.VersionRow | null> {
  const id = TemplateId.safeParse(typed.toLowerCase())
  return id.success ? store.findById(db, id.data) : null
}

async function show(deps: SenderDeps, typed: string, by: string) {
  const row = await find(deps, typed)
  if (row === null) return null
  const { account_id: account, template_id: id } = row
  const act = { account, actor: 'staff', operator: by, action: 'template.show', subject: id } as const
  await recordAct(txOf(deps.db), act, deps.clock.now())
  const values = {
    name: row.name,
    scene: sceneNames[row.scene],
    language: row.language,
    content: row.content,
    variables: row.variables
      .map(({ name, type, max_length: max, sample }) => `${name}: ${type}, at most ${max}, such as ${sample}`)
      .join('; '),
    industry: row.industry,
    usage_note: row.usage_note,
  }
  return {
    kind: KIND,
    id,
    account,
    type: sceneNames[row.scene],
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

const approve = (deps: SenderDeps, decision: Decision): Promise<Decided> =>
  deciding(
    deps,
    decision,
    () => 'approve',
    [],
    async (tx, row) => {
      const { account_id: account, template_id: id, version, name } = row
      const { partition } = await readOwner(tx, account, deps.clock.now())
      if (partition === Partition.Cn) await startFilings(tx, deps, { account, kind: 'template', id, version })
      await notify(txOf(tx), { account, kind: 'template_approved', values: { name }, at: deps.clock.now() })
    },
  )

const reject = (deps: SenderDeps, decision: Decision, reasons: readonly SenderReason[]): Promise<Decided> =>
  deciding(deps, decision, eventOfRejection, reasons, async (tx, { account_id: account, name }) => {
    const values = { name, reasons: reasonsValue(reasons) }
    await notify(txOf(tx), { account, kind: 'template_rejected', values, at: deps.clock.now() })
  })

/** Writes a decision on the newest version with its step, audit entry and effects in one transaction. */
async function deciding(
  deps: SenderDeps,
  { id: typed, version, by }: Decision,
  eventOf: (status: ReviewStatus) => ReviewEvent,
  reasons: readonly SenderReason[],
  effects: (tx: Transaction<Schema>, row: store.VersionRow) => Promise<void>,
): Promise<Decided> {
  const found = await find(deps, typed)
  if (found === null) return null
  const key = { account: found.account_id, id: found.template_id }
  return deps.db.transaction().execute(async (tx) => {
    const template = await store.lockTemplate(tx, key)
    const row = template === null ? null : await store.findNewest(tx, key)
    if (row === null || (version !== null && row.version !== version)) return null
    const event = eventOf(row.status)
    if (!canHave(row.status, event)) return null
    const status = reviewed(row.status, event)
    if (status === null) return null
    const at = deps.clock.now()
    const { account, id } = key
    const change = { status, decided_at: at, updated_at: at, reasons: JSON.stringify(reasons) }
    await store.updateVersion(tx, key, row.version, change)
    if (event === 'revoke') await store.endApprovals(tx, key, change)
    const step = { account_id: account, subject_id: id, at, event, version: row.version, reasons } as const
    await addStep(tx, { ...step, actor: 'reviewer', reviewer: by })
    const action = status === ReviewStatus.Approved ? 'template.approve' : 'template.reject'
    const act = { account, actor: 'staff', operator: by, action, subject: id } as const
    await recordAct(txOf(tx), act, at, decisionChanges(row.status, status, reasons))
    await effects(tx, row)
    await chooseServing(tx, key)
    return { account, status }
  })
}

/** Templates as the review commands see them. */
export const templateReview = (deps: SenderDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approve(deps, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    (await find(deps, decision.id)) === null ? null : reject(deps, decision, readReasons(templateFields, typed)),
})
