import type { IncomingMessage, RequestListener } from 'node:http'
import { createSmallTurns } from '../kit/small-turns.ts'
import { answerBusy } from './broken-request.ts'
import { SESSION_COOKIE } from './session-cookies.ts'

/** A turn of them takes about a millisecond. */
const AT_ONCE = 4
const WAITING = 2_000

/**
 * Lets calls of the console without a session wait where many arrive together. The server looks at the network between
 * their turns, so that a call with a session waits for one turn of a flood and not for all that arrived before it. Those
 * beyond the line are refused as busy.
 */
export function inStrangersTurn(route: RequestListener, newRequestId: () => string): RequestListener {
  const turns = createSmallTurns({ atOnce: AT_ONCE, waiting: WAITING })
  return (request, response) => {
    if (!isStrangers(request)) route(request, response)
    else if (!turns.take(() => route(request, response))) answerBusy(response, newRequestId())
  }
}

/** A made-up session passes too: it costs the look-up of its token. */
const isStrangers = ({ url = '', headers: { cookie } }: IncomingMessage): boolean =>
  url.startsWith('/api/') && cookie?.includes(`${SESSION_COOKIE}=`) !== true
