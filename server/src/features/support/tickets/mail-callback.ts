import { MINUTE } from '@hongyan/contract/durations'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SupportMail } from '../../../config/support.ts'
import { createHeld } from '../../../kit/held.ts'
import type { Logger } from '../../../kit/logger.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { isSignedBy, signedIdIn } from '../../../webhooks/signature.ts'
import { type MailInDeps, receiveEmail } from './mail-in.ts'
import { ReceivedEmail } from './received-email.ts'

/** The largest email with its attachments in base64. One network may hold little more open at once. */
const BODY_BYTES = 7 * 1024 * 1024
/** Emails that are read at once: each takes a few times its size of memory. */
const AT_ONCE = 4

export interface MailCallbackDeps extends MailInDeps {
  readonly log: Logger
}

/**
 * POST /callbacks/mail: the mail service of the operator passes on a reply to a ticket, signed as Standard Webhooks. The
 * signature is checked before the body is parsed. The response does not say what became of an email.
 */
export const mailCallback =
  (deps: MailCallbackDeps, mail: SupportMail): FastifyPluginAsync =>
  async (app) => {
    const reading = createHeld(AT_ONCE, AT_ONCE)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    const options = {
      config: { forPrograms: true },
      // A body without fresh headers is not read.
      onRequest: async ({ headers }: FastifyRequest) => {
        if (signedIdIn(headers, deps.clock.now()) === null) throw new Refusal('invalid_signature')
      },
    } as const
    app.post('/callbacks/mail', options, async ({ headers, body }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!isSignedBy(mail.secret, headers, bytes, deps.clock.now())) throw new Refusal('invalid_signature')
      if (!reading.add('mail', 1)) throw new Refusal('busy', { retryAfter: MINUTE / 1_000 })
      try {
        return await taken(deps, mail, bytes, reply)
      } finally {
        reading.remove('mail', 1)
      }
    })
  }

async function taken(deps: MailCallbackDeps, mail: SupportMail, body: Buffer, reply: FastifyReply) {
  const outcome = await receiveEmail(deps, mail, emailIn(body))
  if (outcome !== 'added') deps.log.info({ outcome }, 'an email to support was not added')
  return reply.header('cache-control', 'no-store').send({})
}

function emailIn(body: Buffer): ReceivedEmail {
  const email = ReceivedEmail.safeParse(jsonIn(body))
  if (email.success) return email.data
  throw new Refusal('invalid_request', { field: email.error.issues[0]?.path.join('.') ?? '' })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
