import { randomUUID } from 'node:crypto'
import { session as limits } from '@hongyan/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'hy_visitor'

/** Do-Not-Track and Global Privacy Control: whoever sends one of them is not counted again. */
const objects = ({ headers }: FastifyRequest): boolean => headers['dnt'] === '1' || headers['sec-gpc'] === '1'

/** Gives a browser without one a random number for a year, unless it says that it does not want any (ruling 27). */
export function rememberVisitor(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  if (request.cookies[COOKIE] !== undefined || objects(request)) return
  const shape = { path: '/', sameSite: 'lax', httpOnly: true, secure: https } as const
  reply.setCookie(COOKIE, randomUUID(), { ...shape, maxAge: limits.visitorCookieSeconds })
}
