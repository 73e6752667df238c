import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND } from '@hongyan/contract/durations'
import type { WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import { bodyReader, failureOfStatus } from './answer.ts'
import type { Target } from './target.ts'

/** Receivers mostly close an idle connection after five seconds; ours ends first. */
const IDLE_FOR = 4 * SECOND
const IDLE_PER_TARGET = 2
const IDLE_MAX = 64
/** Of several addresses the next one is tried after so long. */
const NEXT_ADDRESS_AFTER = SECOND

interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
}

/** Agents that keep a connection for the next request to the same addresses, a few of each target and in all. */
export function keepingAgents(ca: string | undefined): Agents {
  const keeping = { keepAlive: true, timeout: IDLE_FOR, maxFreeSockets: IDLE_PER_TARGET }
  const agents = { http: new http.Agent({ ...socketOptions, ...keeping }), https: tlsAgent(ca, keeping) }
  for (const agent of [agents.http, agents.https]) {
    const keep = agent.keepSocketAlive.bind(agent)
    agent.keepSocketAlive = (socket) => idleOf(agent) < IDLE_MAX && keep(socket)
  }
  return agents
}

/** Agents whose connections serve one request. */
export const freshAgents = (ca: string | undefined): Agents => ({
  http: new http.Agent(socketOptions),
  https: tlsAgent(ca, {}),
})

const socketOptions = {
  noDelay: true,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
} as const

const tlsAgent = (ca: string | undefined, options: https.AgentOptions): https.Agent =>
  new https.Agent({ ...socketOptions, ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) })

const idleOf = ({ freeSockets }: http.Agent): number =>
  Object.values(freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0)

/** How an exchange ended: with a failure, or with none. Without an answer there is no response. */
export interface Outcome {
  readonly failure: WebhookFailure | null
  readonly response: http.IncomingMessage | null
  readonly body: string
  /** A kept connection turned out to be closed: the request may be sent anew. */
  readonly stale: boolean
}

interface Call {
  readonly target: Target
  /** Null only connects. */
  readonly request: { readonly headers: readonly (readonly [string, string])[]; readonly body: string } | null
  readonly agents: Agents
  /** Milliseconds that are left to connect and to answer. */
  readonly connectWithin: number
  readonly answerWithin: number
  /** Hands out the function that aborts the exchange. */
  readonly onStart: (abort: () => void) => void
}

/** Connects to the target's addresses alone, sends the request and reads its answer. It never rejects on its way. */
export function exchange(call: Call): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = open(call)
    const body = bodyReader()
    let response: http.IncomingMessage | null = null
    let failureNow: WebhookFailure = 'refused'

    const end = (failure: WebhookFailure | null, stale = false) => {
      clearTimeout(connecting)
      clearTimeout(answering)
      resolve({ failure, response, body: body.text(), stale })
    }
    const stop = (failure: WebhookFailure | null) => {
      end(failure)
      request.destroy()
    }
    const connecting = setTimeout(() => stop('timeout'), call.connectWithin)
    const answering = setTimeout(() => stop('timeout'), call.answerWithin)
    call.onStart(() => stop('aborted'))

    const connected = () => {
      clearTimeout(connecting)
      failureNow = 'aborted'
      if (call.request === null) stop(null)
    }
    request.on('socket', (socket) => {
      if (request.reusedSocket) return connected()
      socket.once('connect', () => (isTls(call.target) ? (failureNow = 'tls') : connected()))
      socket.once('secureConnect', connected)
    })
    request.on('response', (answer) => {
      response = answer
      const failure = failureOfStatus(answer.statusCode ?? 0)
      answer.on('data', (chunk: Buffer) => {
        body.take(chunk)
        if (body.isFull()) stop(failure)
      })
      answer.on('end', () => end(failure))
      answer.on('error', () => end('aborted'))
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      end(failureOf(error, failureNow), request.reusedSocket && response === null && isReset(error)),
    )
    request.on('close', () => end('aborted'))
    if (call.request !== null) request.end(call.request.body)
  })
}

const isTls = ({ url }: Target): boolean => url.protocol === 'https:'

/** A request without an end connects and writes nothing. */
function open({ target, request, agents }: Call): http.ClientRequest {
  const { url, host, addresses } = target
  const headers = [...(request?.headers ?? []), ['Content-Length', String(Buffer.byteLength(request?.body ?? ''))]]
  const options = {
    method: 'POST',
    // The agent keeps connections by this name, so that one is only used again for the same addresses.
    host: addresses.join(','),
    port: url.port,
    path: url.pathname + url.search,
    headers: [['Host', url.host], ...headers].flat(),
    lookup: onlyThese(addresses),
  }
  return isTls(target)
    ? https.request({ ...options, agent: agents.https, servername: isIP(host) === 0 ? host : '' })
    : http.request({ ...options, agent: agents.http })
}

/** Answers a socket's look-up with the vetted addresses, so that no second answer of a name server counts. */
const onlyThese =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )

const isReset = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code === 'EPIPE'

/** A failure is named by how far the connection was, unless the error itself says more. */
function failureOf({ code = '' }: NodeJS.ErrnoException, failureNow: WebhookFailure): WebhookFailure {
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large'
  return /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? 'tls' : failureNow
}
