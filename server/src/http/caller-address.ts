import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config/config.ts'

/** True where the server believes the forwarded headers of the proxy at this address and hop. */
export type ProxyTrust = (address: string, hop: number) => boolean

/** The proxies that the settings name; false: none. */
export function trustOf(proxies: Config['trustProxy']): ProxyTrust | false {
  if (proxies === false) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies])
}

/** Reads the address of a request's caller: the first one, seen from the server, that belongs to no trusted proxy. */
export function callerAddress(proxies: Config['trustProxy']): (request: IncomingMessage) => string {
  const trust = trustOf(proxies)
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? ''
  return (request) => proxyAddr(request, trust)
}
