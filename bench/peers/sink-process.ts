import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Messages that a sink counted so far, and when the last one came, in milliseconds since 1970. */
export interface SinkCount {
  readonly messages: number
  readonly lastAt: number
}

/** A sink in a process of its own. */
export interface SinkProcess<Count extends SinkCount> {
  readonly port: number
  readonly count: () => Promise<Count>
  /** Returns the count and begins a new one, where the sink can. */
  readonly restart: () => Promise<Count>
  readonly stop: () => void
}

export async function startSinkProcess<Count extends SinkCount>(file: string): Promise<SinkProcess<Count>> {
  const child = fork(path.join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }] // the address at which it listens
  const ask = async (message: 'count' | 'restart'): Promise<Count> => {
    child.send(message)
    const [count] = (await once(child, 'message')) as [Count] // the sink's own count
    return count
  }
  return {
    port,
    count: () => ask('count'),
    restart: () => ask('restart'),
    stop: () => child.disconnect(),
  }
}
