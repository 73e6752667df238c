import type { Connectivity } from '@hongyan/contract/endpoints/messaging/connectivity'
import type { Pool } from 'pg'
import { createLatency, type Latency } from '../../../kit/latency.ts'

export interface ConnectivityDeps {
  readonly pool: Pool
  /** This process's recent latency of acceptance at the send API. */
  readonly accepting: Latency
}

/** The latency from which the send API counts as slow. An acceptance usually takes a few milliseconds. */
const SLOW_MILLIS = 500

/**
 * The state of the send API by the requests of the last minutes. Without any, measures a query, which every request
 * needs.
 */
export async function sendApiHealth({ pool, accepting }: ConnectivityDeps): Promise<Connectivity> {
  const measured = accepting.median() ?? (await probe(pool))
  if (measured === null) return { id: 'api', state: 'down', latency_ms: null }
  return {
    id: 'api',
    state: measured >= SLOW_MILLIS ? 'slow' : 'operational',
    latency_ms: Math.round(measured * 10) / 10,
  }
}

async function probe(pool: Pool): Promise<number | null> {
  const once = createLatency()
  return once
    .timed(() => pool.query('select'))
    .then(
      () => once.median(),
      () => null,
    )
}
