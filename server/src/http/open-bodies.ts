import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createHeld } from '../kit/held.ts'
import { networkOf } from '../kit/network.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Ceilings } from './ceilings.ts'

/** Counts a body's bytes from their arrival until the body is whole or its request ends. */
export interface OpenBody {
  /** Throws a refusal where the bytes exceed a ceiling. */
  readonly grow: (bytes: number) => void
}

/** Begins to count the body of a request from this address. */
export type OpenBodies = (request: IncomingMessage, address: string) => OpenBody

/** A caller that withholds the rest of its bodies would otherwise fill the memory. */
export function createOpenBodies({ bodyBytes, bodyBytesPerAddress }: Ceilings): OpenBodies {
  const held = createHeld(bodyBytes, bodyBytesPerAddress)
  return (request, address) => {
    const network = networkOf(address)
    const announced = Number(request.headers['content-length'] ?? Infinity)
    let arrived = 0
    let counted = 0
    const release = (): void => {
      if (counted > 0) held.remove(network, counted)
      counted = 0
    }
    return {
      grow(bytes) {
        arrived += bytes
        // The bytes of a whole body are its handler's.
        if (arrived === announced || request.complete) return
        if (!held.add(network, bytes)) throw new Refusal('busy')
        if (counted === 0) request.once('end', release).once('close', release)
        counted += bytes
      },
    }
  }
}

/** Counts the bodies of the framework's requests that do not arrive whole with their head. */
export function countArrivals(server: FastifyInstance, openBodies: OpenBodies): void {
  server.addHook('preParsing', async ({ raw, ip }, _reply, payload) => {
    if (raw.complete || raw.readableLength === Number(raw.headers['content-length'])) return payload
    const open = openBodies(raw, ip)
    return Readable.from(chunksOf(payload, open), { objectMode: false })
  })
}

async function* chunksOf(payload: AsyncIterable<Buffer>, open: OpenBody): AsyncGenerator<Buffer> {
  for await (const chunk of payload) {
    open.grow(chunk.length)
    yield chunk
  }
}
