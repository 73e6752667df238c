import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** A name that every system accepts, and that cannot break out of its header. */
const Download = z.object({ name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/), content: z.string() })

/** Sends a row's reply as a file to save under its name; returns the body. Binary content comes as base64. */
export function asDownload(reply: FastifyReply, type: string, answer: unknown): string | Buffer {
  const { name, content } = Download.parse(answer)
  const isText = type.startsWith('text/')
  reply
    .header('content-type', isText ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${name}"`)
  return isText ? content : Buffer.from(content, 'base64')
}
