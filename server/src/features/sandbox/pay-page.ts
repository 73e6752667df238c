import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { localeOf } from '../../http/error-reply.ts'
import { sendPlainPage } from '../../http/plain-page.ts'
import { isOwnOrigin, originRefusal } from '../../http/session-guard.ts'
import { forThisMachine } from '../../http/this-machine.ts'
import { validated } from '../../http/validated.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { SandboxPayments } from '../../providers/payments/sandbox/sandbox-payments.ts'
import { type PayAction, payActions, payPageOf } from './pay-page-view.ts'

type PayOperations = Pick<SandboxPayments, 'payments' | 'pay'>

export interface PayPageDeps {
  /** Null where no payment channel is simulated: the page then responds with 404. */
  readonly sandbox: PayOperations | null
  /** The origin that the forms must be sent from: the public one, or null for each request's own host. */
  readonly origin: string | null
}

const Id = z.string().regex(/^\w{1,64}$/)
const Page = z.strictObject({ id: Id })
/** Ignores other parameters: apps that scan the QR code of the page may add some to its address. */
const Left = z.object({ left: z.literal('1').optional().catch(undefined) })
const Act = z.strictObject({ id: Id, act: z.enum(payActions) })

/** Serves the page at GET /sandbox/checkout/:id, on which a payer decides about a sandbox payment, and its forms. */
export const sandboxPayPage = ({ sandbox, origin }: PayPageDeps): FastifyPluginAsync => {
  return async (app) => {
    app.addHook('onRequest', forThisMachine)
    // The forms have no fields, since their address names the action: the server discards their bodies.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1_024 },
      async () => null,
    )

    app.get('/sandbox/checkout/:id', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      const { id } = validated(Page, request.params)
      const { left } = validated(Left, request.query)
      const payment = await sandbox.payments.byId(id)
      if (payment === null) throw new Refusal('not_found')
      return sendPlainPage(reply, payPageOf(payment, localeOf(request), left !== undefined))
    })

    app.post('/sandbox/checkout/:id/:act', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      if (!isOwnOrigin(request, origin)) throw originRefusal(request)
      const { id, act } = validated(Act, request.params)
      if ((await sandbox.payments.byId(id)) === null) throw new Refusal('not_found')
      await acts[act](sandbox, id)
      return reply.redirect(`/sandbox/checkout/${id}${act === 'cancel' ? '?left=1' : ''}`, 303)
    })
  }
}

const acts: Readonly<Record<PayAction, (sandbox: PayOperations, id: string) => Promise<unknown>>> = {
  pay: ({ pay }, id) => pay(id),
  fail: ({ payments }, id) => payments.decline(id),
  // A cancellation changes nothing: the order stays open, and the payer can come back to it.
  cancel: async () => undefined,
  'dispute-open': ({ payments }, id) => payments.dispute(id, 'open'),
  'dispute-won': ({ payments }, id) => payments.dispute(id, 'won'),
  'dispute-lost': ({ payments }, id) => payments.dispute(id, 'lost'),
}
