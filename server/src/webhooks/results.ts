import { DAY, HOUR, SECOND } from '@hongyan/contract/durations'
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
const ADD_TRIES = statement(
  'webhook_try.add',
  `insert into webhook_try (account_id, endpoint_id, delivery_id, nr, at, url, code, failure, latency_ms, request_headers,
     request_body, response_headers, response_body)
   select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::timestamptz[], $6::text[], $7::smallint[],
     $8::text[], $9::integer[], $10::jsonb[], $11::text[], $12::jsonb[], $13::text[])
   on conflict (account_id, endpoint_id, delivery_id, nr) do update set code = excluded.code, failure = excluded.failure,
     latency_ms = excluded.latency_ms, request_headers = excluded.request_headers, request_body = excluded.request_body,
     response_headers = excluded.response_headers, response_body = excluded.response_body
   where webhook_try.failure = 'lost'`,
)

/** A delivery that was deleted meanwhile is not written. */
const END = statement(
  'webhook_delivery.end',
  `update webhook_delivery d set state = r.state, tries = greatest(d.tries, r.tries), round = r.round, code = r.code,
     failure = r.failure, latency_ms = r.latency_ms, tried_at = r.tried_at, next_at = r.next_at, sending_at = r.sending_at
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::smallint[], $6::smallint[], $7::smallint[],
     $8::text[], $9::integer[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[]) as r(account_id, endpoint_id,
     id, state, tries, round, code, failure, latency_ms, tried_at, next_at, sending_at)
   where d.account_id = r.account_id and d.endpoint_id = r.endpoint_id and d.id = r.id`,
)

/** The change of an endpoint's health that its owner is told. */
export interface HealthChange {
  readonly account: AccountId
  readonly endpoint: WebhookEndpointId
  readonly name: string
  readonly state: 'failing' | 'failing_day' | 'failing_days' | 'gone' | 'failures' | 'recovered'
}

/** The moment of an endpoint's last success is exact to so long. */
const SUCCESS_EVERY = 10 * SECOND

const SUCCEEDED = statement(
  'webhook_endpoint.succeeded',
  `with before as (
     select account_id, id, alerts from webhook_endpoint where account_id = $1 and id = $2 and disabled_at is null
       and (failing_since is not null or succeeded_at is null or succeeded_at < $3::timestamptz - interval '${SUCCESS_EVERY / SECOND} s')
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

interface Written extends Tried {
  readonly next: Date | null
}

/** Writes tries and what follows from them, each of another delivery. Bodies are cut to what the log shows. */
export async function writeTried(
  tx: Tx,
  all: readonly Tried[],
  random: () => number,
  changed: (tx: Tx, change: HealthChange, at: Date) => Promise<void>,
): Promise<void> {
  const written = all.map((tried) => ({ ...tried, next: afterTry(tried, random()) }))
  const columns = <T>(of: (tried: Written) => T): readonly T[] => written.map((tried) => of(tried))
  const key = [
    columns(({ claimed }) => claimed.target.account),
    columns(({ claimed }) => claimed.target.id),
    columns(({ claimed }) => claimed.id),
  ]
  const number = columns(({ claimed }) => claimed.tries + 1)
  const at = columns((tried) => tried.at)
  const code = columns(({ answer }) => answer.code)
  const failure = columns(({ answer }) => answer.failure)
  const latency = columns(({ answer }) => answer.latency)
  await tx.run(ADD_TRIES, [
    ...key,
    number,
    at,
    columns(({ url }) => url),
    code,
    failure,
    latency,
    columns(({ headers }) => JSON.stringify(headers)),
    columns(({ claimed }) => claimed.body.slice(0, limits.shownMax)),
    columns(({ answer }) => JSON.stringify(answer.headers)),
    columns(({ answer }) => answer.body),
  ])
  await tx.run(END, [
    ...key,
    columns(({ answer, next }) => stateOf(answer.failure, next)),
    number,
    columns(({ claimed, last }) => (last ? claimed.round + 1 : claimed.round)),
    code,
    failure,
    latency,
    at,
    columns(({ next }) => next),
    columns((tried) => (tried.last ? null : new Date(tried.at.getTime() + tried.answer.latency))),
  ])
  const ended = written.filter(({ answer, last }) => answer.failure === null || last)
  const ordered = ended.toSorted(byEndpoint)
  for (const tried of ordered.filter((one, nr) => !isFollowed(one, ordered[nr + 1]))) {
    const { at } = tried
    for (const { state, ...endpoint } of await healthAfter(tx, tried)) {
      if (state !== null) await changed(tx, { ...endpoint, state }, at)
    }
  }
}

/** Where the failover address is tried next, the delivery is on its way for the length of a lease. */
const afterTry = ({ claimed, answer, at, last }: Tried, random: number): Date | null =>
  last ? nextTry(claimed, answer, at, random) : new Date(at.getTime() + LEASE)

/** A success right before another one of its endpoint changes nothing. */
const isFollowed = (tried: Tried, next: Tried | undefined): boolean =>
  tried.answer.failure === null && next?.answer.failure === null && next.claimed.target.id === tried.claimed.target.id

/** Endpoints are locked in one order, so that two processes never wait for each other, and changed in the order of time. */
const byEndpoint = (a: Tried, b: Tried): number =>
  a.claimed.target.id === b.claimed.target.id
    ? a.at.getTime() - b.at.getTime()
    : a.claimed.target.id.localeCompare(b.claimed.target.id)

/** Writes the health of an endpoint. */
function healthAfter(tx: Tx, { claimed, answer, at, next }: Written): Promise<readonly HealthRow[]> {
  const { account, id } = claimed.target
  if (answer.failure === null) return tx.run<HealthRow>(SUCCEEDED, [account, id, at])
  const asked = answer.retryAfter === null ? null : new Date(at.getTime() + answer.retryAfter)
  return tx.run<HealthRow>(FAILED, [account, id, at, answer.code === GONE, next === null, asked])
}

const stateOf = (failure: WebhookFailure | null, next: Date | null): WebhookDeliveryState => {
  if (failure === null) return WebhookDeliveryState.Succeeded
  return next === null ? WebhookDeliveryState.Failed : WebhookDeliveryState.Failing
}
