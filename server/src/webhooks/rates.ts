import { SECOND } from '@hongyan/contract/durations'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import type { Target } from './claim.ts'

type Rated = Pick<Target, 'id' | 'rate'>

/** Counts the requests of a process to endpoints with a rate. Moments are those of `performance.now()`. */
export interface Rates {
  /** The requests that an endpoint may still have in this second. */
  readonly roomOf: (endpoint: Rated, now: number) => number
  readonly add: (endpoint: Rated, kind: 'event' | 'retry', now: number) => void
  /**
   * The endpoints that a sweep for retries leaves out. The last request of a rate goes to a retry and to an event in turn,
   * so that neither a long replay nor a flow of events takes all of it: after a retry, one sweep leaves the endpoint out.
   */
  readonly closedToRetries: (now: number) => readonly WebhookEndpointId[]
}

interface Recent {
  readonly rate: number
  readonly moments: readonly number[]
  readonly isAfterRetry: boolean
}

export function createRates(): Rates {
  const recent = new Map<WebhookEndpointId, Recent>()
  const momentsOf = (id: WebhookEndpointId, now: number): readonly number[] =>
    (recent.get(id)?.moments ?? []).filter((at) => at > now - SECOND)

  return {
    roomOf: ({ id, rate }, now) => (rate === null ? Infinity : rate - momentsOf(id, now).length),
    add: ({ id, rate }, kind, now) => {
      if (rate === null) return
      recent.set(id, { rate, moments: [...momentsOf(id, now), now], isAfterRetry: kind === 'retry' })
    },
    closedToRetries: (now) =>
      [...recent].flatMap(([id, { rate, isAfterRetry }]) => {
        const moments = momentsOf(id, now)
        const room = rate - moments.length
        if (room < 1) return id
        const isEventsTurn = isAfterRetry && room === 1
        if (moments.length === 0) recent.delete(id)
        else if (isEventsTurn) recent.set(id, { rate, moments, isAfterRetry: false })
        return isEventsTurn ? id : []
      }),
  }
}
