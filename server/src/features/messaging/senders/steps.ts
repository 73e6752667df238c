import type { AccountId } from '@hongyan/contract/ids'
import type { ReviewStep } from '@hongyan/contract/endpoints/messaging/senders'
import { type SenderReason, senderReasonText } from '@hongyan/contract/senders/reasons'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ReviewStepTable } from '../../../db/schema/senders.ts'
import { uuidv7 } from '../../../kit/ids.ts'

type NewStep = Pick<Insertable<ReviewStepTable>, 'account_id' | 'subject_id' | 'at' | 'event' | 'version' | 'actor'> & {
  readonly reviewer?: string
  readonly reasons?: readonly SenderReason[]
  readonly carrier?: ReviewStepTable['carrier']
  readonly state?: ReviewStepTable['state']
}

/** Appends an event to the timeline of a sender or template. */
export async function addStep(tx: Transaction<Schema>, { reasons = [], ...step }: NewStep): Promise<void> {
  await tx
    .insertInto('review_step')
    .values({ ...step, id: uuidv7(step.at), reasons: JSON.stringify(reasons) })
    .execute()
}

/** The most events that a timeline shows. */
const SHOWN = 200

/** Reads the newest events of a timeline, oldest first. The name of a reviewer is not shown to customers. */
export async function readSteps(
  db: Kysely<Schema>,
  account: AccountId,
  subject: string,
  locale: Locale,
): Promise<ReviewStep[]> {
  const rows = await db
    .selectFrom('review_step')
    .select(['at', 'event', 'version', 'actor', 'reasons', 'carrier', 'state'])
    .where('account_id', '=', account)
    .where('subject_id', '=', subject)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.toReversed().map(({ at, actor, reasons, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by: actor,
    reasons: presentReasons(reasons, locale),
  }))
}

export async function deleteSteps(tx: Transaction<Schema>, account: AccountId, subject: string): Promise<void> {
  await tx.deleteFrom('review_step').where('account_id', '=', account).where('subject_id', '=', subject).execute()
}

/** Reasons with their texts in the caller's language. */
export const presentReasons = (reasons: readonly SenderReason[], locale: Locale) =>
  reasons.map((reason) => ({
    field: reason.field,
    code: reason.code,
    rule: reason.rule ?? null,
    ...senderReasonText(reason, locale),
  }))
