import { SignatureId } from '@hongyan/contract/ids'
import { senderReasonText } from '@hongyan/contract/senders/reasons'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { signatureFields } from '@hongyan/contract/vocabulary/signature'
import type { Kysely } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import type { SecretBox } from '../../../../kit/secret-box.ts'
import { signLink } from '../../../../uploads/links.ts'
import { approving, type Decidable, keeping, rejecting } from '../deciding.ts'
import { type Decision, readReasons } from '../decisions.ts'
import type { SenderDeps } from '../deps.ts'
import { startFilings } from '../filings/filings.ts'
import { evidenceOf, filesIn, textsIn } from './evidence.ts'
import { regionsOf } from './present.ts'
import { endRenewal } from './renewals.ts'
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
export async function findTyped(db: Kysely<Schema>, typed: string): Promise<store.SignatureRow | null> {
  const id = SignatureId.safeParse(typed.toLowerCase())
  return id.success ? store.findById(db, id.data) : null
}

/** Reads a sender with its evidence for a reviewer. The files are links that are valid for 15 minutes. */
async function show(deps: ReviewDeps, typed: string, by: string) {
  const row = await findTyped(deps.db, typed)
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

/** Sender IDs as decisions need them. */
export const decidableSignature: Decidable<store.SignatureRow> = {
  kind: 'signature',
  idOf: ({ id }) => id,
  lock: async (tx, typed, version) => {
    const found = await findTyped(tx, typed)
    const row = found === null ? null : await store.lockRow(tx, { account: found.account_id, id: found.id })
    return version === null || row?.version === version ? row : null
  },
  write: async (tx, row, _, change) => {
    const isEnded = change.status !== ReviewStatus.Approved
    // A sender that is submitted again brings its authorisation along.
    if (isEnded) await endRenewal(tx, row, change.updated_at)
    const { account_id: account, id } = row
    await store.updateRow(tx, { account, id }, { ...change, ...(isEnded && { is_default: false }) })
  },
  approved: async (tx, deps, { account_id: account, id, version, mainland }) => {
    if (mainland) await startFilings(tx, deps, { account, kind: 'signature', id, version })
  },
}

/** Sender IDs as the review commands see them. */
export const signatureReview = (deps: ReviewDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approving(deps, decidableSignature, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    (await findTyped(deps.db, decision.id)) === null
      ? null
      : rejecting(deps, decidableSignature, decision, readReasons(signatureFields, typed)),
  keep: (decision: Decision) => keeping(deps, decidableSignature, decision),
})
