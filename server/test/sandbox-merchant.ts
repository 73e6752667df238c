import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { openPool } from '../src/db/connect.ts'
import { sandboxPaymentServices } from '../src/features/sandbox/payment-services.ts'
import { sandboxAuthenticationPage } from '../src/features/sandbox/authentication-page.ts'
import { sandboxPayPage } from '../src/features/sandbox/pay-page.ts'
import { topUpResultPage } from '../src/features/finance/top-up/result-page.ts'
import { buildServer } from '../src/http/server.ts'
import { settableClock, type SettableClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { secretBox } from '../src/kit/secret-box.ts'
import type { Webhook } from '../src/providers/payments/provider.ts'
import { createSandboxPayments, type SandboxPayments } from '../src/providers/payments/sandbox/sandbox-payments.ts'
import { newWorldDatabase, type TestDatabase } from './cluster.ts'
import { FIRST_MOMENT } from './world-template.ts'
import { bareServer } from './bare-server.ts'

/** A webhook that the merchant received. */
export interface PostedWebhook {
  readonly path: string
  readonly webhook: Webhook
  readonly at: Date
}

/** The sandbox's payment services on a port, and a merchant that records their webhooks. */
export interface SandboxMerchant {
  readonly origin: string
  readonly app: FastifyInstance
  readonly pool: Pool
  readonly clock: SettableClock
  readonly sandbox: SandboxPayments
  readonly webhooks: readonly PostedWebhook[]
  /** Sets the merchant's response to webhooks from now on. */
  readonly answer: (status: number, body: string) => void
  /** Submits a form of the pay page, as a browser does. */
  readonly press: (page: string, act: string, origin?: string) => Promise<Response>
  /** Starts a server that replaces this one, on the same database and another port. */
  readonly successor: () => Promise<SandboxMerchant>
  /** Stops this server but keeps the database for a successor. */
  readonly leave: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function newSandboxMerchant(): Promise<SandboxMerchant> {
  return merchantOn(await newWorldDatabase(), inject('worldKeys'), FIRST_MOMENT)
}

async function merchantOn(database: TestDatabase, keys: string, from: Date): Promise<SandboxMerchant> {
  const log = newLogger('silent')
  const clock = settableClock(from)
  const pool = openPool(database.url, 5, log)
  const always = { clock, log, available: () => true }
  const app = await buildServer({ ...bareServer(always), config: readConfig({}, '/nowhere') })
  const origin = (): string => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on a port
  const addresses = { public: origin, internal: origin }
  const sandbox = createSandboxPayments({ pool, clock, log, secrets: secretBox(keys), addresses })
  await app.register(sandboxPaymentServices(sandbox))
  await app.register(sandboxPayPage({ sandbox, origin: null }))
  await app.register(sandboxAuthenticationPage({ sandbox, origin: null }))
  topUpResultPage(app)
  const webhooks: PostedWebhook[] = []
  let answer = { status: 200, body: 'success' }
  await app.register(async (callbacks) => {
    callbacks.removeAllContentTypeParsers()
    callbacks.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    callbacks.post<{ Body: Buffer }>('/callbacks/*', async ({ url, headers, body }, reply) => {
      webhooks.push({ path: url, webhook: { headers, body }, at: clock.now() })
      return reply.code(answer.status).type('text/plain').send(answer.body)
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const leave = async (): Promise<void> => {
    await app.close()
    await pool.end()
  }
  return {
    origin: origin(),
    app,
    pool,
    clock,
    sandbox,
    webhooks,
    answer: (status, body) => {
      answer = { status, body }
    },
    press: (page, act, from = origin()) =>
      fetch(`${page}/${act}`, {
        method: 'POST',
        headers: { origin: from, 'content-type': 'application/x-www-form-urlencoded' },
        redirect: 'manual',
      }),
    successor: () => merchantOn(database, keys, clock.now()),
    leave,
    close: async () => {
      await leave()
      await database.drop()
    },
  }
}
