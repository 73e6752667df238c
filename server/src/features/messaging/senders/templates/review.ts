import { TemplateId } from '@hongyan/contract/ids'
import { senderReasonText } from '@hongyan/contract/senders/reasons'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { templateFields } from '@hongyan/contract/vocabulary/template'
import type { Kysely } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { approving, type Decidable, keeping, rejecting } from '../deciding.ts'
import { type Decision, readReasons } from '../decisions.ts'
import type { SenderDeps } from '../deps.ts'
import { startFilings } from '../filings/filings.ts'
import { readOwner } from '../owner.ts'
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
async function find(db: Kysely<Schema>, typed: string): Promise<store.VersionRow | null> {
  const id = TemplateId.safeParse(typed.toLowerCase())
  return id.success ? store.findById(db, id.data) : null
}

async function show(deps: SenderDeps, typed: string, by: string) {
  const row = await find(deps.db, typed)
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

/** Versions of templates as decisions need them. */
export const decidableTemplate: Decidable<store.VersionRow> = {
  kind: 'template',
  idOf: ({ template_id: id }) => id,
  lock: async (tx, typed, version) => {
    const found = await find(tx, typed)
    if (found === null) return null
    const key = { account: found.account_id, id: found.template_id }
    if ((await store.lockTemplate(tx, key)) === null) return null
    return version === null ? store.findNewest(tx, key) : store.findVersion(tx, key, version)
  },
  write: async (tx, { account_id: account, template_id: id, version }, event, change) => {
    const key = { account, id }
    await store.updateVersion(tx, key, version, change)
    if (event === 'revoke') await store.endApprovals(tx, key, version, change)
    if (event !== 'approve') await chooseServing(tx, key)
  },
  approved: async (tx, deps, { account_id: account, template_id: id, version }) => {
    const { partition } = await readOwner(tx, account, deps.clock.now())
    if (partition === Partition.Cn) await startFilings(tx, deps, { account, kind: 'template', id, version })
    await chooseServing(tx, { account, id })
  },
}

/** Templates as the review commands see them. */
export const templateReview = (deps: SenderDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approving(deps, decidableTemplate, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    (await find(deps.db, decision.id)) === null
      ? null
      : rejecting(deps, decidableTemplate, decision, readReasons(templateFields, typed)),
  keep: (decision: Decision) => keeping(deps, decidableTemplate, decision),
})
