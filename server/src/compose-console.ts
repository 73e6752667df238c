import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config/config.ts'
import type { Schema } from './db/schema.ts'
import { accountRoutes } from './features/account/routes.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { credentialRoutes } from './features/credentials/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { callerByToken } from './features/session/service.ts'
import { statisticsRoutes } from './features/statistics/routes.ts'
import { consoleApi } from './http/console-api.ts'
import { sessionGuard } from './http/session-guard.ts'
import type { Clock } from './kit/clock.ts'
import { keyedQueue } from './kit/keyed-queue.ts'
import type { SecretBox } from './kit/secret-box.ts'

export interface ConsoleDeps {
  readonly config: Config
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
  /** In tests every reply is checked against its row. */
  readonly checkReplies: boolean
}

/** Everything the console calls, below /api. */
export async function serveConsoleApi(server: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { config, db, clock } = deps
  const api = consoleApi({
    routes: [
      ...sessionRoutes({ db, clock, attempts: keyedQueue() }),
      ...accountRoutes({ db, avatars: config.avatars, sandbox: config.sandbox }),
      ...credentialRoutes(deps),
      ...configurationRoutes(deps),
      ...statisticsRoutes(deps),
    ],
    guard: sessionGuard({
      callerByToken: (token) => callerByToken(deps, token),
      origin: config.publicUrl,
    }),
    https: config.https,
    checkReplies: deps.checkReplies,
  })
  await server.register(api, { prefix: '/api' })
}
