import type { IncomingMessage, RequestListener } from 'node:http'
import { createSmallTurns } from '../kit/small-turns.ts'
import { answerBusy } from './broken-request.ts'
import type { KnownSessions } from './known-sessions.ts'
import { sessionTokenIn } from './session-cookies.ts'

/** A turn of them takes about a millisecond. */
const AT_ONCE = 4
const WAITING = 2_000

/**
 * Lets calls of the console without a known session wait where many arrive together. The server looks at the network
 * between their turns, so that a call with a session waits for one turn of a flood and not for all that arrived before
 * it. Those beyond the line are refused as busy. The first call of a session to this process waits with them.
 */
export function inStrangersTurn(
  route: RequestListener,
  sessions: KnownSessions,
  newRequestId: () => string,
): RequestListener {
  const turns = createSmallTurns({ atOnce: AT_ONCE, waiting: WAITING })
  return (request, response) => {
    if (!isStrangers(request, sessions)) route(request, response)
    else if (!turns.take(() => route(request, response))) answerBusy(response, newRequestId())
  }
}

function isStrangers({ url = '', headers }: IncomingMessage, sessions: KnownSessions): boolean {
  if (!url.startsWith('/api/')) return false
  const token = sessionTokenIn(headers.cookie)
  return token === null || !sessions.has(token)
}
