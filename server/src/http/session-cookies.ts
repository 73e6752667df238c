import type { CookieSerializeOptions } from '@fastify/cookie'
import type { SessionInfo } from '@hongyan/contract/endpoints/account/session'
import { session as limits } from '@hongyan/contract/limits/session'
import type { FastifyReply } from 'fastify'

/** Authenticates the session; scripts cannot read it. */
export const SESSION_COOKIE = 'hy_session'
/** Lets the console know that a session exists, and in which partition; it grants nothing (ruling 13). */
const INFO_COOKIE = 'hy_info'

const TOKEN = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([^;\\s]+)`)

/** The token of the session in a Cookie header, or null. */
export const sessionTokenIn = (cookie: string | undefined): string | null => TOKEN.exec(cookie ?? '')?.[1] ?? null

export interface SessionCookies {
  start(token: string, info: SessionInfo): void
  end(): void
}

export function sessionCookies(reply: FastifyReply, https: boolean): SessionCookies {
  const shared: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure: https }
  return {
    start: (token, info) => {
      const persistent: CookieSerializeOptions = { ...shared, maxAge: limits.lifetime / 1000 }
      const payload = Buffer.from(JSON.stringify(info)).toString('base64url')
      reply
        .setCookie(SESSION_COOKIE, token, { ...persistent, httpOnly: true })
        .setCookie(INFO_COOKIE, payload, persistent)
    },
    end: () => {
      reply.clearCookie(SESSION_COOKIE, { ...shared, httpOnly: true }).clearCookie(INFO_COOKIE, shared)
    },
  }
}
