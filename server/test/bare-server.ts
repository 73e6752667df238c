import { CEILINGS } from '../src/http/ceilings.ts'
import { createKnownSessions } from '../src/http/known-sessions.ts'
import { createLoadShedder } from '../src/http/load-shedder.ts'
import { createOpenBodies } from '../src/http/open-bodies.ts'
import { publicApi, type PublicApiDeps } from '../src/http/public-api.ts'
import type { ServerDeps } from '../src/http/server.ts'

type Always = Pick<PublicApiDeps, 'clock' | 'log' | 'available'>

/** The parts of a server whose subject is not the send API: that one knows no credential. */
export function bareServer(always: Always): Omit<ServerDeps, 'config'> {
  const openBodies = createOpenBodies(CEILINGS)
  const sendApi = publicApi({
    ...always,
    addressOf: () => '',
    openBodies,
    findCredential: async () => null,
    actions: {},
    conclude: async () => null,
    used: () => undefined,
    judged: () => undefined,
    count: () => undefined,
  })
  return {
    ...always,
    openBodies,
    sessions: createKnownSessions(),
    shedder: createLoadShedder(always.log),
    ceilings: CEILINGS,
    sendApi,
  }
}
