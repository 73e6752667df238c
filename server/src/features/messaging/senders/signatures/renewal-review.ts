import type { SenderReason } from '@hongyan/contract/senders/reasons'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { evidenceOfThirdParty } from '@hongyan/contract/vocabulary/signature'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { signLink } from '../../../../uploads/links.ts'
import { notify } from '../../../../notices/notify.ts'
import { type Decided, type Decision, decisionChanges, readReasons, reasonsValue } from '../decisions.ts'
import type { SenderDeps } from '../deps.ts'
import { addStep } from '../steps.ts'
import { endRenewal, findRenewalById, listRenewals, type RenewalRow } from './renewals.ts'
import type { ReviewDeps } from './review.ts'
import * as store from './store.ts'

/** The name of this kind of review. */
const KIND = 'sender authorisation'
const LISTED = 100

const list = async ({ db }: SenderDeps) =>
  (await listRenewals(db, LISTED)).map(({ account, email, phone, authorised_until: until, ...row }) => ({
    ...row,
    kind: KIND,
    status: ReviewStatus.Pending,
    owner: email ?? phone ?? account,
    type: `until ${until}`,
  }))

/** Finds a new authorisation by the id that staff typed; null where there is none. */
const findTyped = async (db: SenderDeps['db'], typed: string): Promise<RenewalRow | null> =>
  z.uuid().safeParse(typed).success ? findRenewalById(db, typed.toLowerCase()) : null

/** Reads a new authorisation beside the sender's name for a reviewer. The file is a link that is valid for 15 minutes. */
async function show({ db, clock, secrets, fileAddress }: ReviewDeps, typed: string, by: string) {
  const renewal = await findTyped(db, typed)
  if (renewal === null) return null
  const { account_id: account, signature_id: id, authorisation, submitted_at } = renewal
  const row = await store.findRow(db, { account, id })
  if (row === null) return null
  const act = { account, actor: 'staff', operator: by, action: 'signature.show', subject: id } as const
  await recordAct(txOf(db), act, clock.now())
  const values = {
    name: row.name,
    authorised_until: renewal.authorised_until,
    authorised_before: row.evidence.authorised_until ?? '',
    authorisation: fileAddress(signLink(secrets, { account, id: authorisation }, clock.now())),
  }
  return {
    kind: KIND,
    id: renewal.id,
    account,
    type: row.usage,
    status: ReviewStatus.Pending,
    version: row.version,
    submitted_at,
    fields: Object.entries(values).map(([field, value]) => ({ field, label: field, value })),
    reasons: [],
  }
}

interface Locked {
  readonly row: store.SignatureRow
  readonly renewal: RenewalRow
}

/** Decides under the sender's lock, unless the authorisation was decided on or replaced since it was found. */
async function deciding(
  { db }: SenderDeps,
  { id: typed, version }: Decision,
  work: (tx: Transaction<Schema>, locked: Locked) => Promise<void>,
): Promise<Decided> {
  return db.transaction().execute(async (tx) => {
    const found = await findTyped(tx, typed)
    if (found === null) return null
    const { account_id: account, signature_id: id } = found
    const row = await store.lockRow(tx, { account, id })
    const renewal = await findRenewalById(tx, found.id)
    if (row === null || renewal === null || (version !== null && row.version !== version)) return null
    await work(tx, { row, renewal })
    return { account, status: row.status }
  })
}

/** Puts the new authorisation in place of the present one. Messages notice nothing but the later end. */
const approve = (deps: SenderDeps, decision: Decision): Promise<Decided> =>
  deciding(deps, decision, async (tx, { row, renewal: { authorisation, authorised_until: until } }) => {
    const { account_id: account, id, name, version } = row
    const at = deps.clock.now()
    const evidence = { ...row.evidence, authorisation, authorised_until: until }
    await endRenewal(tx, { account_id: account, id, evidence }, at)
    await store.updateRow(tx, { account, id }, { evidence: JSON.stringify(evidence), updated_at: at })
    await store.setExpiry(tx, { account, id })
    const step = { account_id: account, subject_id: id, at, event: 'renewed', version } as const
    await addStep(tx, { ...step, actor: 'reviewer', reviewer: decision.by })
    const act = { account, actor: 'staff', operator: decision.by, action: 'signature.renew', subject: id } as const
    const before = row.evidence.authorised_until ?? null
    await recordAct(txOf(tx), act, at, [{ field: 'authorised_until', before, after: until }])
    const values = { name, state: 'approved', due_on: until, reasons: '' } as const
    await notify(txOf(tx), { account, kind: 'signature_renewal', values, at })
  })

/** Gives up the new authorisation. The present one serves on. */
const reject = (deps: SenderDeps, decision: Decision, reasons: readonly SenderReason[]): Promise<Decided> =>
  deciding(deps, decision, async (tx, { row, renewal: { authorised_until: until } }) => {
    const { account_id: account, id, name, version } = row
    const at = deps.clock.now()
    await endRenewal(tx, row, at)
    const step = { account_id: account, subject_id: id, at, event: 'renewRefused', version, reasons } as const
    await addStep(tx, { ...step, actor: 'reviewer', reviewer: decision.by })
    const act = { account, actor: 'staff', operator: decision.by, action: 'signature.refuseRenewal' } as const
    await recordAct(txOf(tx), { ...act, subject: id }, at, decisionChanges(row.status, row.status, reasons))
    const values = { name, state: 'rejected', due_on: until, reasons: reasonsValue(reasons) } as const
    await notify(txOf(tx), { account, kind: 'signature_renewal', values, at })
  })

/** New authorisations of sender IDs as the review commands see them. */
export const renewalReview = (deps: ReviewDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approve(deps, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    (await findTyped(deps.db, decision.id)) === null
      ? null
      : reject(deps, decision, readReasons(evidenceOfThirdParty, typed)),
  keep: () => Promise.resolve(null),
})
