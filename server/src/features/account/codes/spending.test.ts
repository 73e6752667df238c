import { DAY } from '@hongyan/contract/durations'
import { session } from '@hongyan/contract/endpoints/account/session'
import { codes } from '@hongyan/contract/endpoints/account/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackground } from '../../../kit/background.ts'
import { settableClock } from '../../../kit/clock.ts'
import { newLogger } from '../../../kit/logger.ts'
import { newVisitor } from '../../../../test/inbox.ts'
import { eventually } from '../../../../test/sender.ts'
import { newWorld, type Visitor, type World } from '../../../../test/world.ts'
import { codeChecks } from './checks.ts'
import { createPauses } from './pauses.ts'
import { readSpending } from './spending.ts'

const scene = 'verif_signup'
const ask = (visitor: Visitor, body: object) => visitor.ask(codes.send, { body: { scene, ...body } })
const paused = { status: 429, body: { error: { code: 'code_texts_paused', field: 'phone' } } }

/** American numbers, each in a block of its own. */
const american = (n: number) => `+1206${String(2_010_000 + n * 10_000).padStart(7, '0')}`
/** British mobile numbers, ten in a block. */
const british = (n: number) => `+447400${String(n).padStart(3, '0')}123`

describe('the daily budget of codes by phone', () => {
  const lines: string[] = []
  let world: World
  beforeAll(async () => {
    const log = newLogger('warn', { write: (line) => void lines.push(line) })
    world = await newWorld({ TRUST_PROXY: '1', CODE_BUDGET_USD: '0.5', CODE_BUDGET_CNY: '0.5' }, log)
  })
  afterAll(() => world.close())

  const findings = () => codeChecks[0]?.check(world)
  const spent = async (): Promise<number> => {
    const { rows } = await world.pool.query<{ spent: number }>(
      `select coalesce(sum(m.price_micros), 0)::float8 / 1e6 as spent from message m
        join account a on a.id = m.account_id where a.house and a.currency = 'USD'`,
    )
    return rows[0]?.spent ?? 0
  }
  /** Strangers request codes for new numbers until one is refused; returns the refusal. */
  async function spendAll(headers = {}) {
    for (let n = 0; n < 200; n += 1) {
      const answer = await ask(newVisitor(world, headers), { phone: american(n) })
      if (answer.status !== 200) return answer
    }
    throw new Error('the budget never ends')
  }

  test('the budget refuses codes of strangers by phone when it is spent, and says to use the email address', async () => {
    expect(await findings()).toEqual([expect.objectContaining({ ok: true })])
    const refused = await spendAll()
    expect(refused).toMatchObject(paused)
    expect(refused.body).toMatchObject({
      error: { message: 'Text-message codes are paused for today. Use your email address instead.' },
    })
    const chinese = await spendAll({ 'accept-language': 'zh-CN' })
    expect(chinese.body).toMatchObject({ error: { message: '今日短信验证码已暂停发送。请改用邮箱。' } })
    expect((await ask(newVisitor(world), { email: 'late@example.com' })).status).toBe(200)
    await eventually(spent, (sum) => sum > 0.3)
    expect(await spent()).toBeLessThanOrEqual(0.4)
  })

  test('the budget of one currency leaves codes in the other', async () => {
    await spendAll()
    expect((await ask(newVisitor(world), { phone: '+8613800138011' })).status).toBe(200)
  })

  test('the budget keeps a share for a browser that its owner signed in from', async () => {
    const owner = await world.account({ phone: american(190) })
    const browser = newVisitor(world, { cookie: 'hy_visitor=a-known-browser' })
    await browser.call(session.create, { body: { identifier: owner.email, password: owner.password } })
    await spendAll()
    const body = { scene: 'verif_signin', phone: american(190) }
    expect(await newVisitor(world).ask(codes.send, { body })).toMatchObject(paused)
    expect((await browser.ask(codes.send, { body })).status).toBe(200)
  })

  test('a spent budget is an alarm in the log, at /metrics and in the doctor', async () => {
    await spendAll()
    const metrics = await eventually(
      () => world.metrics.metrics(),
      (text) => text.includes('hongyan_codes_paused{currency="USD"}'),
    )
    expect(lines.filter((line) => line.includes('the budget of codes by phone is spent'))).toHaveLength(1)
    expect(metrics).toMatch(/^hongyan_code_budget\{currency="USD"\} 0\.5$/m)
    expect(metrics).toMatch(/^hongyan_code_spending\{currency="USD"\} 0\.[34]/m)
    expect(metrics).toMatch(/^hongyan_codes_paused\{currency="USD"\} [1-9]/m)
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        ok: false,
        text: expect.stringMatching(/^USD 0\.\d+ of 0\.5\d* spent today, \d+ refused$/),
      }),
    )
  })

  test('requests that a spent budget refuses at once are each counted', async () => {
    await spendAll()
    const counted = async () =>
      Number(/^hongyan_codes_paused\{currency="USD"\} (\d+)$/m.exec(await world.metrics.metrics())?.[1])
    const before = await counted()
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(newVisitor(world), { phone: american(300 + n) })))
    await eventually(counted, (refused) => refused >= before + 20)
  })

  test('refused requests of a moment are counted together, and the first of a day is reported', async () => {
    const clock = settableClock(new Date('2040-01-01T00:00:00Z'))
    const { db, config, log } = world
    const reported: string[] = []
    const pauses = createPauses({
      db,
      clock,
      codeBudget: config.codeBudget,
      background: createBackground(log),
      paused: (currency) => void reported.push(currency),
    })
    const refused = async () => (await readSpending(db, clock.now())).map(({ refused: requests }) => requests)
    for (let n = 0; n < 20; n += 1) pauses.count('USD')
    await eventually(refused, ([requests]) => requests === 20)
    pauses.count('USD')
    await eventually(refused, ([requests]) => requests === 21)
    expect(reported).toEqual(['USD'])
  })

  test('the budget starts anew at midnight UTC', async () => {
    await spendAll()
    world.clock.advance(DAY)
    expect((await ask(newVisitor(world), { phone: american(777) })).status).toBe(200)
    expect(await findings()).toEqual([expect.objectContaining({ ok: true })])
  })
})

describe('the daily caps of codes by phone', () => {
  let world: World
  beforeAll(async () => {
    world = await newWorld({ TRUST_PROXY: '1', CODE_BUDGET_USD: '100000' })
  })
  afterAll(() => world.close())

  test('a country abroad gets two hundred codes a day from strangers, and no other country notices', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 200; n += 1) statuses.push((await ask(newVisitor(world), { phone: british(n) })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ask(newVisitor(world), { phone: british(200) })).toMatchObject(paused)
    expect((await ask(newVisitor(world), { phone: american(1) })).status).toBe(200)
    expect((await ask(newVisitor(world), { phone: '+4915112345678' })).status).toBe(200)
  })
})
