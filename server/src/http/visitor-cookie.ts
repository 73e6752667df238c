import { randomUUID } from 'node:crypto'
import { session as limits } from '@hongyan/contract/limits/session'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'hy_visitor'

/** True for a browser that sends Do-Not-Track or Global Privacy Control. */
const objectsToTracking = ({ headers }: FastifyRequest): boolean => headers['dnt'] === '1' || headers['sec-gpc'] === '1'

/** Sets a random visitor number for a year, once, unless the browser objects to tracking (ruling 27). */
export function rememberVisitor(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  if (request.cookies[COOKIE] !== undefined || objectsToTracking(request)) return
  const shape = { path: '/', sameSite: 'lax', httpOnly: true, secure: https } as const
  reply.setCookie(COOKIE, randomUUID(), { ...shape, maxAge: limits.visitorCookieSeconds })
}
