import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpStub, startHttpStub, type StubResponse } from '../test/http-stub.ts'
import { newOrderEvents } from '../test/order-events.ts'
import { patient } from '../test/patience.ts'
import { newWorld, type World } from '../test/world.ts'
import { readConfig } from './config/config.ts'
import { openPool } from './db/connect.ts'
import { loopChecks } from './jobs/checks.ts'
import { systemClock } from './kit/clock.ts'
import { newLogger } from './kit/logger.ts'
import { startServer } from './start-server.ts'

let world: World
let stripe: HttpStub
let answer: StubResponse
beforeAll(async () => {
  world = await newWorld()
  stripe = await startHttpStub(() => answer)
})
afterAll(async () => {
  await stripe.end()
  await world.close()
})

/** Starts a server in production, on the world's database. */
const start = (apiBase = stripe.base) =>
  startServer(
    readConfig(
      {
        NODE_ENV: 'production',
        SANDBOX: '1',
        SEED: 'none',
        PORT: '0',
        HOST: '127.0.0.1',
        PUBLIC_URL: 'https://console.example.com',
        DATABASE_URL: world.databaseUrl,
        SECRET_KEYS: world.config.secretKeys ?? '',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_API_BASE: apiBase,
      },
      '/nowhere',
    ),
    newLogger('silent'),
    '/nowhere',
  )

test('a live server refuses to start with sandbox money in its database', async () => {
  answer = { status: 404, body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}' }
  const owner = await world.account({ balance: '0' })
  const order = await newOrderEvents(world).paid(owner.id, 'stripe', '20')
  await expect(start()).rejects.toThrow('The database has sandbox money (20.000000 USD)')
  await world.db.updateTable('top_up').set({ test: false }).where('id', '=', order.id).execute()
  await (await start()).stop()
})

test('a live server refuses to start with credentials that their provider refuses', async () => {
  answer = { status: 401, body: '{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}' }
  await expect(start()).rejects.toThrow('Stripe refuses our credentials (StripeAuthenticationError)')
})

test('a live server starts while a payment provider does not answer, and the doctor shows it', async () => {
  const server = await start('http://127.0.0.1:1')
  const pool = openPool(world.databaseUrl, 1, newLogger('silent'))
  try {
    const findings = async () => {
      const all = await Promise.all(loopChecks.map(({ check }) => check({ pool, clock: systemClock })))
      return all.flat().filter(({ name }) => name === 'loop payment-credentials')
    }
    await expect
      .poll(findings, { timeout: patient(20_000) })
      .toMatchObject([{ text: expect.stringContaining('Stripe does not answer') }])
  } finally {
    await pool.end()
    await server.stop()
  }
})
