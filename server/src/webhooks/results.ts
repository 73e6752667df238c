import { DAY, HOUR } from '@hongyan/contract/durations'
import type { AccountId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState, type WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import { statement, type Tx } from '../db/tx.ts'
import { type Claimed, LEASE } from './claim.ts'
import type { WebhookAnswer } from './sender.ts'

/** A request that was sent, and its answer. */
export interface Tried {
  readonly claimed: Claimed
  readonly at: Date
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly answer: WebhookAnswer
  /** False where the failover address is tried next. */
  readonly last: boolean
}

/** The moment of the next try; null where there is none. `random` is in [0, 1). */
function nextTry(
  { target, round }: Pick<Claimed, 'target' | 'round'>,
  { failure, retryAfter }: Pick<WebhookAnswer, 'failure' | 'retryAfter'>,
  now: Date,
  random: number,
): Date | null {
  if (failure === null) return null
  const done = round + 1
  const wait = limits.waits[target.schedule][done - 1]
  if (done >= target.tries || wait === undefined) return null
  const varied = wait * (1 + limits.jitter * (2 * random - 1))
  return new Date(now.getTime() + Math.max(varied, retryAfter ?? 0))
}

/** An endpoint that fails gets no new requests for so long: a second, doubled by each failure, at most a minute. */
const PAUSE = `least(interval '60 s', interval '1 s' * power(2, least(e.failures, 6)))`

/** A result that comes after another process took its try for lost replaces the loss. */
const ADD_TRY = statement(
  'webhook_try.add',
  `insert into webhook_try (account_id, endpoint_id, delivery_id, nr, at, url, code, failure, latency_ms, request_headers,
     request_body, response_headers, response_body)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12::jsonb, $13)
   on conflict (account_id, endpoint_id, delivery_id, nr) do update set code = excluded.code, failure = excluded.failure,
     latency_ms = excluded.latency_ms, request_headers = excluded.request_headers, request_body = excluded.request_body,
     response_headers = excluded.response_headers, response_body = excluded.response_body
   where webhook_try.failure = 'lost'`,
)

/** A delivery that was removed with its endpoint meanwhile is not written. */
const END = statement(
  'webhook_delivery.end',
  `update webhook_delivery set state = $4, tries = greatest(tries, $5), round = $6, code = $7, failure = $8, latency_ms = $9, tried_at = $10,
     next_at = $11, sending_at = $12
   where account_id = $1 and endpoint_id = $2 and id = $3`,
)

/** The change of an endpoint's health that its owner is told. */
export interface HealthChange {
  readonly account: AccountId
  readonly endpoint: WebhookEndpointId
  readonly name: string
  readonly state: 'failing' | 'failing_day' | 'failing_days' | 'gone' | 'failures' | 'recovered'
}

const SUCCEEDED = statement(
  'webhook_endpoint.succeeded',
  `with before as (
     select account_id, id, alerts from webhook_endpoint where account_id = $1 and id = $2 and disabled_at is null
       and (failing_since is not null or succeeded_at is null or succeeded_at < $3::timestamptz - interval '10 s')
     for update
   )
   update webhook_endpoint e
      set failing_since = null, failures = 0, alerts = 0, paused_until = null, succeeded_at = $3
     from before b where e.account_id = b.account_id and e.id = b.id
   returning e.account_id as account, e.id as endpoint, e.name, case when b.alerts > 0 then 'recovered' end as state`,
)

const DAYS = (duration: number): string => `interval '${duration / DAY} days'`
const [SECOND_ALERT, THIRD_ALERT] = limits.alertAfter

/**
 * 410 ends an endpoint at once, and failures end it after days: the delivery that fails for good then is never the first
 * one, so a single outage ends nothing. $5 is true where a delivery had its last try.
 */
const FAILED = statement(
  'webhook_endpoint.failed',
  `with before as (
     select account_id, id, alerts, case when $4 then 'gone'
         when $5 and $3 >= failing_since + ${DAYS(limits.disabledAfter)} then 'failures' end as reason,
       greatest(alerts, case when $3 >= failing_since + ${DAYS(THIRD_ALERT)} then 3
         when $3 >= failing_since + ${DAYS(SECOND_ALERT)} then 2 when $5 then 1 end) as rank
       from webhook_endpoint where account_id = $1 and id = $2 and disabled_at is null for update
   )
   update webhook_endpoint e set failures = e.failures + 1, failing_since = coalesce(e.failing_since, $3),
     alerts = case when b.reason is null then b.rank else ${limits.alertAfter.length + 1} end,
     paused_until = greatest($3::timestamptz + ${PAUSE}, $6::timestamptz),
     disabled_reason = b.reason, disabled_at = case when b.reason is not null then $3::timestamptz end,
     probe_at = case when b.reason is not null then $3::timestamptz + interval '${limits.probeEvery / HOUR} hours' end
     from before b where e.account_id = b.account_id and e.id = b.id
   returning e.account_id as account, e.id as endpoint, e.name,
     coalesce(b.reason, case when b.rank > b.alerts then ('{failing,failing_day,failing_days}'::text[])[b.rank] end) as state`,
)

type HealthRow = Omit<HealthChange, 'state'> & { readonly state: HealthChange['state'] | null }

const GONE = 410

/** Writes a try and what follows from it. Bodies are cut to what the log shows. */
export async function writeTried(
  tx: Tx,
  tried: Tried,
  random: number,
  changed: (tx: Tx, change: HealthChange, at: Date) => Promise<void>,
): Promise<void> {
  const { claimed, at, url, headers, answer, last } = tried
  const { target, id, body } = claimed
  const key = [target.account, target.id, id]
  const number = claimed.tries + 1
  await tx.run(ADD_TRY, [
    ...key,
    number,
    at,
    url,
    answer.code,
    answer.failure,
    answer.latency,
    JSON.stringify(headers),
    body.slice(0, limits.shownMax),
    JSON.stringify(answer.headers),
    answer.body,
  ])
  const next = last ? nextTry(claimed, answer, at, random) : new Date(at.getTime() + LEASE)
  await tx.run(END, [
    ...key,
    stateOf(answer.failure, next),
    number,
    last ? claimed.round + 1 : claimed.round,
    answer.code,
    answer.failure,
    answer.latency,
    at,
    next,
    last ? null : new Date(at.getTime() + answer.latency),
  ])
  if (answer.failure !== null && !last) return
  const asked = answer.retryAfter === null ? null : new Date(at.getTime() + answer.retryAfter)
  const changes = await (answer.failure === null
    ? tx.run<HealthRow>(SUCCEEDED, [target.account, target.id, at])
    : tx.run<HealthRow>(FAILED, [target.account, target.id, at, answer.code === GONE, next === null, asked]))
  for (const { state, ...endpoint } of changes) if (state !== null) await changed(tx, { ...endpoint, state }, at)
}

const stateOf = (failure: WebhookFailure | null, next: Date | null): WebhookDeliveryState => {
  if (failure === null) return WebhookDeliveryState.Succeeded
  return next === null ? WebhookDeliveryState.Failed : WebhookDeliveryState.Failing
}
