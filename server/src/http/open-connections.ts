import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isLong } from './long-requests.ts'

/** The open connections of a server. */
export interface OpenConnections {
  readonly count: () => number
  readonly add: (socket: Socket) => void
  /**
   * Gives up the connection that has kept the server waiting for longest, and returns it. Null where the requests of all
   * connections are at work.
   */
  readonly giveUp: () => GivenUp | null
  readonly sockets: () => Iterable<Socket>
}

export interface GivenUp {
  readonly socket: Socket
  /** The request whose body is missing; 'head' where a part of a first head came; null where there is no request. */
  readonly unfinished: IncomingMessage | 'head' | null
}

/** The request that came last on a connection: its head is under way, it has come, or its response is over. */
type Last = 'head' | IncomingMessage | 'over'

/** Follows which connections wait for their callers. To be called once the server has its listener of requests. */
export function followConnections(server: Server): OpenConnections {
  /** By the time of the last renewal: the longest wait comes first. */
  const open = new Map<Socket, Last>()

  const renew = (socket: Socket, last: Last): void => {
    if (open.delete(socket)) open.set(socket, last)
  }

  server.on('request', (request, response) => {
    const { socket } = request
    renew(socket, request)
    response.once('close', () => {
      if (open.get(socket) === request) renew(socket, 'over')
    })
  })

  const longestWaiting = (): GivenUp | null => {
    for (const [socket, last] of open) {
      if (last === 'over') return { socket, unfinished: null }
      if (last === 'head') return { socket, unfinished: socket.bytesRead > 0 ? 'head' : null }
      if (!last.complete && !isLong(socket)) return { socket, unfinished: last }
    }
    return null
  }

  return {
    count: () => open.size,
    add(socket) {
      open.set(socket, 'head')
      socket.once('close', () => open.delete(socket))
    },
    sockets: () => open.keys(),
    giveUp() {
      const found = longestWaiting()
      if (found !== null) open.delete(found.socket)
      return found
    },
  }
}
