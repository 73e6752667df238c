import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, publicUrl } from '../../../test/payments.ts'
import { startWire, type Wire } from '../../../test/wire.ts'
import { createStripe } from './stripe.ts'

const spec = fileURLToPath(new URL('../../../../../shared/specs/stripe-topup.prism.json', import.meta.url))
const order = anOrder({ currency: 'USD' })

/** Stripe's published interface, with every call checked against it: a violation answers 400 or 422. */
describe.skipIf(!existsSync(spec))("stripe's published interface", () => {
  let prism: ChildProcess
  let base: string
  let unwilling: Wire

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const bin = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))
    prism = spawn(process.execPath, [bin, 'mock', '-h', '127.0.0.1', '-p', String(port), spec], { stdio: 'ignore' })
    unwilling = await startWire(async ({ method, target, headers, body }) => {
      const passed = { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' }
      const init = method === 'GET' ? {} : { body }
      const answer = await fetch(base + target, { method, headers: { ...passed, prefer: 'code=402' }, ...init })
      return { status: answer.status, body: await answer.text() }
    })
    await listening(base)
  }, 60_000)

  afterAll(async () => {
    await unwilling.end()
    prism.kill('SIGKILL')
    if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit')
  })

  const stripeAt = (address: string) =>
    createStripe({ apiKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: () => address, publicUrl })

  test('takes the session that an order asks for', async () => {
    expect(await stripeAt(base).open(order)).toMatchObject({ kind: 'opened', remoteId: expect.stringMatching(/^cs_/) })
  })

  test('answers what became of a session', async () => {
    const remoteId = 'cs_test_a1'
    expect(await stripeAt(base).query({ ...order, remoteId })).toEqual({ kind: 'pending' })
    // The mock keeps nothing, so its session is open for ever.
    expect(await stripeAt(base).close({ ...order, remoteId })).toEqual({ kind: 'pending' })
  })

  test('answers errors that are told by their code', async () => {
    const refused = { kind: 'refused', reason: 'authentication_required' }
    expect(await stripeAt(unwilling.base).open(order)).toEqual(refused)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function listening(base: string): Promise<void> {
  for (const end = Date.now() + 50_000; Date.now() < end;) {
    try {
      await fetch(base)
      return
    } catch {
      await new Promise((resolve) => void setTimeout(resolve, 200))
    }
  }
  throw new Error('the mock did not start')
}
