import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { z } from 'zod'
import { createBell } from '../../../kit/bell.ts'
import type { Receipt, Submitted, Upstream } from '../upstream.ts'
import { SANDBOX } from './sandbox.ts'

const LOOK_EVERY = 100
const TIMEOUT = 10_000

const Accepted = z.array(z.object({ remoteIds: z.array(z.string()) }))
const FoundReply = z.record(z.string(), z.array(z.string()))
const Receipts = z.object({
  receipts: z.array(z.object({ remoteId: z.string(), to: z.string() })),
  next: z.number().int(),
})

/**
 * The sandbox with its carrier in a process of its own (SANDBOX_SINK). The sink appends every submission to a file
 * before it responds, never removes duplicates, and answers queries and sends receipts across restarts of this server.
 * Kill tests count its lines.
 */
export function createSink(address: string): Upstream {
  const call = async <T>(path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> => {
    const reply = await fetch(new URL(path, address), {
      method: body === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!reply.ok) throw new Error(`the sink answered ${reply.status}`)
    return schema.parse(await reply.json())
  }

  const listen: Upstream['listen'] = (settled) => {
    const bell = createBell()
    let stopped = false
    let from = 0
    const look = async (): Promise<number> => {
      const { receipts, next } = await call(`/receipts?from=${from}`, Receipts)
      if (receipts.length > 0) await settled(receipts.map(delivered))
      from = next
      return receipts.length
    }
    const loop = async (): Promise<void> => {
      while (!stopped) if ((await look().catch(() => 0)) === 0 && !stopped) await bell.wait(LOOK_EVERY)
    }
    const running = loop()
    return async () => {
      stopped = true
      bell.ring()
      await running
    }
  }

  return {
    code: SANDBOX,
    window: 500,
    rate: 0,
    listen,
    submit: async (messages) =>
      (await call('/handover', Accepted, messages)).map(({ remoteIds }): Submitted => ({
        kind: 'accepted',
        remoteIds,
      })),
    find: async (references) => new Map(Object.entries(await call('/find', FoundReply, references))),
  }
}

const delivered = ({ remoteId, to }: { readonly remoteId: string; readonly to: string }): Receipt => ({
  remoteId,
  to,
  part: 0,
  status: MessageStatus.Delivered,
  upstreamCode: 'DELIVRD',
  error: null,
})
