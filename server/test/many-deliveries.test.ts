import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HAS_WORK } from '../src/webhooks/deliver.ts'
import { fastest } from './fastest.ts'
import { newEndpoint, startReceiver, type TestReceiver } from './webhook-receiver.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const LISTED = process.env['SCALE'] === 'full' ? 100_000 : 10_000
/** One delivery in so many has failed for good. */
const FAILED = 1_000

let world: World
let receiver: TestReceiver
beforeAll(async () => {
  world = await newWorld()
  receiver = await startReceiver()
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

/** Gives an endpoint deliveries of ten messages each, with ids and moments in their order. Returns the first's message. */
async function addDeliveries(owner: SignedIn, endpoint: WebhookEndpointId): Promise<string> {
  await world.pool.query(
    `insert into webhook_delivery
       (account_id, endpoint_id, id, type, message_id, messages, events, state, tries, code, created_at, content_type)
     select $1, $2, overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') || '-0000-7' from 1 for 15)::uuid,
       'sms.message.delivered', null, m.ids, 10, case when n % $4 = 0 then $5::smallint else $6::smallint end, 1, 200,
       $7::timestamptz - make_interval(secs => $3 - n), 'application/json'
     from generate_series(1, $3::integer) n
     cross join lateral (select array_agg(gen_random_uuid()) as ids from generate_series(1, 10) where n > 0) m`,
    [
      owner.id,
      endpoint,
      LISTED,
      FAILED,
      WebhookDeliveryState.Failed,
      WebhookDeliveryState.Succeeded,
      world.clock.now(),
    ],
  )
  await world.pool.query('vacuum analyze webhook_delivery')
  const { rows } = await world.pool.query<{ message: string }>(
    'select messages[5] as message from webhook_delivery where account_id = $1 order by id limit 1',
    [owner.id],
  )
  return rows[0]?.message ?? ''
}

test('very many deliveries of an endpoint are read page by page, and the deliveries of a message are found among them', async () => {
  const owner = await world.account()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  const message = await addDeliveries(owner, eid)
  const queries = {
    first: {},
    last: { offset: '9980' },
    failed: { status: String(WebhookDeliveryState.Failed) },
    pending: { status: String(WebhookDeliveryState.Pending) },
    type: { type: 'sms.message.failed' },
    message: { message },
    oldest: { to: new Date(world.clock.now().getTime() - (LISTED - 20) * 1_000).toISOString() },
  }
  const list = (query: object) => owner.call(smsDlr.deliveries, { params: { eid }, query })
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(10, () => list(query))
    process.stdout.write(`deliveries of ${LISTED}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  expect(await list(queries.message)).toMatchObject([{ events: 10 }])
  expect(await list(queries.failed)).toHaveLength(Math.min(20, LISTED / FAILED))
  const last = await list(queries.last)
  expect(last).toHaveLength(20)
  expect(last.map(({ id }) => id)).toEqual(
    last
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('the look for webhooks reads indexes in their order, so that a drained queue costs it nothing', async () => {
  const { rows } = await world.pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) select ${HAS_WORK}`)
  const scans = rows.flatMap(({ 'QUERY PLAN': line }) => /(\w+ )*Scan/.exec(line)?.[0] ?? [])
  expect(scans).toEqual(['Index Only Scan', 'Index Only Scan'])
})
