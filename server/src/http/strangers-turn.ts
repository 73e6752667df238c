import type { IncomingMessage, RequestListener } from 'node:http'
import { createSmallTurns } from '../kit/small-turns.ts'
import { answerBusy } from './broken-request.ts'
import type { LoadShedder } from './load-shedder.ts'
import type { KnownSessions } from './known-sessions.ts'
import { sessionTokenIn } from './session-cookies.ts'

/** A turn of them takes about a millisecond. */
const AT_ONCE = 4
const WAITING = 2_000

export interface StrangersDeps {
  readonly sessions: KnownSessions
  readonly shedder: Pick<LoadShedder, 'isShedding' | 'countStranger'>
  readonly newRequestId: () => string
}

/**
 * Lets calls of the console without a known session wait where many arrive together. The server looks at the network
 * between their turns, so that a call with a session waits for one turn of a flood and not for all that arrived before
 * it. Those beyond the line are refused as busy. The first call of a session to this process waits with them. While load
 * is shed, each is the last of its connection: the next one comes in the turn of its network.
 */
export function inStrangersTurn(
  route: RequestListener,
  { sessions, shedder, newRequestId }: StrangersDeps,
): RequestListener {
  const turns = createSmallTurns({ atOnce: AT_ONCE, waiting: WAITING })
  return (request, response) => {
    if (!isStrangers(request, sessions)) return route(request, response)
    if (shedder.isShedding()) response.shouldKeepAlive = false
    if (turns.take(() => route(request, response))) return
    shedder.countStranger(request.socket.remoteAddress ?? '')
    answerBusy(response, newRequestId())
  }
}

function isStrangers({ url = '', headers }: IncomingMessage, sessions: KnownSessions): boolean {
  if (!url.startsWith('/api/')) return false
  const token = sessionTokenIn(headers.cookie)
  return token === null || !sessions.has(token)
}
