import type { LimitInForce } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { type AccountId, type UpstreamId, wireId } from '@hongyan/contract/ids'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import { statement, type Tx } from '../../../db/tx.ts'
import { spendingKey } from '../../../pipeline/claims.ts'

const CHANNELS = statement(
  'rate_limiting.channels',
  `select u.id, u.name, u.tps, u.daily_cap_micros as cap,
     coalesce((select sum(parts) from outbox o where o.upstream = replace(u.id::text, '-', '')
       and o.account_id = u.account_id and o.mark is null), 0)::integer as waiting,
     coalesce((select sum(accepted) from upstream_minute m where m.account_id = u.account_id and m.upstream_id = u.id
       and m.minute >= $2), 0)::integer as today
   from upstream u join account a on a.id = u.account_id
   where u.account_id = $1 and not a.sms_smpp and u.state <> 'draft' order by u.name`,
)

interface Row {
  readonly id: UpstreamId
  readonly name: string
  readonly tps: number
  readonly cap: Micros | null
  readonly waiting: number
  readonly today: number
}

/** Lists the limits of an account's own channels: the rate of each, and what it may spend on a day where it has a cap. */
export async function readChannelLimits(
  db: Tx,
  account: AccountId,
  day: Date,
  usedOf: (key: string) => number,
): Promise<readonly LimitInForce[]> {
  const rows = await db.run<Row>(CHANNELS, [account, day])
  return rows.flatMap(({ id, name, tps, cap, waiting, today }): LimitInForce[] => {
    const of = { holder: 'upstream', name, per_second: null, per_day: null, waiting: null, today: null } as const
    const rate: LimitInForce = { ...of, limit: 'rate', per_second: tps, waiting, today, spending: null }
    if (cap === null) return [rate]
    const spent = micros(BigInt(usedOf(spendingKey(wireId(id)))))
    const spending = { per_day: decimalOf(cap), today: decimalOf(spent) }
    return [rate, { ...of, limit: 'spending', spending }]
  })
}
