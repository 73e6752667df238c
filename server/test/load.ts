import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const program = path.resolve(import.meta.dirname, 'load-client.mjs')

export interface LoadRequest {
  /** The credential's key; requests are in simple mode. */
  readonly key: string
  readonly body: string
  readonly recipients: number
  readonly idempotencyKey?: string
}

export interface LoadPlan {
  readonly address: string
  readonly millis: number
  /** Keep-alive connections at most. */
  readonly connections: number
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[]
  /**
   * Milliseconds from one request to the next, after one on each connection to open it. Absent: each connection sends as
   * fast as it gets answers.
   */
  readonly every?: number
}

export interface Played {
  /** Responses by status, and broken requests by their error. */
  readonly statuses: Readonly<Record<string, number>>
  /** The first responses that were not 200. */
  readonly refusals: readonly string[]
  /** Messages that the server accepted, replays excluded. */
  readonly messages: number
  /** Their ids, for a plan with `every`. */
  readonly ids: readonly string[]
  /** Milliseconds from the planned moment of a request to its response, for a plan with `every`. */
  readonly latencies: readonly number[]
}

/** Sends the planned requests from a process of its own. Resolves when each has its response. */
export async function play(plan: LoadPlan): Promise<Played> {
  const child = spawn('node', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(plan))
  const output = await text(child.stdout)
  await ended
  return JSON.parse(output) as Played // the program's own line
}

/** The smallest of the values that this share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
