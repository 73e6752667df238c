import type { AccountId, CredentialId, IpEntryId } from '@hongyan/contract/ids'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import type { IpEffect, IpMode } from '@hongyan/contract/vocabulary/ip-restriction'
import { statement, type Tx } from '../../../db/tx.ts'

/** An entry as it is stored. */
export interface EntryRow {
  readonly id: IpEntryId
  readonly effect: IpEffect
  readonly network: string
  readonly note: string
  readonly credential: CredentialId | null
  readonly created_at: string
}

/** The settings of an account with their entries. */
export interface Settings {
  readonly enabled: boolean
  readonly mode: IpMode
  readonly reportOnly: boolean
  readonly entries: readonly EntryRow[]
}

/** The settings that return at the end of a trial. */
export interface Trial {
  readonly revertAt: Date
  readonly before: Settings
}

export interface Restriction extends Settings {
  readonly version: number
  readonly trial: Trial | null
  readonly revertedAt: Date | null
}

interface Row {
  readonly version: number
  readonly enabled: boolean
  readonly mode: IpMode
  readonly report_only: boolean
  readonly revert_at: Date | null
  readonly before: Settings | null
  readonly reverted_at: Date | null
}

const COLUMNS = 'version, enabled, mode, report_only, revert_at, before, reverted_at'
const READ = statement('ip_restriction.read', `select ${COLUMNS} from ip_restriction where account_id = $1`)
const LOCK = statement('ip_restriction.lock', `select ${COLUMNS} from ip_restriction where account_id = $1 for update`)
const BEGIN = statement(
  'ip_restriction.begin',
  `insert into ip_restriction (account_id, version, enabled, mode, report_only) values ($1, 0, false, 'allow', false)
   on conflict (account_id) do nothing`,
)

/** Entries of a credential that no longer exists are none. */
const ENTRIES = statement(
  'ip_restriction_entry.list',
  `select e.id, e.effect, e.network, e.note, e.credential_id as credential,
     to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
   from ip_restriction_entry e where e.account_id = $1 and (e.credential_id is null or exists (
     select from credential c where c.account_id = e.account_id and c.id = e.credential_id))
   order by e.nr`,
)

const NONE: Row = {
  version: 0,
  enabled: false,
  mode: 'allow',
  report_only: false,
  revert_at: null,
  before: null,
  reverted_at: null,
}

const restrictionOf = (row: Row, entries: readonly EntryRow[]): Restriction => ({
  version: row.version,
  enabled: row.enabled,
  mode: row.mode,
  reportOnly: row.report_only,
  entries,
  trial: row.revert_at === null || row.before === null ? null : { revertAt: row.revert_at, before: row.before },
  revertedAt: row.reverted_at,
})

/** The rules of an account; those that restrict nothing where it has saved none. */
export async function readRestriction(tx: Tx, account: AccountId): Promise<Restriction> {
  const [row] = await tx.run<Row>(READ, [account])
  return restrictionOf(row ?? NONE, await tx.run<EntryRow>(ENTRIES, [account]))
}

/** Reads the rules of an account and keeps other changes of them waiting until the transaction ends. */
export async function lockRestriction(tx: Tx, account: AccountId): Promise<Restriction> {
  await tx.run(BEGIN, [account])
  const [row] = await tx.run<Row>(LOCK, [account])
  return restrictionOf(row ?? NONE, await tx.run<EntryRow>(ENTRIES, [account]))
}

const WRITE = statement(
  'ip_restriction.write',
  `update ip_restriction set version = version + 1, enabled = $2, mode = $3, report_only = $4, revert_at = $5,
     before = $6, reverted_at = $7
    where account_id = $1`,
)
const CLEAR = statement('ip_restriction_entry.clear', 'delete from ip_restriction_entry where account_id = $1')
const INSERT = statement(
  'ip_restriction_entry.insert',
  `insert into ip_restriction_entry (account_id, nr, id, effect, network, note, credential_id, created_at)
   select $1, nr, (e->>'id')::uuid, e->>'effect', e->>'network', e->>'note', (e->>'credential')::uuid,
     (e->>'created_at')::timestamptz
     from jsonb_array_elements($2::jsonb) with ordinality as of(e, nr)`,
)

/** Replaces settings and entries, under the next version. */
export async function writeRestriction(
  tx: Tx,
  account: AccountId,
  { enabled, mode, reportOnly, entries }: Settings,
  end: { readonly trial: Trial | null; readonly revertedAt: Date | null },
): Promise<void> {
  const { trial, revertedAt } = end
  const before = trial === null ? null : JSON.stringify(trial.before)
  await tx.run(WRITE, [account, enabled, mode, reportOnly, trial?.revertAt ?? null, before, revertedAt])
  await tx.run(CLEAR, [account])
  await tx.run(INSERT, [account, JSON.stringify(entries)])
}

const KEEP = statement(
  'ip_restriction.keep',
  `update ip_restriction set revert_at = null, before = null where account_id = $1`,
)

/** Ends the trial of a change, which stays. */
export const keepRestriction = (tx: Tx, account: AccountId): Promise<unknown> => tx.run(KEEP, [account])

const CREDENTIALS = statement(
  'ip_restriction.credentials',
  `select id, key from credential where account_id = $1 and id = any($2::uuid[])`,
)

/** The keys of those credentials of an account that exist. */
export async function keysOf(
  tx: Tx,
  account: AccountId,
  ids: readonly CredentialId[],
): Promise<ReadonlyMap<CredentialId, string>> {
  const rows = await tx.run<{ readonly id: CredentialId; readonly key: string }>(CREDENTIALS, [account, ids])
  return new Map(rows.map(({ id, key }) => [id, key]))
}

export interface Hits {
  readonly entry: IpEntryId
  readonly hits: number
  readonly last_at: Date
}

const HITS = statement(
  'ip_restriction_hit.sums',
  `select entry_id as entry, sum(hits) filter (where day > $2::date - ${limits.hitDays})::integer as hits, max(last_at) as last_at
     from ip_restriction_hit where account_id = $1 group by entry_id`,
)

/** The hits of each entry that has any. */
export const readHits = (tx: Tx, account: AccountId, now: Date): Promise<readonly Hits[]> =>
  tx.run<Hits>(HITS, [account, now])
