import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import type { Caller, Row } from './implement.ts'
import type { LoadShedder } from './load-shedder.ts'
import type { KnownSessions } from './known-sessions.ts'
import { SESSION_COOKIE } from './session-cookies.ts'

export interface SessionGuardDeps {
  /** The account and session of a token, or null when it is unknown or expired. */
  readonly callerByToken: (token: string) => Promise<Caller | null>
  readonly sessions: Pick<KnownSessions, 'add'>
  readonly shedder: Pick<LoadShedder, 'know' | 'countStranger'>
  /** The public origin, or null to use each request's own host. */
  readonly origin: string | null
}

export type SessionGuard = (request: FastifyRequest, row: Row) => Promise<Caller | null>

/** Lets a call through to its row or refuses it. A row without `access` is for accounts only. */
export const sessionGuard = (deps: SessionGuardDeps): SessionGuard => {
  return async (request, row) => {
    const token = request.cookies[SESSION_COOKIE] ?? ''
    if (isWrite(request.method)) refuseForeignOrigin(request, row, deps.origin)
    const caller = token === '' ? null : await deps.callerByToken(token)
    if (caller === null) deps.shedder.countStranger(request.ip)
    else {
      deps.sessions.add(token)
      deps.shedder.know(request.ip)
    }
    if (caller === null && row.access !== 'anyone') throw new Refusal('unauthenticated')
    return caller
  }
}

const isWrite = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** Browsers name the origin of every write. Only a program has none, and it may at most open a session. */
function refuseForeignOrigin(request: FastifyRequest, row: Row, publicOrigin: string | null): void {
  if (isOwnOrigin(request, publicOrigin)) return
  const fromProgram =
    request.headers.origin === undefined && (!carriesSession(request) || row.address === addresses.session.create)
  if (!fromProgram) throw originRefusal(request)
}

/** The refusal of a write whose Origin is missing or not ours. */
export const originRefusal = ({ headers }: FastifyRequest): Refusal =>
  new Refusal(headers.origin === undefined ? 'missing_origin' : 'wrong_origin')

/** True where the browser reports that the request comes from one of our pages. */
export function isOwnOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin === originOf(request, publicOrigin)
}

/** The origin of the console: the public origin, or the request's own host where none is set. */
export const originOf = (request: FastifyRequest, publicOrigin: string | null): string | null =>
  publicOrigin ?? ownOrigin(request)

/** A browser leaves the default port out of an origin; a client may put it into its Host. */
function ownOrigin({ protocol, host }: FastifyRequest): string | null {
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : null
}

const carriesSession = (request: FastifyRequest): boolean => request.cookies[SESSION_COOKIE] !== undefined
