import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@hongyan/contract/endpoints/account/account'
import { session } from '@hongyan/contract/endpoints/account/session'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, inboxOf } from './inbox.ts'
import { patient } from './patience.ts'
import { eventually } from './sender.ts'
import { newWorld, type World } from './world.ts'

/** A tenth of the guesses and code requests by default; all of them with SCALE=full. */
const SCALE = process.env['SCALE'] === 'full' ? 1 : 0.1
const GUESSES = 1_000 * SCALE
const SECONDS = 5
/** Requests arrive evenly: a burst would measure its own length. */
const TICKS = 100
const READ_EVERY = 40
const CODE_REQUESTS = 10_000 * SCALE
const ADDRESSES = 500
const BUDGET = 2
const CODE_WITHIN_MILLIS = 60_000

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1', CODE_BUDGET_USD: String(BUDGET) })
})
afterAll(() => world.close())

const stranger = (n: number) => world.visitor({ 'x-forwarded-for': `198.18.${(n % ADDRESSES) >> 8}.${n & 255}` })
const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function timesOf(read: () => Promise<unknown>, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n += 1) taken.push(await timed(read))
  return taken
}

const spent = async (): Promise<number> => {
  const { rows } = await world.pool.query<{ spent: number }>(
    `select coalesce(sum(m.price_micros), 0)::float8 / 1e6 as spent from message m
      join account a on a.id = m.account_id where a.house and a.currency = 'USD'`,
  )
  return rows[0]?.spent ?? 0
}

test(
  'a flood of guesses and code requests keeps the owner from no code, and the house within its budget',
  async () => {
    const owner = await world.account()
    const browser = world.visitor({ 'x-forwarded-for': '203.0.113.9', cookie: 'hy_visitor=known' })
    await browser.call(session.create, { body: { identifier: owner.email, password: owner.password } })
    const quiet = p95(await timesOf(() => owner.call(account.get), 100))

    const answers: Promise<unknown>[] = []
    const busy: number[] = []
    const flood = async () => {
      for (let tick = 0; tick < SECONDS * TICKS; tick += 1) {
        for (let n = 0; n < GUESSES / TICKS; n += 1) {
          const body = { identifier: n % 2 === 0 ? owner.email : `nobody-${tick}@example.com`, password: 'a guess' }
          answers.push(stranger(answers.length).ask(session.create, { body }))
        }
        for (let n = 0; n < CODE_REQUESTS / SECONDS / TICKS; n += 1) {
          const at = answers.length
          const phone = `+1206${String(2_000_000 + at * 631).padStart(7, '0')}`
          const body = n % 2 === 0 ? { scene: 'verif_signin', email: owner.email } : { scene: 'verif_signup', phone }
          answers.push(stranger(at).ask(codes.send, { body }))
        }
        await sleep(1_000 / TICKS)
      }
      await Promise.all(answers)
    }
    let isFlooded = true
    const flooding = flood().finally(() => (isFlooded = false))
    const reading = (async () => {
      while (isFlooded) {
        busy.push(await timed(() => owner.ask(account.get)))
        await sleep(READ_EVERY)
      }
    })()
    const codeAfter = await timed(async () => {
      const scene = 'verif_reset_password'
      const sent = await eventually(
        () => browser.ask(codes.send, { body: { scene, email: owner.email } }),
        ({ status }) => status === 200,
      )
      const { handle } = codes.send.reply.parse(sent.body)
      const [message] = await eventually(
        async () => (await inboxOf(world, owner.email)).filter(({ text }) => text.includes('reset your password')),
        (found) => found.length > 0,
      )
      const code = message === undefined ? 'none' : codeIn(message)
      await eventually(
        () => browser.ask(codes.verify, { body: { scene, email: owner.email, code, handle } }),
        ({ status }) => status === 200,
      )
    })
    await Promise.all([flooding, reading])

    process.stdout.write(`console p95: ${quiet.toFixed(1)} ms quiet, ${p95(busy).toFixed(1)} ms in the flood\n`)
    expect(codeAfter).toBeLessThan(patient(CODE_WITHIN_MILLIS))
    expect(await spent()).toBeGreaterThan(0)
    expect(await spent()).toBeLessThanOrEqual(BUDGET)
  },
  patient(240_000),
)
