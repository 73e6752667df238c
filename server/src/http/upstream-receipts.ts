import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'

/** The largest body of receipts; no provider sends more at once. */
const BODY_BYTES = 256 * 1024
/** The secret part of an address is shorter. */
const TOKEN = /^[\w-]{16,64}$/

/** Settles receipts that came to an address. Null for an address that no channel has, or a body that is not readable. */
export type ReceiptHandler = (token: string, body: Buffer) => Promise<{ readonly body: string } | null>

/**
 * Receives the delivery receipts of customers' channels (screens S1). The address is a secret between the customer and
 * the provider; a provider that signs is checked by its adapter. There is neither session nor origin check.
 */
export const upstreamReceipts = (answer: ReceiptHandler): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Params: { token: string } }>(
      '/receipts/:token',
      { config: { forPrograms: true } },
      async (request, reply) => {
        const { token } = request.params
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const response = TOKEN.test(token) ? await answer(token, body) : null
        if (response === null) throw new Refusal('not_found')
        return reply.header('cache-control', 'no-store').header('content-type', 'application/json').send(response.body)
      },
    )
  }
}
