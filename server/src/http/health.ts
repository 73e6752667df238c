import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { FastifyInstance } from 'fastify'

export interface Probes {
  /** Throws or returns false while the server cannot do its work. */
  readonly isReady: () => Promise<boolean>
  /** Figures that show what stands still, for the response of a server that is ready. */
  readonly standing: () => Promise<object>
  /** The metrics in Prometheus's text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** A database that stands still answers no query: a probe does not wait for it. */
const PROBED_WITHIN = 2 * SECOND
const probe = { config: { withoutDatabase: true }, helmet: false } as const

/**
 * Live: the process responds. Ready: the database responds, with room to write and with the schema that this server was
 * written for.
 */
export function answerProbes(server: FastifyInstance, { isReady, standing, metrics }: Probes): void {
  server.get('/healthz', probe, async () => ({ status: 'live' }))

  server.get('/readyz', probe, async (_request, reply) => {
    const readFigures = async (): Promise<object | null> => ((await isReady()) ? standing() : null)
    const figures = await Promise.race([readFigures().catch(() => null), sleep(PROBED_WITHIN, null, { ref: false })])
    if (figures !== null) return { status: 'ready', ...figures }
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready' })
  })

  server.get('/metrics', probe, async (_request, reply) => {
    const { contentType, text } = await metrics()
    return reply.type(contentType).send(text)
  })
}
