import type { Server } from 'node:http'
import type { Config } from '../config/config.ts'
import { createHeld } from '../kit/held.ts'
import { networkOf } from '../kit/network.ts'
import { refuseConnection } from './broken-request.ts'
import { trustOf } from './caller-address.ts'
import type { Ceilings } from './ceilings.ts'

/**
 * Refuses connections above the ceilings. One address could otherwise hold them all with requests that it never ends.
 * The connections of trusted proxies count in all only: they are those of many callers.
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress }: Ceilings,
  proxies: Config['trustProxy'],
  newRequestId: () => string,
): void {
  const trust = trustOf(proxies)
  const held = createHeld(connections, connectionsPerAddress)
  const heldOfProxies = createHeld(connections, connections)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const holder = trust !== false && trust(address, 0) ? heldOfProxies : held
    if (!holder.add(network, 1)) return refuseConnection(socket, newRequestId())
    socket.once('close', () => holder.remove(network, 1))
  })
}
