import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kit/refusal.ts'
import { receive, RECEIVERS, type ReceiverDeps } from '../../../webhooks/receiver.ts'

/** The public address of receivers: keeps a request as it arrived and answers 204, or 404 where none is open. */
export const webhookReceivers = (deps: Pick<ReceiverDeps, 'pool' | 'clock'>): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: limits.receiverBodyMax },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Params: { token: string } }>(`${RECEIVERS}/:token`, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const { rawHeaders } = request.raw
      const headers = rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
      )
      if (!(await receive(deps, request.params.token, headers, body))) throw new Refusal('not_found')
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  }
}
