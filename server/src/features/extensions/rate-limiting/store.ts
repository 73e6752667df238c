import { createSecretKey } from 'node:crypto'
import type {
  CountryCap,
  DayCap,
  ExemptNumber,
  RateRule,
} from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../../../db/tx.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'

/** The saved limits of an account. */
export interface RateLimitingRow {
  readonly version: number
  readonly enabled: boolean
  readonly rules: readonly RateRule[]
  readonly exempt: readonly ExemptNumber[]
  readonly per_second: number | null
  readonly day: DayCap | null
  readonly countries: readonly CountryCap[]
}

/** An account that saved nothing yet. */
const NOTHING_SAVED: RateLimitingRow = {
  version: 0,
  enabled: false,
  rules: [],
  exempt: [],
  per_second: null,
  day: null,
  countries: [],
}

const READ = statement(
  'rate_limiting.read',
  `select version, enabled, rules, exempt, per_second, day, countries from rate_limiting where account_id = $1`,
)

export async function readRow(tx: Tx, account: AccountId): Promise<RateLimitingRow> {
  const [row] = await tx.run<RateLimitingRow>(READ, [account])
  return row ?? NOTHING_SAVED
}

/** Replaces the row, where it still has this version. */
const SAVE = statement(
  'rate_limiting.save',
  `insert into rate_limiting as r (account_id, version, enabled, rules, exempt, per_second, day, countries)
   select $1, 1, $3, $4, $5, $6, $7, $8 where $2 = 0 or exists (select from rate_limiting where account_id = $1)
   on conflict (account_id) do update set version = r.version + 1, enabled = excluded.enabled, rules = excluded.rules,
     exempt = excluded.exempt, per_second = excluded.per_second, day = excluded.day, countries = excluded.countries
     where r.version = $2
   returning version`,
)

/** Saves the limits; false where another version is stored. */
export async function saveRow(tx: Tx, account: AccountId, row: RateLimitingRow): Promise<boolean> {
  const saved = await tx.run(SAVE, [
    account,
    row.version,
    row.enabled,
    JSON.stringify(row.rules),
    JSON.stringify(row.exempt),
    row.per_second,
    row.day === null ? null : JSON.stringify(row.day),
    JSON.stringify(row.countries),
  ])
  return saved.length > 0
}

const EXEMPT = statement(
  'rate_limiting.exempt',
  `select a.hash_key as "hashKey", r.exempt from rate_limiting r join account a on a.id = r.account_id
   where r.account_id = $1 for update of r`,
)

const KEEP_EXEMPT = statement(
  'rate_limiting.keep_exempt',
  `update rate_limiting set version = version + 1, exempt = $2 where account_id = $1`,
)

/** Drops an erased person's number from the exempt ones. */
export async function eraseExempt(tx: Tx, account: AccountId, toHash: Buffer): Promise<void> {
  const [row] = await tx.run<{ hashKey: Buffer; exempt: readonly ExemptNumber[] }>(EXEMPT, [account])
  if (row === undefined) return
  const key = createSecretKey(row.hashKey)
  const kept = row.exempt.filter(({ number }) => !recipientHash(key, number).equals(toHash))
  if (kept.length < row.exempt.length) await tx.run(KEEP_EXEMPT, [account, JSON.stringify(kept)])
}
