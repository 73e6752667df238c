import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'

/** The largest webhook body; no provider sends more. */
const BODY_BYTES = 64 * 1024

/** A webhook request as it arrived, not yet authenticated. */
export interface WebhookRequest {
  /** Header names are in lower case. */
  readonly headers: FastifyRequest['headers']
  readonly body: Buffer
}

export interface WebhookResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Null where no provider of that name is expected. */
export type WebhookHandler = (name: string, request: WebhookRequest) => Promise<WebhookResponse | null>

/**
 * Receives the webhooks of payment providers. A provider authenticates itself by its signature over the raw body, so
 * there is neither session nor origin check, and each response has the provider's own format.
 */
export const providerCallbacks = (answer: WebhookHandler): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Params: { name: string } }>(
      '/callbacks/:name',
      { config: { forPrograms: true } },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const response = await answer(request.params.name, { headers: request.headers, body })
        if (response === null) throw new Refusal('not_found')
        return reply
          .code(response.status)
          .header('cache-control', 'no-store')
          .header('content-type', response.contentType)
          .send(response.body)
      },
    )
  }
}
