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
  readonly stop: () => void
}

export async function startSinkProcess<Count extends SinkCount>(file: string): Promise<SinkProcess<Count>> {
  const child = fork(path.join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }] // the address at which it listens
  return {
    port,
    async count() {
      child.send('count')
      const [count] = (await once(child, 'message')) as [Count] // the sink's own count
      return count
    },
    stop: () => child.disconnect(),
  }
}
