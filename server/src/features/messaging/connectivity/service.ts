import type { Connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { createLatency, type Latency } from '../../../kit/latency.ts'

export interface ConnectivityDeps {
  readonly pool: Pool
  /** This process's recent latency of acceptance at the send API. */
  readonly accepting: Latency
}

/** The latency from which the send API counts as slow. An acceptance usually takes a few milliseconds. */
const SLOW_MILLIS = 500

/**
 * The state of the send API by the requests of the last minutes. Without any, measures a query, which every request
 * needs.
 */
export async function sendApiHealth({ pool, accepting }: ConnectivityDeps): Promise<Connectivity> {
  const measured = accepting.median() ?? (await probe(pool))
  if (measured === null) return { id: 'api', state: 'down', latency_ms: null }
  return {
    id: 'api',
    state: measured >= SLOW_MILLIS ? 'slow' : 'operational',
    latency_ms: Math.round(measured * 10) / 10,
  }
}

async function probe(pool: Pool): Promise<number | null> {
  const once = createLatency()
  return once
    .timed(() => pool.query('select'))
    .then(
      () => once.median(),
      () => null,
    )
}

/** A webhook endpoint whose answers usually take longer than this is slow. */
const SLOW_WEBHOOK_MILLIS = 2_000

const WEBHOOKS = statement(
  'connectivity.webhooks',
  `select bool_or(disabled_at is not null or failing_since is not null) as failing,
     (select percentile_disc(0.5) within group (order by t.latency_ms) from (
        select d.latency_ms from webhook_delivery d where d.account_id = $1 and d.endpoint_id in (
          select id from webhook_endpoint where account_id = $1
        ) and d.latency_ms is not null order by d.id desc limit 100
      ) t)::float8 as latency
   from webhook_endpoint where account_id = $1 and (is_on or disabled_at is not null) having count(*) > 0`,
)

/** The worst of an account's endpoints, and the median latency of its newest deliveries. */
export async function webhookHealth(pool: Pool, account: AccountId): Promise<Connectivity> {
  const [row] = await alone(pool).run<{ readonly failing: boolean; readonly latency: number | null }>(WEBHOOKS, [
    account,
  ])
  if (row === undefined) return { id: 'webhook', state: 'not_set_up', latency_ms: null }
  const isSlow = row.latency !== null && row.latency >= SLOW_WEBHOOK_MILLIS
  const working = isSlow ? 'slow' : 'operational'
  return { id: 'webhook', state: row.failing ? 'down' : working, latency_ms: row.latency }
}
