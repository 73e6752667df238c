import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { type FieldReason, reasonText } from '@hongyan/contract/verification/reasons'
import {
  canHave,
  eventOfRejection,
  reviewed,
  type ReviewEvent,
  type ReviewStatus,
} from '@hongyan/contract/vocabulary/review'
import type { Transaction } from 'kysely'
import { type Change, changesBetween } from '../../../audit/changes.ts'
import { recordAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { VerificationDeps } from './deps.ts'
import { scheduleDocuments } from './documents.ts'
import { openValues } from './sealed.ts'
import * as store from './store.ts'

/** The result of a decision; null where the submission's state does not allow it, or is not the reviewed one. */
export type Decided = { readonly account: AccountId; readonly status: ReviewStatus } | null

/** A submission as the reviewer saw it, and the reviewer. */
export interface Decision {
  readonly id: string
  /** Null: whichever version is there. */
  readonly version: number | null
  /** The reviewer's name. */
  readonly by: string
}

/** Approves a submission in one transaction: the account is verified for a year, and an earlier approval ends. */
export const approve = (deps: VerificationDeps, decision: Decision): Promise<Decided> =>
  deciding(
    deps,
    decision,
    () => 'approve',
    async (tx, row, status) => {
      const at = deps.clock.now()
      const { approved } = await store.lockSubmissions(tx, row.account_id)
      if (approved !== null) await store.deleteSubmission(tx, approved)
      const validUntil = new Date(at.getTime() + limits.validDays * DAY)
      const { name = '' } = openValues(deps.secrets, row)
      const raised = await deps.accounts.markVerified(tx, row.account_id, name)
      await store.updateSubmission(tx, row, {
        status,
        version: row.version + 1,
        decided_at: at,
        reasons: '[]',
        valid_until: validUntil,
        next_at: new Date(validUntil.getTime() - Math.max(...limits.remindOn) * DAY),
        raised_level: raised || (approved?.raised_level ?? false),
      })
      await scheduleDocuments(tx, row, at)
      await recordDecision(tx, { action: 'verification.approve', by: decision.by, row, status, reasons: [], at })
      const values = { valid_until: validUntil.toISOString() }
      await notify(txOf(tx), { account: row.account_id, kind: 'verification_approved', values, at })
    },
  )

/** Rejects a submission, or revokes an approval, in one transaction. */
export const reject = (deps: VerificationDeps, decision: Decision, reasons: readonly FieldReason[]): Promise<Decided> =>
  deciding(deps, decision, eventOfRejection, async (tx, row, status) => {
    const at = deps.clock.now()
    await endWith(tx, deps, row, { status, reasons, at })
    await recordDecision(tx, { action: 'verification.reject', by: decision.by, row, status, reasons, at })
    await notify(txOf(tx), noticeOfReasons(row.account_id, reasons, at))
  })

async function deciding(
  { db }: VerificationDeps,
  { id, version }: Decision,
  eventOf: (status: ReviewStatus) => ReviewEvent,
  decide: (tx: Transaction<Schema>, row: store.VerificationRow, status: ReviewStatus) => Promise<void>,
): Promise<Decided> {
  const found = await store.findSubmission(db, id)
  if (found === null) return null
  return db.transaction().execute(async (tx) => {
    const { approved, open } = await store.lockSubmissions(tx, found.account_id)
    const row = [open, approved].find((each) => each?.id === found.id) ?? null
    if (row === null || (version !== null && row.version !== version)) return null
    const event = eventOf(row.status)
    if (!canHave(row.status, event)) return null
    const status = reviewed(row.status, event)
    if (status === null) return null
    await decide(tx, row, status)
    return { account: row.account_id, status }
  })
}

interface End {
  readonly status: ReviewStatus
  readonly reasons: readonly FieldReason[]
  readonly at: Date
}

/** Writes a rejection. An approval that it ends also ends on the account. */
export async function endWith(
  tx: Transaction<Schema>,
  { accounts }: VerificationDeps,
  row: store.VerificationRow,
  { status, reasons, at }: End,
): Promise<void> {
  const { open } = await store.lockSubmissions(tx, row.account_id)
  const wasApproved = row.valid_until !== null
  // A newer submission takes the place of the approval that ends.
  if (wasApproved && open !== null) await store.deleteSubmission(tx, row)
  else
    await store.updateSubmission(tx, row, {
      status,
      version: row.version + 1,
      decided_at: at,
      reasons: JSON.stringify(reasons),
      valid_until: null,
      reminded: null,
      next_at: null,
      raised_level: false,
    })
  if (!wasApproved) await scheduleDocuments(tx, row, at)
  if (wasApproved) await accounts.endVerified(tx, row.account_id, row.raised_level)
}

interface Recorded extends End {
  readonly action: 'verification.approve' | 'verification.reject'
  readonly by: string
  readonly row: store.VerificationRow
}

async function recordDecision(tx: Transaction<Schema>, { action, by, row, status, reasons, at }: Recorded) {
  const act = { account: row.account_id, actor: 'staff', operator: by, action, subject: row.id } as const
  await recordAct(txOf(tx), act, at, decisionChanges(row.status, status, reasons))
}

/** The audited changes of a decision: the status, and each field with its reason, rule and remedy. */
export const decisionChanges = (
  before: ReviewStatus | null,
  after: ReviewStatus | null,
  reasons: readonly (FieldReason & { readonly rule?: string })[],
): readonly Change[] =>
  changesBetween(
    { status: before },
    {
      status: after,
      reasons: Object.fromEntries(
        reasons.map(({ field, code, rule }) => [
          field,
          [code, ...(rule === undefined ? [] : [`rule ${rule}`]), reasonText({ field, code }, 'en').remedy].join(': '),
        ]),
      ),
    },
  )

/** The notice of a rejection. Its texts are made of the reasons, in the owner's language. */
export const noticeOfReasons = (account: AccountId, reasons: readonly FieldReason[], at: Date) =>
  ({
    account,
    kind: 'verification_rejected',
    values: { reasons: reasons.map(({ field, code }) => `${field}:${code}`).join(',') },
    at,
  }) as const
