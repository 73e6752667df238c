import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { PublicApi } from './public-api.ts'
import { inStrangersTurn, type StrangersDeps } from './strangers-turn.ts'

/** The root path of the host, once or twice over, and /v1: published clients use all of them. */
const PATHS = ['/', '//', '/v1', '/v1/']
/** The same paths as clients write them, with or without a query. */
const WRITTEN = /^\/(?:\/|v1\/?)?(?:\?|$)/

/**
 * Gives the send API every POST that no other route takes. Requests to its own paths reach it before the framework,
 * which would cost more than the send API does.
 */
export function mountPublicApi(server: FastifyInstance, api: PublicApi, strangers: StrangersDeps): void {
  const route = inStrangersTurn((request, response) => server.routing(request, response), strangers)
  const listener: RequestListener = (request, response) => {
    if (request.method === 'POST' && WRITTEN.test(request.url ?? '')) api.answer(request, response)
    else route(request, response)
  }
  server.server.removeAllListeners('request')
  server.server.on('request', listener)
  // The framework still decides what a path means that is written otherwise.
  for (const path of PATHS) hand(server, path, api.answer)
  hand(server, '/*', api.refuse('not_found'))
  server.addHook('preClose', async () => api.close())
}

function hand(server: FastifyInstance, path: string, listener: RequestListener): void {
  const options = { config: { withoutDatabase: true, forPrograms: true } } as const
  server.post(
    path,
    {
      ...options,
      onRequest: async (request, reply) => {
        reply.hijack()
        listener(request.raw, reply.raw)
      },
    },
    () => undefined,
  )
}
