import type { SavedRateLimits, SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { type AccountId, RateRuleId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type RateLimitingRow, readRow, saveRow } from './store.ts'

export interface RateLimitingDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** Reads everything that the extension enforces. */
export async function readLimits({ db }: Pick<RateLimitingDeps, 'db'>, account: AccountId): Promise<SmsRateLimiting> {
  const [row, owner] = await Promise.all([
    readRow(txOf(db), account),
    db.selectFrom('account').select(['tps', 'time_zone']).where('id', '=', account).executeTakeFirstOrThrow(),
  ])
  return present(row, owner)
}

const present = (
  { rules, exempt, countries, ...row }: RateLimitingRow,
  { tps, time_zone }: { readonly tps: number; readonly time_zone: string },
): SmsRateLimiting => ({
  ...row,
  rules: [...rules],
  exempt: [...exempt],
  countries: [...countries],
  account_rate: tps,
  time_zone,
})

/** Replaces the limits. The gateway follows within five seconds. */
export async function saveLimits(
  deps: RateLimitingDeps,
  account: AccountId,
  { rules, ...saved }: SavedRateLimits,
): Promise<SmsRateLimiting> {
  const { db, clock } = deps
  const before = await readLimits(deps, account)
  if (before.version !== saved.version) throw new Refusal('state_conflict', { details: { current: before } })
  const known = new Set(before.rules.map(({ id }) => id))
  const now = clock.now()
  const row: RateLimitingRow = {
    ...saved,
    rules: rules.map((rule, index) => {
      const { id = RateRuleId.parse(uuidv7(now)) } = rule
      if (rule.id !== undefined && !known.has(id)) throw new Refusal('not_found', { field: `rules[${index}].id` })
      return { ...rule, id }
    }),
  }
  const isSaved = await db.transaction().execute(async (tx) => {
    if (!(await saveRow(txOf(tx), account, row))) return false
    await announceConfigChange(tx, account)
    return true
  })
  const after = await readLimits(deps, account)
  if (!isSaved) throw new Refusal('state_conflict', { details: { current: after } })
  return after
}
