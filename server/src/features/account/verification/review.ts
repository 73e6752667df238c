import { fieldsOf } from '@hongyan/contract/verification/forms'
import { fieldLabel } from '@hongyan/contract/verification/labels'
import { type FieldReason, reasonText, type ReviewReason, reviewReasons } from '@hongyan/contract/verification/reasons'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { isFileField } from '@hongyan/contract/vocabulary/verification'
import { recordAct } from '../../../audit/log.ts'
import { txOf } from '../../../db/tx.ts'
import { StartError } from '../../../kit/start-error.ts'
import { signLink } from '../../../uploads/links.ts'
import { approve, type Decision, reject } from './decisions.ts'
import type { ReviewDeps, VerificationDeps } from './deps.ts'
import { documentsOf, filesIn } from './documents.ts'
import { maskValues } from './present.ts'
import { openValues } from './sealed.ts'
import * as store from './store.ts'

/** The name of this kind of review. */
const KIND = 'verification'
const LISTED = 100

/** Lists the submissions that wait for a person, the longest waiting first. Names are masked. */
async function list({ db, secrets }: VerificationDeps) {
  const rows = await db
    .selectFrom('verification as v')
    .innerJoin('account as a', 'a.id', 'v.account_id')
    .selectAll('v')
    .select(['a.email', 'a.phone'])
    .where('v.status', 'in', [ReviewStatus.Pending, ReviewStatus.PreApproved])
    .orderBy('v.submitted_at')
    .limit(LISTED)
    .execute()
  return rows.map(({ email, phone, ...row }) => ({
    kind: KIND,
    id: row.id,
    version: row.version,
    owner: email ?? phone ?? row.account_id,
    type: row.type,
    status: row.status,
    name: maskValues(openValues(secrets, row)).name ?? '',
    submitted_at: row.submitted_at,
  }))
}

/**
 * Reads a submission with its unmasked values for a reviewer; null where there is none. Its documents are links that are
 * valid for 15 minutes. The audit log records who saw it.
 */
async function show({ db, clock, secrets, fileAddress }: ReviewDeps, id: string, by: string) {
  const row = await store.findSubmission(db, id)
  if (row === null) return null
  const { account_id: account, type, status, version } = row
  const act = { account, actor: 'staff', operator: by, action: 'verification.show', subject: row.id } as const
  await recordAct(txOf(db), act, clock.now())
  const values = openValues(secrets, row)
  const stored = await documentsOf(db, row)
  const files = new Map(
    filesIn(values).map(({ field, id: file }) => {
      const found = stored.find((each) => each.id === file)
      const link = fileAddress(signLink(secrets, { account, id: file }, clock.now()))
      return [field, found === undefined ? 'deleted' : `${link} (${found.name})`] as const
    }),
  )
  const fields = fieldsOf(type).flatMap((field) => {
    const value = isFileField(field) ? files.get(field) : values[field]
    if (value === undefined) return []
    return [{ field, label: fieldLabel(field, 'en'), value: typeof value === 'string' ? value : value.join(', ') }]
  })
  const reasons = row.reasons.map(({ field, code }) => ({ field, code, ...reasonText({ field, code }, 'en') }))
  return { kind: KIND, id: row.id, account, type, status, version, submitted_at: row.submitted_at, fields, reasons }
}

/** The reasons of a rejection, read from what a reviewer typed. Throws a StartError that lists what is known. */
async function readReasons(
  { db }: VerificationDeps,
  id: string,
  typed: readonly { readonly field: string; readonly reason: string }[],
): Promise<readonly FieldReason[]> {
  const row = await store.findSubmission(db, id)
  if (row === null) return []
  const fields = fieldsOf(row.type)
  return typed.map(({ field: name, reason }) => {
    const field = fields.find((known) => known === name)
    if (field === undefined) throw new StartError(`--field must be one of ${fields.join(', ')}, not "${name}".`)
    if (!isReviewReason(reason)) {
      throw new StartError(`--reason must be one of ${reviewReasons.join(', ')}, not "${reason}".`)
    }
    return { field, code: reason }
  })
}

const isReviewReason = (reason: string): reason is ReviewReason => reviewReasons.some((known) => known === reason)

/** Verifications as the review commands see them. */
export const verificationReview = (deps: ReviewDeps) => ({
  list: () => list(deps),
  show: (id: string, by: string) => show(deps, id, by),
  approve: (decision: Decision) => approve(deps, decision),
  reject: async (decision: Decision, typed: readonly { readonly field: string; readonly reason: string }[]) =>
    reject(deps, decision, await readReasons(deps, decision.id, typed)),
  /** A revocation of a verification is not announced: it takes effect at once. */
  keep: () => Promise.resolve(null),
})
