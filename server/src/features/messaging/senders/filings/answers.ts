import type { AccountId } from '@hongyan/contract/ids'
import {
  canAnswer,
  type FilingAnswer,
  type MainlandCarrier,
  mainlandCarriers,
} from '@hongyan/contract/vocabulary/filing'
import type { Transaction } from 'kysely'
import { recordAct } from '../../../../audit/log.ts'
import { announceConfigChange } from '../../../../db/config-change.ts'
import type { Schema } from '../../../../db/schema.ts'
import { txOf } from '../../../../db/tx.ts'
import { notify } from '../../../../notices/notify.ts'
import type { SenderDeps } from '../deps.ts'
import { addStep } from '../steps.ts'
import { chooseServing } from '../templates/serving.ts'
import type { TemplateId } from '@hongyan/contract/ids'
import type { FilingRow } from './filings.ts'

/** A carrier's answer to a filing. */
export interface Answer {
  readonly account: AccountId
  readonly subject: string
  readonly version: number
  readonly carrier: MainlandCarrier
  readonly answer: FilingAnswer
  /** The carrier's own words; null where it gave none. */
  readonly reason: string | null
  /** The staff member who recorded it; null for the sandbox's carriers. */
  readonly by: string | null
}

/**
 * Records a carrier's answer with its effects: the gateway's snapshot, the version of a template in use, the timeline,
 * the audit log and the owner's notice. Returns false where the filing's state has no such answer.
 */
export async function recordAnswer(
  tx: Transaction<Schema>,
  { clock }: Pick<SenderDeps, 'clock'>,
  { account, subject, version, carrier, answer, reason, by }: Answer,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('filing')
    .selectAll()
    .where('account_id', '=', account)
    .where('subject_id', '=', subject)
    .where('version', '=', version)
    .orderBy('carrier')
    .forUpdate()
    .execute()
  const row = rows.find((each) => each.carrier === carrier)
  if (row === undefined || !canAnswer(row.state, answer)) return false
  const at = clock.now()
  await tx
    .updateTable('filing')
    .set({ state: answer, reason, changed_at: at })
    .where('account_id', '=', account)
    .where('subject_id', '=', subject)
    .where('version', '=', version)
    .where('carrier', '=', carrier)
    .execute()
  if (row.kind === 'template') await chooseServing(tx, { account, id: subject as TemplateId }) // its kind says so
  await announceConfigChange(tx, account)
  const step = { account_id: account, subject_id: subject, at, event: 'file', version, actor: 'carrier' } as const
  await addStep(tx, { ...step, carrier, state: answer, ...(by !== null && { reviewer: by }) })
  const action = row.kind === 'signature' ? 'signature.file' : 'template.file'
  const actor = by === null ? ({ actor: 'system' } as const) : ({ actor: 'staff', operator: by } as const)
  await recordAct(txOf(tx), { account, ...actor, action, subject }, at, [
    { field: carrier, before: row.state, after: answer },
  ])
  if (answer !== 'filed' || isLast(rows, carrier)) await tellOwner(tx, row, { answer, reason, at })
  return true
}

/** True where every other carrier has filed the version, so this answer makes it sendable. */
const isLast = (rows: readonly FilingRow[], carrier: MainlandCarrier): boolean =>
  rows.length === mainlandCarriers.length && rows.every((row) => row.carrier === carrier || row.state === 'filed')

async function tellOwner(
  tx: Transaction<Schema>,
  { account_id: account, kind, subject_id: subject, version, carrier }: FilingRow,
  { answer, reason, at }: { readonly answer: FilingAnswer; readonly reason: string | null; readonly at: Date },
): Promise<void> {
  const name = await nameOf(tx, { account, kind, subject, version })
  const values = { name, carrier, state: answer, reason: reason ?? '' }
  await notify(txOf(tx), { account, kind: `${kind}_filing`, values, at })
}

interface Named {
  readonly account: AccountId
  readonly kind: FilingRow['kind']
  readonly subject: string
  readonly version: number
}

async function nameOf(tx: Transaction<Schema>, { account, kind, subject, version }: Named): Promise<string> {
  const row =
    kind === 'signature'
      ? await tx
          .selectFrom('signature')
          .select('name')
          .where('account_id', '=', account)
          .where('id', '=', subject as never) // its kind says so
          .executeTakeFirst()
      : await tx
          .selectFrom('template_version')
          .select('name')
          .where('account_id', '=', account)
          .where('template_id', '=', subject as TemplateId) // its kind says so
          .where('version', '=', version)
          .executeTakeFirst()
  return row?.name ?? subject
}
