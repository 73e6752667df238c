import { type SinkCount, type SinkProcess, startSinkProcess } from '../peers/sink-process.ts'

/** Events that arrived, the requests that brought them, and their latencies where the address is /timed. */
export interface Received extends SinkCount {
  readonly requests: number
  /** Milliseconds between an event and its arrival. */
  readonly latencies: readonly number[]
}

export const startReceiver = (): Promise<SinkProcess<Received>> => startSinkProcess<Received>('webhook-receiver.ts')
