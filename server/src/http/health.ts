import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Finding } from '../kit/check.ts'
import { Refusal } from '../kit/refusal.ts'
import { isFromThisMachine } from './this-machine.ts'

export interface Probes {
  /** Throws or returns false while the server cannot do its work. */
  readonly isReady: () => Promise<boolean>
  /** Figures that show what stands still, for the response of a server that is ready. */
  readonly standing: () => Promise<object>
  /** The findings of `hongyan doctor`. */
  readonly examine: () => Promise<readonly Finding[]>
  /** The bearer token of the metrics; null: they exist for this machine alone. */
  readonly metricsToken: string | null
  /** The metrics in Prometheus's text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** A database that stands still answers no query: a probe does not wait for it. */
const PROBED_WITHIN = 2 * SECOND
const probe = { config: { withoutDatabase: true, forPrograms: true } } as const

/**
 * Live: the process responds. Ready: the database responds, with room to write and with the schema that this server was
 * written for.
 */
export function answerProbes(
  server: FastifyInstance,
  { isReady, standing, examine, metricsToken, metrics }: Probes,
): void {
  server.get('/healthz', probe, async () => ({ status: 'live' }))

  server.get<{ Querystring: { verbose?: string } }>('/readyz', probe, async (request, reply) => {
    const readFigures = async (): Promise<object | null> => ((await isReady()) ? standing() : null)
    const figures = await Promise.race([readFigures().catch(() => null), sleep(PROBED_WITHIN, null, { ref: false })])
    // Findings name servers, settings and amounts.
    const isVerbose = request.query.verbose !== undefined && isFromThisMachine(request)
    const checks = isVerbose ? { checks: await examine() } : {}
    if (figures !== null) return { status: 'ready', ...figures, ...checks }
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ status: 'not ready', ...checks })
  })

  server.get('/metrics', probe, async (request, reply) => {
    if (metricsToken === null && !isFromThisMachine(request)) throw new Refusal('not_found')
    if (metricsToken !== null && !isSame(bearerOf(request), metricsToken)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN is needed.\n')
    }
    const { contentType, text } = await metrics()
    return reply.type(contentType).send(text)
  })
}

const bearerOf = ({ headers }: FastifyRequest): string => /^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Compares hashes, so that the time tells neither the length nor a beginning of the token. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(hashOf(given), hashOf(token))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
