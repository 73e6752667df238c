import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const program = path.resolve(import.meta.dirname, '../tools/sink.mjs')

/** A carrier in a process of its own, to which every channel of a server with SANDBOX_SINK hands over. */
export interface Sink {
  readonly address: string
  /** Answers every call of one channel with 503 from now on: it accepts no message. */
  readonly fail: (upstream: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Long enough for every test. */
const FOREVER = 600_000

export async function startSink(file: string): Promise<Sink> {
  const child = spawn('node', [program, '--file', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const listening: unknown[] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  const address = String(listening[0]).replace('listening ', '').trim()
  return {
    address,
    async fail(upstream) {
      const body = JSON.stringify({ mode: 'status', status: 503, millis: FOREVER, upstream })
      const reply = await fetch(`${address}/fail`, { method: 'POST', body })
      if (!reply.ok) throw new Error(`the sink answered ${reply.status}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
