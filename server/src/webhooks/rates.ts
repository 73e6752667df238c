/**
 * The rate of an endpoint, as SQL for `e`, a row of `webhook_endpoint`. The row keeps the moments of the last second's
 * requests, by the database's clock, so that all processes count them together. After the clock was set back, a
 * moment in the future counts for two seconds at most.
 */

const LATELY = `select at from unnest(e.requests) at
    where at > statement_timestamp() - interval '1 s' and at < statement_timestamp() + interval '1 s'`

/** The requests that an endpoint with a rate may still have in this second. */
export const ROOM = `(e.rate - (select count(*) from (${LATELY}) lately))`

/**
 * True where an endpoint with a rate may have a retry. The last request of the rate goes to a retry and to an event in turn,
 * so that a long replay does not take all of it.
 */
export const HAS_ROOM_FOR_RETRY = `${ROOM} > case when e.last_is_retry and (select w.id from webhook_due w
    where w.account_id = e.account_id and w.endpoint_id = e.id order by w.id limit 1) is not null then 1 else 0 end`

/** The row's moments with those of new requests. The row is locked since its room was read. */
export const requestsAnd = (added: string): string =>
  `array(${LATELY}) || array_fill(statement_timestamp(), array[${added}])`
