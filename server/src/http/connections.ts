import type { Server } from 'node:http'
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
): Pick<OpenConnections, 'closeSilent'> {
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
