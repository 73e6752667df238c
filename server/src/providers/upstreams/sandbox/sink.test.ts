import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { expect, onTestFinished, test, vi } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { startSink } from '../../../../test/sink.ts'
import type { Receipt, Upstream } from '../upstream.ts'
import { createSink } from './sink.ts'

const message = {
  reference: '0'.repeat(32),
  channel: 'sms',
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 1,
  scene: 2,
  attempt: 1,
  remote: null,
} as const

/** An upstream whose sink is a server with this listener, which keeps unused connections for a minute. */
async function upstreamTo(listener: RequestListener): Promise<Upstream> {
  const server = createServer({ keepAliveTimeout: MINUTE }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return createSink(`http://127.0.0.1:${port}`)
}

/** A sink that counts the submissions that reach it. */
async function countingSink() {
  let received = 0
  const upstream = await upstreamTo((request, response) => {
    received += 1
    request.resume().on('end', () => response.end(JSON.stringify([{ remoteIds: ['1'] }])))
  })
  return { upstream, received: () => received }
}

test('a submission that was begun before the process stood still for long is not sent, on no connection', async () => {
  const { upstream, received } = await countingSink()
  const now = performance.now.bind(performance)
  let stoodStill = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStill)
  onTestFinished(() => clock.mockRestore())
  const late = async () => {
    const submitted = upstream.submit(message)
    stoodStill += 11_000
    return submitted
  }

  expect(await late()).toEqual({ kind: 'unreachable' })
  expect(await upstream.submit(message)).toEqual({ kind: 'accepted', remoteIds: ['1'] })
  // By now a connection is open and idle.
  expect(await late()).toEqual({ kind: 'unreachable' })
  expect(received()).toBe(1)
})

test('an unused connection is closed by this process, before the sink can close it under a submission', async () => {
  const sockets: Socket[] = []
  const upstream = await upstreamTo((request, response) => {
    sockets.push(request.socket)
    request.resume().on('end', () => response.end(JSON.stringify([{ remoteIds: ['1'] }])))
  })
  await upstream.submit(message)
  await Promise.all(sockets.map((socket) => once(socket, 'end')))
})

/** The first receipts of an upstream. */
async function firstReceipts(upstream: Upstream): Promise<readonly Receipt[]> {
  let first: (receipts: readonly Receipt[]) => void = () => undefined
  const got = new Promise<readonly Receipt[]>((resolve) => (first = resolve))
  const stop = upstream.listen(async (receipts) => first(receipts))
  const receipts = await got
  await stop()
  return receipts
}

test('channels share a sink, find and hear of their own messages alone, and fail alone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-sink-'))
  const sink = await startSink(path.join(folder, 'sink.jsonl'), 0)
  onTestFinished(async () => {
    await sink.resume()
    await sink.stop()
    rmSync(folder, { recursive: true })
  })
  const code = 'c'.repeat(32)
  const standard = createSink(sink.address)
  const managed = createSink(sink.address, { code, window: 50, rate: 10 })
  expect(managed).toMatchObject({ code, window: 50, rate: 10 })

  const results = [await standard.submit(message), await managed.submit({ ...message, to: '+12065550101' })]
  const [one, other] = results.map((result) => (result.kind === 'accepted' ? result.remoteIds : []))
  expect(await standard.find([message.reference])).toEqual(new Map([[message.reference, one]]))
  expect(await managed.find([message.reference])).toEqual(new Map([[message.reference, other]]))
  expect(await firstReceipts(standard)).toMatchObject([{ remoteId: one?.[0], to: message.to }])
  expect(await firstReceipts(managed)).toMatchObject([{ remoteId: other?.[0], to: '+12065550101' }])
  expect(sink.parts().map(({ upstream }) => upstream)).toEqual([undefined, code])

  await sink.fail({ mode: 'status', status: 503 }, 600_000, code)
  expect(await managed.submit(message)).toEqual({ kind: 'unreachable' })
  expect(await standard.submit(message)).toMatchObject({ kind: 'accepted' })
  expect(await sink.count()).toBe(3)
})

test('submissions wait for one of a few connections together, codes first, and fill the next calls', async () => {
  const calls: string[][] = []
  const answers: (() => void)[] = []
  const upstream = await upstreamTo((request, response) => {
    void text(request).then((body) => {
      const references = (JSON.parse(body) as { reference: string }[]).map(({ reference }) => reference) // of `submit`
      calls.push(references)
      answers.push(() => response.end(JSON.stringify(references.map((reference) => ({ remoteIds: [reference] })))))
    })
  })
  const submit = (reference: string, scene: 1 | 3) => upstream.submit({ ...message, reference, scene })

  const first = Array.from({ length: 800 }, (_, nr) => submit(`offer ${nr}`, 3))
  await vi.waitFor(() => expect(calls).toHaveLength(16), patient(10 * SECOND))
  const later = [submit('a late offer', 3), submit('a code', 1)]
  await new Promise(setImmediate)
  for (const answer of answers.splice(0, 16)) answer()
  await Promise.all(first)
  await vi.waitFor(() => expect(calls).toHaveLength(17), patient(10 * SECOND))
  expect(calls[16]).toEqual(['a code', 'a late offer'])
  for (const answer of answers) answer()
  expect(await Promise.all(later)).toEqual(
    ['a late offer', 'a code'].map((reference) => ({ kind: 'accepted', remoteIds: [reference] })),
  )
})
