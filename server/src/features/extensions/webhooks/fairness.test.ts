import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { smsDlr, type SavedEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { newSender } from '../../../../test/sender.ts'
import { layEndpoints } from '../../../../test/webhook-endpoints.ts'
import { newEndpoint, startReceiver } from '../../../../test/webhook-receiver.ts'
import { newWorld, type World } from '../../../../test/world.ts'

const { Pending, Succeeded, Failed } = WebhookDeliveryState

/** Requests that endpoints may have at once that are not proved, of all that a process may have. */
const UNTRIED = 100
const FAILING = 200

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** A receiver that never answers, with the requests that it holds and the most that it ever held. */
async function startSilentReceiver() {
  const held = new Set<ServerResponse>()
  let most = 0
  const server = createServer((request, response) => {
    held.add(response)
    most = Math.max(most, held.size)
    response.on('close', () => held.delete(response))
    request.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has one
  return { url: `http://127.0.0.1:${port}/`, held, most: () => most }
}

const run = (sql: string, values: readonly unknown[]) => world.pool.query(sql, [...values])

/** Runs the deliveries again and again until a condition holds. */
const delivered = (holds: () => boolean | Promise<boolean>) =>
  vi.waitFor(
    async () => {
      await world.loops.run('webhooks')
      if (!(await holds())) throw new Error('not yet')
    },
    { timeout: patient(20_000), interval: 50 },
  )

/** An account whose endpoint takes its events, beside more endpoints than their share whose receiver never answers. */
async function besideSilent(share: number, prepare: () => Promise<unknown> = () => Promise.resolve()) {
  const owner = await world.account()
  const live = await startReceiver()
  onTestFinished(() => live.close())
  await newEndpoint(owner, { url: live.url })
  const { send } = await newSender(world, owner)
  const order = (text: string) => send({ to: '+12065550100', text, scene: 2 })
  await order('First')
  await delivered(() => live.received.length === 1)

  const silent = await startSilentReceiver()
  const urls = Array.from({ length: share + 60 }, () => silent.url)
  onTestFinished(await layEndpoints(run, world.secrets, { urls, events: 3 }))
  await prepare()
  await delivered(() => silent.held.size === share)
  for (let nr = 0; nr < 3; nr += 1) await world.loops.run('webhooks')
  expect(silent.most()).toBe(share)
  await order('Second')
  await delivered(() => live.received.length === 2)
}

test('endpoints that never answer hold a part of the requests, and a live endpoint goes on getting its events', () =>
  besideSilent(UNTRIED))

test('endpoints that failed hold a larger part, and a live endpoint goes on getting its events', () =>
  besideSilent(FAILING, () => run("update webhook_endpoint set failures = 1 where name = 'beside'", [])))

/** An endpoint with failed deliveries, which has taken its newest event. */
async function withFailures(failures: number, choice: Partial<SavedEndpoint> = {}) {
  const owner = await world.account()
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const { id: eid } = await newEndpoint(owner, { url: receiver.url, tries: 1, ...choice })
  const { send } = await newSender(world, owner)
  const order = (text: string) => send({ to: '+12065550100', text, scene: 2 })
  const ended = async (status: WebhookDeliveryState) =>
    (await owner.call(smsDlr.deliveries, { params: { eid }, query: { status } })).map(({ id }) => id)

  receiver.answer(500)
  for (let nr = 1; nr <= failures; nr += 1) {
    await order(`Failed ${nr}`)
    await delivered(async () => (await ended(Failed)).length === nr)
    world.clock.advance(MINUTE)
  }
  receiver.answer(204)
  await order('Taken')
  await delivered(async () => (await ended(Succeeded)).length === 1)
  return { owner, eid, receiver, order, failed: await ended(Failed), ended }
}

test('replayed deliveries keep to the rate of their endpoint and take turns with its events', async () => {
  const { owner, eid, receiver, order, failed, ended } = await withFailures(2, { rate: 1 })
  const before = receiver.received.length
  await order('Beside')
  await vi.waitFor(async () => expect((await owner.call(smsDlr.get)).endpoints).toMatchObject([{ waiting: 1 }]), {
    timeout: patient(5_000),
  })
  for (const did of failed) await owner.call(smsDlr.replay, { params: { eid, did } })
  const arrivals: number[] = []
  await delivered(async () => {
    const succeeded = await ended(Succeeded)
    while (arrivals.length < receiver.received.length - before) arrivals.push(performance.now())
    return succeeded.length === 4
  })
  const [first = 0, , third = 0] = arrivals
  expect(third - first).toBeGreaterThan(1.5 * SECOND)
  const replayed = failed.map((did) => `msg_${did.replaceAll('-', '')}`)
  const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])
  expect(ids.map((id) => replayed.includes(String(id)))).toEqual([true, false, true])
})

test('a delivery is replayed to an endpoint that always has a request open', async () => {
  const {
    owner,
    eid,
    receiver,
    order,
    failed: [did],
    ended,
  } = await withFailures(1)
  const before = receiver.received.length
  if (did === undefined) throw new Error('no delivery has failed')
  receiver.hold()
  await order('Held')
  await delivered(() => receiver.received.length === before + 1)
  receiver.answer(204)
  await owner.call(smsDlr.replay, { params: { eid, did } })
  await delivered(async () => (await ended(Succeeded)).includes(did))
  expect(await ended(Pending)).toHaveLength(1)
})
