import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { forThisMachine } from '../../http/this-machine.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { SandboxPayments } from '../../providers/payments/sandbox/sandbox-payments.ts'
import type { WireRequest } from '../../providers/payments/sandbox/wire.ts'

const BODY_LIMIT = 64 * 1024

/** ANY /sandbox/services/{stripe,alipay,wxpay}/…: the APIs of the payment providers; null: they do not exist. */
export const sandboxPaymentServices = (sandbox: Pick<SandboxPayments, 'services'> | null): FastifyPluginAsync => {
  return async (app) => {
    app.addHook('onRequest', forThisMachine)
    // Signatures cover the raw bytes, so the service itself parses the body.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    app.all<{ Params: { service: string; '*': string } }>('/sandbox/services/:service/*', async (request, reply) => {
      const { service, '*': path } = request.params
      if (sandbox === null || !isService(sandbox.services, service)) throw new Refusal('not_found')
      const { status, headers, body } = await sandbox.services[service].answer(wireRequest(request, `/${path}`))
      return reply.code(status).headers(headers).send(body)
    })
  }
}

const isService = (services: SandboxPayments['services'], name: string): name is TopUpChannel =>
  Object.hasOwn(services, name)

const wireRequest = (request: FastifyRequest, path: string): WireRequest => ({
  method: request.method,
  path,
  target: request.url,
  query: new URL(request.url, 'http://localhost').searchParams,
  headers: request.headers,
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
})
