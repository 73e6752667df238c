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
  readonly remoteId: string
}

/** The sandbox's carrier in a process of its own. Its file records all submissions. */
export interface Sink {
  readonly address: string
  /** Stops sending receipts and answering queries. */
  mute(): Promise<void>
  unmute(): Promise<void>
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
  const command = async (word: string): Promise<void> => {
    const reply = await fetch(`${address}/${word}`, { method: 'POST' })
    if (!reply.ok) throw new Error(`the sink answered ${reply.status} to ${word}`)
  }
  return {
    address,
    mute: () => command('mute'),
    unmute: () => command('unmute'),
    parts: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as HandedOverPart), // the sink's own lines
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
