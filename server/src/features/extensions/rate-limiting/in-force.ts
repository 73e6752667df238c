import type { LimitInForce } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import type { AccountId } from '@hongyan/contract/ids'
import { trust } from '@hongyan/contract/limits/messaging'
import { reviews } from '@hongyan/contract/limits/senders'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import type { RulesCache } from '../../../gateway/rules.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { dayIn } from '../../../pipeline/day.ts'
import { DAY_KEY } from '../../../pipeline/rate-claims.ts'
import { preApprovedKey } from '../../../pipeline/sender.ts'
import { readChannelLimits } from './channel-limits.ts'

export interface InForceDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly rules: Pick<RulesCache, 'ofAccount'>
}

const USED = statement(
  'rate_limiting.used',
  `select key, used::float8 from limit_use where account_id = $1 and window_start = $2`,
)

const TODAY = statement(
  'rate_limiting.today',
  `select coalesce((select d.msg_cnt from daily d join account a on a.id = d.account_id
      where d.account_id = $1 and d.day = ($2::timestamptz at time zone a.time_zone)::date), 0)::integer as messages,
    coalesce((select b.parts from backlog b where b.account_id = $1), 0)::integer as waiting`,
)

const CREDENTIALS = statement(
  'rate_limiting.credentials',
  `select c.key as name, coalesce(sum(u.requests), 0)::integer as requests from credential c
   left join credential_use u on u.account_id = c.account_id and u.credential_id = c.id and u.hour >= $2
   where c.account_id = $1 group by c.id, c.key order by c.id limit 100`,
)

const REVIEWED = statement(
  'rate_limiting.reviewed',
  `select id, 'sender' as holder, name from signature where account_id = $1 and status = 3
   union all
   select template_id, 'template', name from template_version
     where account_id = $1 and status = 3 and is_newest
   order by 1 limit 200`,
)

/** Lists the limits that hold for an account, with its use now and today (the provider's and the owner's own). */
export async function readLimitsInForce(
  { pool, clock, rules }: InForceDeps,
  account: AccountId,
): Promise<LimitInForce[]> {
  const known = await rules.ofAccount(account)
  if (known === null) throw new Refusal('not_found')
  const { rate, zone, level, strictTrust, rateLimits, wildcard } = known.rules
  const now = clock.now()
  const day = dayIn(zone, now)
  const db = alone(pool)
  const [used, [totals], credentials, reviewed] = await Promise.all([
    db.run<{ readonly key: string; readonly used: number }>(USED, [account, day.start]),
    db.run<{ readonly messages: number; readonly waiting: number }>(TODAY, [account, now]),
    db.run<{ readonly name: string; readonly requests: number }>(CREDENTIALS, [account, day.start]),
    db.run<{ readonly id: string; readonly holder: 'sender' | 'template'; readonly name: string }>(REVIEWED, [account]),
  ])
  const usedOf = (key: string): number => used.find((row) => row.key === key)?.used ?? 0
  const messages = totals?.messages ?? 0
  const none = { name: null, per_second: null, per_day: null, waiting: null, today: null, spending: null }
  const channels =
    wildcard.signature || wildcard.template ? [] : await readChannelLimits(db, account, day.start, usedOf)
  const trusted = strictTrust ? dayCaps[level] : null
  return [
    {
      ...none,
      holder: 'account',
      limit: 'rate',
      per_second: rate === 0 ? null : rate,
      waiting: totals?.waiting ?? 0,
      today: messages,
    },
    ...(trusted === null
      ? []
      : [{ ...none, holder: 'account' as const, limit: 'trust', per_day: trusted, today: usedOf('trust.day') }]),
    ...(rateLimits?.day
      ? [{ ...none, holder: 'account' as const, limit: 'day', per_day: rateLimits.day.limit, today: usedOf(DAY_KEY) }]
      : []),
    ...channels,
    ...credentials.map(({ name, requests }) => ({
      ...none,
      holder: 'credential' as const,
      name,
      limit: 'requests',
      today: requests,
    })),
    ...reviewed.map(({ id, holder, name }) => ({
      ...none,
      holder,
      name,
      limit: 'pre_approved',
      per_day: reviews.preApprovedPerDay,
      today: usedOf(preApprovedKey(holder === 'sender' ? 'signature' : 'template', id)),
    })),
  ]
}

const dayCaps: Readonly<Record<TrustLevel, number | null>> = {
  [TrustLevel.New]: trust.newPerDay,
  [TrustLevel.Paid]: trust.paidPerDay,
  [TrustLevel.Verified]: null,
  [TrustLevel.Trusted]: null,
}
