import type { AccountId, SignatureId } from '@hongyan/contract/ids'
import { signatures as limits } from '@hongyan/contract/limits/senders'
import type { FilingState } from '@hongyan/contract/vocabulary/filing'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { EntityKind, ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { SignatureRegion } from '@hongyan/contract/vocabulary/signature'
import { type Sort, sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { announceConfigChange } from '../../../../db/config-change.ts'
import { countReachable } from '../../../../db/reachable-count.ts'
import type { Schema } from '../../../../db/schema.ts'
import type { SignatureTable } from '../../../../db/schema/senders.ts'

export type SignatureRow = Selectable<SignatureTable>

/** A sender with the number of templates that only it may carry. */
export interface ListedRow extends SignatureRow {
  readonly templates: number
}

export interface SignatureKey {
  readonly account: AccountId
  readonly id: SignatureId
}

export interface SignatureFilter {
  readonly status?: ReviewStatus | undefined
  readonly kind?: EntityKind | undefined
  readonly scene?: MessageScene | undefined
  readonly region?: SignatureRegion | undefined
  readonly filing?: FilingState | undefined
  readonly text?: string | undefined
}

export interface Paging extends SignatureFilter {
  readonly limit: number
  readonly offset: number
  readonly sort: Sort<'created_at'>
}

const TEMPLATES = sql<number>`(select count(distinct v.template_id)::integer from template_version v
  where v.account_id = signature.account_id and v.signature_id = signature.id and v.is_newest)`.as('templates')

function filtered(db: Kysely<Schema>, account: AccountId, filter: SignatureFilter) {
  const { status, kind, scene, region, filing, text = '' } = filter
  return db
    .selectFrom('signature')
    .where('account_id', '=', account)
    .$if(status !== undefined, (of) => of.where('status', '=', status ?? 0))
    .$if(kind !== undefined, (of) => of.where('kind', '=', kind ?? 1))
    .$if(scene !== undefined, (of) => of.where(sql<boolean>`${scene} = any(scenes)`))
    .$if(region !== undefined, (of) => of.where(region === 'cn' ? 'mainland' : 'international', '=', true))
    .$if(filing !== undefined, (of) => of.where(hasFiling(filing ?? 'filed')))
    .$if(text !== '', (of) => of.where(sql<boolean>`position(lower(${text}) in lower(name)) > 0`))
}

/** True where some carrier has a filing in this state; `not_filed` where none has any. */
const hasFiling = (state: FilingState) =>
  state === 'not_filed'
    ? sql<boolean>`mainland and not exists (select from filing f where f.account_id = signature.account_id
        and f.subject_id = signature.id and f.version = signature.version)`
    : sql<boolean>`exists (select from filing f where f.account_id = signature.account_id
        and f.subject_id = signature.id and f.version = signature.version and f.state = ${state})`

/** Senders have their ids in the order in which they were created. */
export const listRows = (db: Kysely<Schema>, account: AccountId, { limit, offset, sort, ...filter }: Paging) =>
  filtered(db, account, filter)
    .selectAll('signature')
    .select(TEMPLATES)
    .orderBy('id', sortParts(sort).direction)
    .limit(limit)
    .offset(offset)
    .execute()

export const countRows = (db: Kysely<Schema>, account: AccountId, filter: SignatureFilter): Promise<number> =>
  countReachable(db, filtered(db, account, filter))

export async function findRow(db: Kysely<Schema>, { account, id }: SignatureKey): Promise<ListedRow | null> {
  const row = await db
    .selectFrom('signature')
    .selectAll()
    .select(TEMPLATES)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function lockRow(tx: Transaction<Schema>, { account, id }: SignatureKey): Promise<SignatureRow | null> {
  const row = await tx
    .selectFrom('signature')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Finds a sender by its id alone, as staff name it. */
export async function findById(db: Kysely<Schema>, id: SignatureId): Promise<SignatureRow | null> {
  const row = await db.selectFrom('signature').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function insertRow(tx: Transaction<Schema>, row: Insertable<SignatureTable>): Promise<void> {
  await tx.insertInto('signature').values(row).execute()
  await announceConfigChange(tx, row.account_id)
}

export async function updateRow(
  tx: Transaction<Schema>,
  { account, id }: SignatureKey,
  change: Updateable<SignatureTable>,
): Promise<void> {
  await tx.updateTable('signature').set(change).where('account_id', '=', account).where('id', '=', id).execute()
  await announceConfigChange(tx, account)
}

/** Sets the end of a third party's authorisation by the evidence of the row, and forgets the reminders before it. */
export async function setExpiry(tx: Transaction<Schema>, { account, id }: SignatureKey): Promise<void> {
  const [days] = limits.authorisationRemindOn
  await sql`
    update signature s set expires_at = e.at, reminded = null, next_at = e.at - make_interval(days => ${days})
    from (
      select g.account_id, g.id, case when g.usage = 'third_party'
        then ((g.evidence ->> 'authorised_until')::date + 1)::timestamp at time zone a.time_zone end as at
      from signature g join account a on a.id = g.account_id where g.account_id = ${account} and g.id = ${id}
    ) e
    where s.account_id = e.account_id and s.id = e.id`.execute(tx)
  await announceConfigChange(tx, account)
}

export async function deleteRow(tx: Transaction<Schema>, { account, id }: SignatureKey): Promise<void> {
  await tx.deleteFrom('signature').where('account_id', '=', account).where('id', '=', id).execute()
  await announceConfigChange(tx, account)
}

/** Moves the default mark. Without an id no sender has it. */
export async function markDefault(tx: Transaction<Schema>, { account, id }: SignatureKey): Promise<void> {
  await tx
    .updateTable('signature')
    .set({ is_default: false })
    .where('account_id', '=', account)
    .where('is_default', '=', true)
    .execute()
  await updateRow(tx, { account, id }, { is_default: true })
}
