import { MessageId, wireId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { uuidv7 } from '../../kit/ids.ts'
import type { HandOver, Receipt, Upstream } from './upstream.ts'

/** An upstream under test, and the function that ends it. */
export interface UpstreamUnderTest {
  readonly upstream: Upstream
  readonly end: () => Promise<void>
}

const handOver = (change: Partial<HandOver> = {}): HandOver => ({
  reference: wireId(MessageId.parse(uuidv7(new Date()))),
  channel: 'sms',
  to: '+12065550000',
  sender: null,
  text: 'Hello',
  parts: 1,
  scene: 2,
  attempt: 1,
  remote: null,
  ...change,
})

/** The behaviour that every upstream must have. `make` starts a fresh one. */
export function upstreamSuite(make: () => Promise<UpstreamUnderTest>): void {
  let upstream: Upstream
  let end: () => Promise<void>
  beforeAll(async () => {
    ;({ upstream, end } = await make())
  })
  afterAll(() => end())

  /** Collects receipts for these ids until there are `count` of them. */
  const receiptsOf = async (ids: readonly string[], count: number): Promise<Receipt[]> => {
    const got: Receipt[] = []
    let enough = (): void => undefined
    const done = new Promise<void>((resolve) => (enough = resolve))
    const stop = upstream.listen(async (receipts) => {
      got.push(...receipts.filter(({ remoteId }) => ids.includes(remoteId)))
      if (got.length >= count) enough()
    })
    await done
    await stop()
    return got
  }

  const accepted = async (message: HandOver): Promise<readonly string[]> => {
    const result = await upstream.submit(message)
    if (result.kind !== 'accepted') throw new Error(`the upstream answered ${result.kind}`)
    return result.remoteIds
  }

  test('each submission has its own result, and each part an id of its own', async () => {
    const results = await Promise.all([accepted(handOver({ parts: 1 })), accepted(handOver({ parts: 3 }))])
    expect(results.map(({ length }) => length)).toEqual([1, 3])
    const ids = results.flat()
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })

  test('a query finds a submitted message by our reference, and nothing for one never submitted', async () => {
    const there = handOver({ parts: 2 })
    const ids = await accepted(there)
    const found = await upstream.find([there.reference, '0'.repeat(32)])
    expect(found.get(there.reference)).toEqual(ids)
    expect(found.has('0'.repeat(32))).toBe(false)
  })

  test('a submission that was begun long before, because the process stood still, is not made', async () => {
    const late = handOver()
    const now = performance.now.bind(performance)
    const submitted = upstream.submit(late)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000)
    onTestFinished(() => clock.mockRestore())
    expect(await submitted).toEqual({ kind: 'unreachable' })
    expect(await upstream.find([late.reference])).toEqual(new Map())
  })

  test('every part gets a receipt', async () => {
    const ids = await accepted(handOver({ parts: 2 }))
    const receipts = await receiptsOf(ids, 2)
    expect(receipts.map(({ remoteId }) => remoteId).toSorted()).toEqual([...ids].toSorted())
    expect(receipts).toMatchObject(ids.map(() => ({ status: MessageStatus.Delivered, to: '+12065550000' })))
  })

  test('a receipt that was not settled is delivered again', async () => {
    const [id] = await accepted(handOver())
    let failed = (): void => undefined
    const once = new Promise<void>((resolve) => (failed = resolve))
    const stop = upstream.listen(async (receipts) => {
      if (!receipts.some(({ remoteId }) => remoteId === id)) return
      failed()
      throw new Error('not written')
    })
    await once
    await stop()
    expect(await receiptsOf([id ?? ''], 1)).toMatchObject([{ remoteId: id }])
  })
}
