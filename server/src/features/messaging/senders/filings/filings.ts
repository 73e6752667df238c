import type { Filing } from '@hongyan/contract/endpoints/messaging/senders'
import type { AccountId } from '@hongyan/contract/ids'
import { filing as limits } from '@hongyan/contract/limits/senders'
import { type MainlandCarrier, mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { FilingTable } from '../../../../db/schema/senders.ts'
import { announceConfigChange } from '../../../../db/config-change.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { SenderDeps } from '../deps.ts'
import { addStep } from '../steps.ts'
import { workingDayAfter } from './working-days.ts'

export type FilingRow = Selectable<FilingTable>

/** A version of a sender or template, as filings name it. */
export interface Filed {
  readonly account: AccountId
  readonly kind: FilingTable['kind']
  readonly id: string
  readonly version: number
}

/** Files a version at every mainland carrier. The sandbox's carriers may answer in the same moment. */
export async function startFilings(
  tx: Transaction<Schema>,
  { clock, filing }: SenderDeps,
  filed: Filed,
): Promise<void> {
  const { account, kind, id, version } = filed
  const at = clock.now()
  const state = filing.sandboxAnswersAfter === 0 ? 'filed' : 'filing'
  await tx
    .insertInto('filing')
    .values(
      mainlandCarriers.map((carrier) => ({
        account_id: account,
        subject_id: id,
        version,
        carrier,
        kind,
        state,
        changed_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads the filings of versions, by subject and version. */
export async function readFilings(
  db: Kysely<Schema>,
  account: AccountId,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly FilingRow[]>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('filing')
    .selectAll()
    .where('account_id', '=', account)
    .where('subject_id', 'in', subjects)
    .execute()
  const found = new Map<string, FilingRow[]>()
  for (const row of rows) {
    const key = filingKey(row.subject_id, row.version)
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

export const filingKey = (subject: string, version: number): string => `${subject} ${version}`

/** One entry for each carrier. */
export const presentFilings = (rows: readonly FilingRow[], closedDays: ReadonlySet<string>): Filing[] =>
  mainlandCarriers.map((carrier) => {
    const row = rows.find((each) => each.carrier === carrier)
    return {
      carrier,
      state: row?.state ?? 'not_filed',
      reason: row?.reason ?? null,
      changed_at: row?.changed_at.toISOString() ?? null,
      due_on: row?.state === 'filing' ? workingDayAfter(row.changed_at, limits.answersWithin, closedDays) : null,
    }
  })

export async function deleteFilings(tx: Transaction<Schema>, account: AccountId, subject: string): Promise<void> {
  await tx.deleteFrom('filing').where('account_id', '=', account).where('subject_id', '=', subject).execute()
}

/** Files a version at a carrier again, whose filing failed or lapsed. Throws `state_conflict` for any other. */
export async function refile(
  tx: Transaction<Schema>,
  { clock, filing }: SenderDeps,
  { account, kind, id, version }: Filed,
  carrier: MainlandCarrier,
): Promise<void> {
  const at = clock.now()
  const state = filing.sandboxAnswersAfter === 0 ? 'filed' : 'filing'
  const { numUpdatedRows } = await tx
    .updateTable('filing')
    .set({ state, reason: null, changed_at: at })
    .where('account_id', '=', account)
    .where('subject_id', '=', id)
    .where('version', '=', version)
    .where('kind', '=', kind)
    .where('carrier', '=', carrier)
    .where('state', 'in', ['failed', 'lapsed'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('state_conflict')
  await addStep(tx, { account_id: account, subject_id: id, at, event: 'file', version, actor: 'owner', carrier, state })
  await announceConfigChange(tx, account)
}

/** Gives a version the filings of an earlier one that carriers take for the same. */
export async function copyFilings(
  tx: Transaction<Schema>,
  { account, id, version }: Filed,
  earlier: number,
): Promise<void> {
  await sql`
    insert into filing (account_id, subject_id, version, carrier, kind, state, reason, changed_at)
    select account_id, subject_id, ${version}, carrier, kind, state, reason, changed_at
    from filing where account_id = ${account} and subject_id = ${id} and version = ${earlier}`.execute(tx)
}
