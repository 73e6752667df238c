import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { newSender } from '../../../../test/sender.ts'
import { layEndpoints } from '../../../../test/webhook-endpoints.ts'
import { newEndpoint, startReceiver } from '../../../../test/webhook-receiver.ts'
import { newWorld, type World } from '../../../../test/world.ts'

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
const delivered = (holds: () => boolean) =>
  vi.waitFor(
    async () => {
      await world.loops.run('webhooks')
      if (!holds()) throw new Error('not yet')
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
