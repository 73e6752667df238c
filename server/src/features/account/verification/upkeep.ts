import { MINUTE } from '@hongyan/contract/durations'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { canHave, reviewed } from '@hongyan/contract/vocabulary/review'
import type { Pool } from 'pg'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import type { Schema } from '../../../db/schema.ts'
import { alone, txOf } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { dueReminder, nextReminder } from '../../../jobs/reminders.ts'
import { notify } from '../../../notices/notify.ts'
import { decisionChanges, endWith } from './decisions.ts'
import type { VerificationDeps } from './deps.ts'
import { rehashIdentities } from './identity.ts'
import { graceEndOf } from './present.ts'
import * as store from './store.ts'

export interface UpkeepDeps extends VerificationDeps {
  readonly pool: Pool
}

const EVERY = MINUTE
/** A row whose process died is claimed again after this time. */
const CLAIMED_FOR = 5 * MINUTE

const due = dueRows<Pick<store.VerificationRow, 'account_id' | 'id'>>({
  table: 'verification',
  key: ['account_id', 'id'],
  due: 'next_at',
  since: 'submitted_at',
  open: 'status = 4',
  read: 'select account_id, id from claimed',
  backOff: { first: CLAIMED_FOR, factor: 0, most: CLAIMED_FOR },
  batch: 100,
})

/** Reminds owners of the end of their approval unless a renewal waits for its review, ends approvals after their grace, and deletes old drafts. */
export async function keepVerificationsUp(deps: UpkeepDeps): Promise<void> {
  const { db, pool, clock, secrets } = deps
  for (let found = due.batch; found === due.batch;) {
    const rows = await due.claim(alone(pool), clock.now())
    for (const row of rows) await db.transaction().execute((tx) => step(tx, deps, row))
    found = rows.length
  }
  await store.deleteDraftsBefore(db, new Date(clock.now().getTime() - limits.draftKeptFor))
  await db.transaction().execute((tx) => rehashIdentities(tx, secrets))
}

async function step(
  tx: Transaction<Schema>,
  deps: UpkeepDeps,
  { account_id: account, id }: Pick<store.VerificationRow, 'account_id' | 'id'>,
): Promise<void> {
  const { approved, open } = await store.lockSubmissions(tx, account)
  if (approved?.id !== id || approved.valid_until === null) return
  const at = deps.clock.now()
  const { valid_until: validUntil } = approved
  if (at >= graceEndOf(validUntil)) return expire(tx, deps, approved, at)
  const reminder = dueReminder(validUntil, limits.remindOn, approved.reminded, at)
  await store.updateSubmission(tx, approved, {
    next_at: nextReminder(validUntil, limits.remindOn, at) ?? graceEndOf(validUntil),
    ...(reminder !== null && { reminded: reminder }),
  })
  const isRenewing = open !== null && canHave(open.status, 'withdraw')
  if (reminder === null || isRenewing) return
  const values = {
    days: String(reminder),
    valid_until: validUntil.toISOString(),
    grace_until: graceEndOf(validUntil).toISOString(),
  }
  await notify(txOf(tx), { account, kind: 'verification_expiring', values, at })
}

/** Ends an approval whose yearly renewal is missing (screens S12). */
async function expire(tx: Transaction<Schema>, deps: UpkeepDeps, row: store.VerificationRow, at: Date): Promise<void> {
  const { account_id: account, id } = row
  const status = reviewed(row.status, 'revoke')
  if (status === null) return
  const reasons = [{ field: 'name', code: 'verification_expired' }] as const
  await endWith(tx, deps, row, { status, reasons, at })
  const act = { account, actor: 'system', action: 'verification.expire', subject: id } as const
  await recordAct(txOf(tx), act, at, decisionChanges(row.status, status, reasons))
  await notify(txOf(tx), { account, kind: 'verification_expired', values: {}, at })
}

export const upkeepLoop = (deps: UpkeepDeps): Loop => ({
  name: 'verifications',
  every: EVERY,
  run: () => keepVerificationsUp(deps),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})
