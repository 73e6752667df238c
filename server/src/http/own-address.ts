import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { LoadShedder } from './load-shedder.ts'

/** The addresses of this server, known once it listens. Without a trailing slash. */
export interface OwnAddresses {
  /** For browsers and providers. */
  readonly public: () => string
  /** For the server itself, on this machine. */
  readonly internal: () => string
}

export function ownAddresses(
  { server }: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { awayAddress }: Pick<LoadShedder, 'awayAddress'>,
): OwnAddresses {
  const at = (wildcard: string): string => {
    const bound: AddressInfo | string | null = server.address() ?? awayAddress()
    if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port')
    const host = bound.address === '0.0.0.0' || bound.address === '::' ? wildcard : bound.address
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
  }
  return { public: () => publicUrl ?? at('localhost'), internal: () => at('127.0.0.1') }
}
