import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import { SECOND } from '@hongyan/contract/durations'
import { fastify, type FastifyInstance, type FastifyRequest, type FastifyHttpOptions, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { Logger } from '../kit/logger.ts'
import { answerErrors } from './answer-errors.ts'
import { answerBroken } from './broken-request.ts'
import { trustOf } from './caller-address.ts'
import { answerRefusal, refusalOf } from './error-reply.ts'
import type { Ceilings } from './ceilings.ts'
import { endConnections, limitConnections } from './connections.ts'
import type { LoadShedder } from './load-shedder.ts'
import type { KnownSessions } from './known-sessions.ts'
import { isAllowedLong } from './long-requests.ts'
import { mountPublicApi } from './mount-public-api.ts'
import { countArrivals, type OpenBodies } from './open-bodies.ts'
import type { PublicApi } from './public-api.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** The largest body of any call (specification of the send API). Forms with a file have limits of their own. */
const BODY_LIMIT = 1024 * 1024

/**
 * The time limits for receiving a request and its head. A slow one holds a connection, and the session is checked with
 * the headers, so a call with a slow body would otherwise run long after its session ended.
 */
const ARRIVES_WITHIN = 15 * SECOND
const HEAD_ARRIVES_WITHIN = 10 * SECOND
const ARRIVALS_CHECKED_EVERY = SECOND

export interface ServerDeps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  /** False while the database is unreachable; the server then answers only routes that need none. */
  readonly available: () => boolean
  /** Null where the process serves none: a worker. */
  readonly sendApi: PublicApi | null
  readonly openBodies: OpenBodies
  readonly sessions: KnownSessions
  readonly ceilings: Ceilings
  readonly shedder: LoadShedder
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that need no database: files and probes. */
    readonly withoutDatabase?: boolean
  }
}

/** The send API, and the bare server beside it: ids, headers, cookies, errors. Its caller registers the routes. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, clock, log, available, sendApi, openBodies, sessions, ceilings, shedder } = deps
  const newRequestId = (): string => uuidv7(clock.now())
  const options: FastifyHttpOptions<Server> = {
    // A successful request is not logged; customers see their requests in the console.
    loggerInstance: log.child({}, { level: levelOf(log) }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVES_WITHIN,
    http: { headersTimeout: HEAD_ARRIVES_WITHIN, connectionsCheckingInterval: ARRIVALS_CHECKED_EVERY },
    // A logger of each request's own would cost more than a refusal; lines name the request's id where they are written.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.trustProxy),
    genReqId: newRequestId,
    requestIdHeader: false,
    return503OnClosing: true,
    // A malformed address reaches no route, hook or error handler, so its error is handled here.
    frameworkErrors: (error, request, reply) => {
      const refusal = refusalOf(error)
      if (sendApi === null || isBrowsers(request))
        answerRefusal(request, reply.header('x-request-id', request.id), refusal)
      else sendApi.refuse(refusal.code)(request.raw, reply.hijack().raw)
    },
    clientErrorHandler: (error, socket) => {
      if (!isAllowedLong(error, socket)) answerBroken(error, socket, newRequestId())
    },
  }
  const server = fastify(options)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // A provider authenticates itself by its signature or its secret address.
  server.addHook('onResponse', async ({ method, ip, routeOptions }, { statusCode }) => {
    if (method === 'POST' && routeOptions.config.forPrograms === true && statusCode < 300) shedder.know(ip)
  })
  answerErrors(server, available)
  countArrivals(server, openBodies)
  setSecurityHeaders(server, config)
  await server.register(cookie)
  if (sendApi !== null) mountPublicApi(server, sendApi, { sessions, shedder, newRequestId })
  endConnections(server, limitConnections(server.server, ceilings, config.trustProxy, newRequestId))
  return server
}

/** Drops Fastify's own lines at info, such as one for each request, unless debug is on. */
function levelOf(log: Logger): string {
  if (log.isLevelEnabled('debug')) return log.level
  return log.isLevelEnabled('warn') ? 'warn' : 'silent'
}

/** Every POST outside the console's calls belongs to programs. */
const isBrowsers = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  method !== 'POST' || url.startsWith('/api/')
