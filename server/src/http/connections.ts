import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { createHeld } from '../kit/held.ts'
import { networkOf } from '../kit/network.ts'
import { answerGivenUp, refuseConnection } from './broken-request.ts'
import { trustOf } from './caller-address.ts'
import type { Ceilings } from './ceilings.ts'
import { followConnections, type OpenConnections } from './open-connections.ts'

/**
 * Bounds the connections, whose memory adds up while they wait. One address could otherwise hold them all with requests
 * that it never ends: those above its ceiling are refused. Above the ceiling of all, a new connection takes the place of
 * the one that has kept the server waiting for longest, because a caller's request mostly arrives at once. The
 * connections of trusted proxies count in all only: they are those of many callers.
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress }: Ceilings,
  proxies: Config['trustProxy'],
  newRequestId: () => string,
): OpenConnections {
  const trust = trustOf(proxies)
  const held = createHeld(Infinity, connectionsPerAddress)
  const open = followConnections(server)
  const mayOpen = (): boolean => {
    if (open.count() < connections) return true
    const givenUp = open.giveUp()
    if (givenUp !== null) answerGivenUp(givenUp, newRequestId())
    return givenUp !== null
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const isOfProxy = trust !== false && trust(address, 0)
    if (!isOfProxy && !held.add(network, 1)) return refuseConnection(socket, newRequestId())
    if (!isOfProxy) socket.once('close', () => held.remove(network, 1))
    if (mayOpen()) open.add(socket)
    else refuseConnection(socket, newRequestId())
  })
  return open
}

/** The time in which a connection brings its first request while the server stops. */
const SILENT_FOR = SECOND
/** The time that the requests of handed connections have to end while the server stops. */
const DRAINED_WITHIN = 10 * SECOND
const DRAIN_LOOKS_EVERY = 20

/**
 * Ends connections at a stop that the server does not end itself. It would wait without a deadline for those on which
 * nothing comes, and not at all for those that another process accepted.
 */
export function endConnections(server: FastifyInstance, open: OpenConnections): void {
  server.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of open.sockets()) if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_FOR).unref()
  })
  server.addHook('onClose', async () => {
    const deadline = performance.now() + DRAINED_WITHIN
    while (open.count() > 0 && performance.now() < deadline) {
      server.server.closeIdleConnections()
      await sleep(DRAIN_LOOKS_EVERY)
    }
    for (const socket of open.sockets()) socket.destroy()
  })
}
