import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../http/answer-errors.ts'
import { readLink } from '../../uploads/links.ts'
import { savedAs } from '../../uploads/name.ts'
import { openUpload } from '../../uploads/open.ts'
import type { Uploads } from '../../uploads/uploads.ts'

export const FILES = '/files'

const Params = z.object({ token: z.string() })

/**
 * Serves uploads under their signed links. Every other link gets the same 404. The headers keep a browser from running
 * or storing what a customer uploaded.
 */
export function serveFiles(server: FastifyInstance, uploads: Uploads): void {
  server.get(`${FILES}/:token`, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = Params.parse(request.params)
    const target = readLink(uploads.secrets, token, uploads.clock.now())
    const opened = target === null ? null : await openUpload(uploads, target.account, target.id)
    if (opened === null) return refuse(request, reply, 'not_found')
    const { name, size, type } = opened.upload
    return reply
      .headers({
        'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'content-length': size,
        'content-disposition': savedAs(name),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'accept-ranges': 'none',
      })
      .send(opened.content)
  })
}
