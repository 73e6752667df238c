import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const program = path.resolve(import.meta.dirname, '../../tools/sink.mjs')

/** One part as the sink recorded it. */
export interface HandedOverPart {
  readonly reference: string
  readonly part: number
  readonly parts: number
  readonly to: string
  /** The length of the whole message's text. */
  readonly length: number
  readonly remoteId: string
  /** The moment at which the sink recorded it. */
  readonly at: string
  /** The code of a managed channel's link; absent for the product's own. */
  readonly upstream?: string
}

/** A way to fail, as tools/sink.mjs describes it. `share` of the failed hand-overs is recorded. */
export type Failure =
  | { readonly mode: 'refuse' }
  | { readonly mode: 'hang' | 'reset'; readonly share?: number }
  | { readonly mode: 'status'; readonly status: 404 | 429 | 500 | 503; readonly share?: number }
  | { readonly mode: 'slow'; readonly delay: number }

/** The hand-overs that a failure left without a clear answer. All moments are in milliseconds since 1970. */
export interface Doubts {
  /** The end of the failure. */
  readonly wellAt: number
  /** The first query after the failure, by reference; null: none so far. */
  readonly doubts: Readonly<Record<string, number | null>>
}

/** The sandbox's carrier in a process of its own. Its file records all submissions. */
export interface Sink {
  readonly address: string
  /** Stops sending receipts and answering queries. */
  mute(): Promise<void>
  unmute(): Promise<void>
  /** Fails for so many milliseconds from now, for one channel alone where its code is given. */
  fail(failure: Failure, millis: number, upstream?: string): Promise<void>
  /** Ends a failure early. */
  resume(): Promise<void>
  doubts(): Promise<Doubts>
  /** Messages taken so far, duplicates included. */
  count(): Promise<number>
  /** Recipients with a remote id that no database takes (`badId`), or with 60 equal receipts before the final one. */
  odd(recipients: { readonly badId?: string; readonly repeat?: string }): Promise<void>
  /** Hands in a receipt of its own. */
  deliver(remoteId: string, to: string): Promise<void>
  /** All parts ever submitted, duplicates included. */
  parts(): readonly HandedOverPart[]
  stop(): Promise<void>
}

/**
 * Starts a sink that responds `delay` milliseconds after it recorded a submission, so that a kill can lose the
 * response.
 */
export async function startSink(file: string, delay: number): Promise<Sink> {
  const child = spawn('node', [program, '--file', file, '--delay', String(delay)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.replace('listening ', '').trim()))
    child.once('close', (code) => reject(new Error(`the sink ended with ${code}`)))
  })
  const ask = async (method: 'GET' | 'POST', word: string, body?: unknown): Promise<unknown> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(`${address}/${word}`, { method, ...content })
    if (!reply.ok) throw new Error(`the sink answered ${reply.status} to ${word}`)
    return reply.json()
  }
  const command = async (word: string, body?: unknown): Promise<void> => void (await ask('POST', word, body))
  return {
    address,
    mute: () => command('mute'),
    unmute: () => command('unmute'),
    fail: (failure, millis, upstream) => command('fail', { ...failure, millis, upstream }),
    resume: () => command('resume'),
    doubts: async () => (await ask('GET', 'doubts')) as Doubts, // the sink's own answer
    count: async () => ((await ask('GET', 'count')) as { messages: number }).messages, // the sink's own answer
    odd: (recipients) => command('odd', recipients),
    deliver: (remoteId, to) => command('receipts', [{ remoteId, to }]),
    // The sink may be writing: the last line counts once it ends.
    parts: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as HandedOverPart), // the sink's own lines
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
