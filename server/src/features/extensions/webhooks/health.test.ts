import { notices } from '@hongyan/contract/endpoints/account/notices'
import { smsDlr } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { newSender } from '../../../../test/sender.ts'
import { newEndpoint, startReceiver } from '../../../../test/webhook-receiver.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

const { Succeeded, Failed } = WebhookDeliveryState

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

async function aReceiver() {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  return receiver
}

/** Runs the deliveries again and again until a condition holds. */
const delivered = async (holds: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      await world.loops.run('webhooks')
      if (!(await holds())) throw new Error('not yet')
    },
    { timeout: patient(20_000), interval: 50 },
  )

const endpointOf = async (owner: SignedIn) => (await owner.call(smsDlr.get)).endpoints[0]

async function countOf(eid: WebhookEndpointId, status: WebhookDeliveryState): Promise<number> {
  const sql = 'select count(*)::integer as count from webhook_delivery where endpoint_id = $1 and state = $2'
  const { rows } = await world.pool.query<{ count: number }>(sql, [eid, status])
  return rows[0]?.count ?? 0
}

async function toldOf(owner: SignedIn): Promise<readonly string[]> {
  const { notices: told } = await owner.call(notices.list)
  return told.flatMap(({ kind, values }) => (kind === 'webhook_changed' ? [(values as { state: string }).state] : []))
}

test('the owner hears of a failing endpoint at once, after a day and after four, before it is disabled after five', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  receiver.answer(500)
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, tries: 1 })
  const { send } = await newSender(world, owner)
  const began = world.clock.now().getTime()
  const told: (readonly string[])[] = []
  for (const [nr, after] of [0, 2 * HOUR, DAY + HOUR, 2 * DAY, 4 * DAY + HOUR, 5 * DAY + HOUR].entries()) {
    world.clock.set(new Date(began + after))
    await send({ to: '+12065550100', text: `Order ${nr}`, scene: 2 })
    await delivered(async () => (await countOf(eid, Failed)) === nr + 1)
    told.push((await toldOf(owner)).slice(0, 1))
  }
  expect(told.flat()).toEqual(['failing', 'failing', 'failing_day', 'failing_day', 'failing_days', 'failures'])
  expect((await toldOf(owner)).toReversed()).toEqual(['failing', 'failing_day', 'failing_days', 'failures'])
  expect(await endpointOf(owner)).toMatchObject({ state: 'disabled', disabled_reason: 'failures' })
})

test('a disabled endpoint says until when its events are kept, is called every hour, and enabled once it accepts the test event', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  receiver.answer(410)
  const { id: eid } = await newEndpoint(owner, { url: receiver.url })
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550100', text: 'First', scene: 2 })
  await delivered(async () => (await endpointOf(owner))?.state === 'disabled')
  const [refused] = await owner.call(smsDlr.deliveries, { params: { eid }, query: {} })
  expect(refused).toMatchObject({ code: 410, next_at: null })
  await send({ to: '+12065550100', text: 'Second', scene: 2 })
  await vi.waitFor(async () => expect((await endpointOf(owner))?.waiting).toBe(1), { timeout: patient(20_000) })
  const keptUntil = new Date(world.clock.now().getTime() + limits.keptDays * DAY).toISOString()
  expect((await endpointOf(owner))?.waiting_until).toBe(keptUntil)
  const probed = async (wait: number) => {
    const before = receiver.received.length
    world.clock.advance(wait)
    await world.loops.run('webhook-probes')
    return receiver.received.slice(before).map(({ body }) => (JSON.parse(body) as { type: string }).type)
  }
  expect(await probed(HOUR / 2)).toEqual([])
  expect(await probed(HOUR / 2 + MINUTE)).toEqual(['webhook.test'])
  expect(await endpointOf(owner)).toMatchObject({ state: 'disabled' })
  expect(await probed(MINUTE)).toEqual([])
  receiver.answer(204)
  expect(await probed(HOUR)).toEqual(['webhook.test'])
  expect(await endpointOf(owner)).toMatchObject({ state: 'on', disabled_at: null, failing_since: null })
  expect(await toldOf(owner)).toEqual(['recovered', 'gone'])
  await delivered(async () => (await countOf(eid, Succeeded)) === 2)
})

test('a disabled endpoint has no more probes once its events are not kept any more', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  receiver.answer(410)
  await newEndpoint(owner, { url: receiver.url })
  const { send } = await newSender(world, owner)
  await send({ to: '+12065550100', text: 'First', scene: 2 })
  await delivered(async () => (await endpointOf(owner))?.state === 'disabled')
  world.clock.advance((limits.keptDays + 1) * DAY)
  await world.loops.run('webhook-probes')
  expect(receiver.received).toHaveLength(2)
  world.clock.advance(DAY)
  await world.loops.run('webhook-probes')
  expect(receiver.received).toHaveLength(2)
})

test('the log keeps the bodies of failures and of the newest successes of an endpoint', async () => {
  const owner = await world.account()
  const receiver = await aReceiver()
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, tries: 1 })
  const { send } = await newSender(world, owner)
  receiver.answer(500)
  await send({ to: '+12065550100', text: 'Fails', scene: 2 })
  await delivered(async () => (await countOf(eid, Failed)) === 1)
  receiver.answer(204)
  world.clock.advance(MINUTE)
  const older = 3
  const to = Array.from({ length: limits.successBodies + older }, (_, nr) => `+1206555${String(1000 + nr)}`)
  for (const half of [to.slice(0, 100), to.slice(100)]) await send({ to: half, text: 'Arrives', scene: 2 })
  await delivered(async () => (await countOf(eid, Succeeded)) === to.length)
  await world.loops.run('webhook-upkeep')
  const { rows } = await world.pool.query<{ id: string; failed: boolean; kept: boolean }>(
    `select delivery_id as id, failure is not null as failed, request_body is not null and response_headers is not null as kept
       from webhook_try where account_id = $1 order by delivery_id`,
    [owner.id],
  )
  expect(rows.filter(({ failed }) => failed)).toMatchObject([{ kept: true }])
  const kept = rows.filter(({ failed }) => !failed).map((row) => row.kept)
  expect(kept).toEqual(to.map((_, nr) => nr >= older))
})
