import { Agent, request } from 'node:http'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { z } from 'zod'
import { createBell } from '../../../kit/bell.ts'
import type { HandOver, Receipt, Submitted, Upstream } from '../upstream.ts'
import { type Carrier, standardCarrier } from './sandbox.ts'

const POLL_EVERY = 100
const TIMEOUT = 10_000
/** Messages go on from a channel that answers nothing within five seconds; its link notices by calls without an answer. */
const CHANNEL_TIMEOUT = 3_000
/** A query is repeated until it succeeds, so it need not wait long. */
const QUERY_TIMEOUT = 2_000
/** The most submissions of one call. */
const CALL_SIZE = 50
/** The most calls at once. Submissions that wait for one fill the next: a call of each would wait behind all others. */
const CONNECTIONS = 16
/**
 * Milliseconds until an unused connection is closed, long before the sink would: it would lose a call that is written
 * while it closes the connection.
 */
const IDLE_FOR = 2_000
/** Codes go before the rest of what waits. */
const SCENES = [MessageScene.Verification, MessageScene.Notification, MessageScene.Marketing] as const

const Accepted = z.array(z.object({ remoteIds: z.array(z.string()) }))
const FoundReply = z.record(z.string(), z.array(z.string()))
const Receipts = z.object({
  receipts: z.array(
    z.object({ remoteId: z.string(), to: z.string(), status: z.number().int().default(MessageStatus.Delivered) }),
  ),
  next: z.number().int(),
})

/** The request ended before it had a connection, so the sink certainly knows nothing of it. */
class NotConnected extends Error {}

/** A response with another status than 200. */
class SinkStatus extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the sink answered ${status}`)
    this.status = status
  }
}

interface Pending {
  readonly message: HandOver
  readonly begun: number
  readonly resolve: (result: Submitted) => void
}

type SunkCarrier = Pick<Carrier, 'code' | 'window' | 'rate'>

/** Statuses with which the sink certainly took nothing. With the last it works, and puts the messages off. */
const NOT_FOUND = 404
const UNAVAILABLE = 503
const THROTTLED = 429

/**
 * The sandbox with its carrier in a process of its own (SANDBOX_SINK). The sink appends every submission to a file
 * before it responds, never removes duplicates, and answers queries and sends receipts across restarts of this server.
 * Kill tests count its lines.
 */
export function createSink(address: string, { code, window, rate }: SunkCarrier = standardCarrier): Upstream {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_FOR })
  const answerWithin = code === standardCarrier.code ? TIMEOUT : CHANNEL_TIMEOUT
  const waiting: Readonly<Record<MessageScene, Pending[]>> = { 1: [], 2: [], 3: [] }
  let calls = 0
  let isFlushing = false

  /** The sink keeps the upstreams that share it apart by their codes. */
  const addressOf = (path: string): URL => {
    const url = new URL(path, address)
    if (code !== standardCarrier.code) url.searchParams.set('upstream', code)
    return url
  }

  const call = <T>(
    path: string,
    schema: z.ZodType<T>,
    timeout: number,
    body?: unknown,
    begun = performance.now(),
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(addressOf(path), { method, agent, signal: AbortSignal.timeout(timeout) })
      let connected = false
      // After this process stood still, others may know already that the sink has none of it: it is not sent late.
      const connect = (): void => {
        if (performance.now() - begun > timeout) sent.destroy(new Error('the call is late'))
        else connected = true
      }
      sent.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', connect)
        else connect()
      })
      sent.on('error', (error) => reject(connected ? error : new NotConnected(error.message)))
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new SinkStatus(response.statusCode ?? 0))
          try {
            resolve(schema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })

  const submitCall = async (batch: readonly Pending[]): Promise<void> => {
    const messages = batch.map(({ message }) => message)
    try {
      const begun = Math.min(...batch.map((each) => each.begun))
      const answers = await call('/handover', Accepted, answerWithin, messages, begun)
      batch.forEach(({ resolve }, at) => {
        const answer = answers[at]
        resolve(answer === undefined ? { kind: 'unknown' } : { kind: 'accepted', remoteIds: answer.remoteIds })
      })
    } catch (error) {
      for (const { resolve } of batch) resolve(resultOf(error))
    }
  }

  const nextBatch = (): readonly Pending[] => {
    const batch: Pending[] = []
    for (const scene of SCENES) batch.push(...waiting[scene].splice(0, CALL_SIZE - batch.length))
    return batch
  }

  const flush = (): void => {
    isFlushing = false
    while (calls < CONNECTIONS) {
      const batch = nextBatch()
      if (batch.length === 0) return
      calls += 1
      void submitCall(batch).then(() => {
        calls -= 1
        flushSoon()
      })
    }
  }

  /** Flushes once for all submissions of one turn of the event loop. */
  const flushSoon = (): void => {
    if (isFlushing) return
    isFlushing = true
    setImmediate(flush)
  }

  const listen: Upstream['listen'] = (settled) => {
    const bell = createBell()
    let stopped = false
    let from = 0
    const look = async (): Promise<number> => {
      const { receipts, next } = await call(`/receipts?from=${from}`, Receipts, QUERY_TIMEOUT)
      if (receipts.length > 0) await settled(receipts.map(receiptOf))
      from = next
      return receipts.length
    }
    const loop = async (): Promise<void> => {
      while (!stopped) if ((await look().catch(() => 0)) === 0 && !stopped) await bell.wait(POLL_EVERY)
    }
    const running = loop()
    return async () => {
      stopped = true
      bell.ring()
      await running
    }
  }

  return {
    code,
    window,
    rate,
    listen,
    submit: (message) =>
      new Promise((resolve) => {
        waiting[message.scene].push({ message, begun: performance.now(), resolve })
        flushSoon()
      }),
    find: async (references) => new Map(Object.entries(await call('/find', FoundReply, QUERY_TIMEOUT, references))),
  }
}

/** The sink documents that it takes nothing with 404, 429 and 503; every other failure after the connection is ambiguous. */
function resultOf(error: unknown): Submitted {
  if (error instanceof SinkStatus) {
    if (error.status === THROTTLED) {
      return { kind: 'deferred', error: 'no_upstream_available', upstreamCode: String(THROTTLED) }
    }
    const certain = error.status === NOT_FOUND || error.status === UNAVAILABLE
    return certain ? { kind: 'unreachable' } : { kind: 'unknown' }
  }
  return error instanceof NotConnected ? { kind: 'unreachable' } : { kind: 'unknown' }
}

const receiptOf = ({ remoteId, to, status }: z.infer<typeof Receipts>['receipts'][number]): Receipt => ({
  remoteId,
  to,
  part: 0,
  status: status as MessageStatus, // the sink sends statuses of the specification
  upstreamCode: status === MessageStatus.Delivered ? 'DELIVRD' : String(status),
  error: null,
})
