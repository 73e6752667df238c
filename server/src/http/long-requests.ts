import type { Socket } from 'node:net'

const allowed = new WeakSet<Socket>()

/** Lets the request on a connection arrive beyond the server's deadline. Its reader then has a deadline of its own. */
export function allowLong(socket: Socket): () => void {
  allowed.add(socket)
  return () => void allowed.delete(socket)
}

/** True where the request on a connection may take longer than the server's deadline. */
export const isLong = (socket: Socket): boolean => allowed.has(socket)

/** True where a request is beyond the server's deadline and may be. */
export const isAllowedLong = (error: { readonly code?: string }, socket: Socket): boolean =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && allowed.has(socket)
