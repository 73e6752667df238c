import { DAY } from '@hongyan/contract/durations'
import { account as accounts } from '@hongyan/contract/endpoints/account/account'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { noticePreferences, notices } from '@hongyan/contract/endpoints/account/notices'
import { notices as limits } from '@hongyan/contract/limits/account'
import { micros } from '@hongyan/contract/money'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrderEvents } from '../../../../test/order-events.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { alone, txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { notifyLowBalances } from './low-balance.ts'
import { forgetOld } from './rounds.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
afterAll(() => world.close())

const notifyResumed = ({ id }: SignedIn) =>
  notify(alone(world.pool), { account: id, kind: 'account_resumed', values: {}, at: world.clock.now() })
const listedIn = async (owner: SignedIn) =>
  (await owner.call(notices.list, { query: { limit: 100 } })).notices.map(({ kind, values }) => [kind, values])
const unread = async (owner: SignedIn) => (await owner.call(accounts.get)).unread_notices
const save = (owner: SignedIn, body: unknown) => owner.ask(noticePreferences.save, { body })
describe('bell', () => {
  test('the bell lists the newest first, counts unread notices, and marks some or all as read', async () => {
    const owner = await world.account()
    expect(await owner.call(notices.list)).toEqual({ unread: 0, notices: [] })
    for (let nr = 0; nr < 3; nr += 1) {
      await notifyResumed(owner)
      world.clock.advance(1_000)
    }
    const first = await owner.ask(notices.list, { query: { limit: 2 } })
    expect(first.headers).toMatchObject({ 'x-total-count': '3' })
    const { notices: page } = notices.list.reply.parse(first.body)
    const { notices: rest } = await owner.call(notices.list, { query: { limit: 2, offset: 2 } })
    const moments = [...page, ...rest].map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(await unread(owner)).toBe(3)
    const ids = rest.map(({ id }) => id)
    expect(await owner.call(notices.read, { body: { ids } })).toEqual({ unread: 2 })
    expect((await owner.call(notices.list)).notices.map(({ read }) => read)).toEqual([false, false, true])
    expect(await owner.call(notices.read, { body: {} })).toEqual({ unread: 0 })
    expect(await unread(owner)).toBe(0)
  })

  test('the bell counts no further than 99', async () => {
    const owner = await world.account()
    await Promise.all(Array.from({ length: 101 }, () => notifyResumed(owner)))
    expect(await unread(owner)).toBe(99)
  })

  const forgetNow = () => forgetOld(world)
  const kept = async ({ id }: SignedIn) =>
    (await world.pool.query('select from notice where account_id = $1', [id])).rowCount
  test('the bell keeps the newest 200 for 90 days, and those with unsent deliveries', async () => {
    const [many, old] = [await world.account(), await world.account()]
    for (let nr = 0; nr <= limits.kept; nr += 1) await notifyResumed(many)
    await notifyResumed(old)
    world.clock.advance(limits.keptDays * DAY + 1)
    await notifyResumed(old)
    await forgetNow()
    expect([await kept(many), await kept(old)]).toEqual([limits.kept + 1, 2])
    await deliveriesOf(world)
    await forgetNow()
    expect([await kept(many), await kept(old)]).toEqual([0, 1])
    for (let nr = 0; nr <= limits.kept; nr += 1) await notifyResumed(old)
    await deliveriesOf(world)
    await forgetNow()
    expect([await kept(many), await kept(old)]).toEqual([0, limits.kept])
  })
})

describe('preferences', () => {
  test('notice preferences start with email for all kinds but top-ups, and list the account’s channels', async () => {
    const owner = await world.account()
    const { kinds, balance_low, channels } = await owner.call(noticePreferences.get)
    expect([balance_low, channels]).toEqual([null, ['email']])
    expect(Object.keys(kinds)).toEqual(Object.keys(noticeKinds))
    expect(Object.entries(kinds).filter(([, { email, sms }]) => !email || sms)).toEqual([
      ['topped_up', { email: false, sms: false }],
    ])
  })

  test('notice preferences decide the channels of a delivery', async () => {
    const owner = await world.account({ phone: '+12065550142', balance: '0' })
    const kinds = { topped_up: { email: true, sms: true }, credential_changed: { email: false, sms: false } }
    await owner.call(noticePreferences.save, { body: { kinds } })
    await owner.call(noticePreferences.save, { body: { kinds: { dispute: { email: false, sms: true } } } })
    expect((await owner.call(noticePreferences.get)).kinds).toMatchObject({
      ...kinds,
      dispute: { email: false, sms: true },
    })
    await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
    await newOrderEvents(world).paid(owner.id, 'stripe', '50')
    const messages = (await deliveriesOf(world)).filter(({ to }) => ['+12065550142', owner.email].includes(to))
    expect(messages.map(({ to, text }) => `${to} ${text}`).toSorted()).toEqual([
      expect.stringMatching(/^\+12065550142 .*\$50\.00/),
      expect.stringMatching(/^owner-.*\$50\.00/),
    ])
  })

  test.each([
    [
      'no channel for a notice that guards the account',
      { kinds: { dispute: { email: false, sms: false } } },
      'kinds.dispute',
    ],
    ['only a channel that the account lacks', { kinds: { dispute: { email: false, sms: true } } }, 'kinds.dispute'],
    ['an unknown kind', { kinds: { parcel: { email: true, sms: true } } }, 'kinds.parcel'],
    ['a kind with one channel', { kinds: { dispute: { email: true } } }, 'kinds.dispute.sms'],
    ['a bound below one unit', { balance_low: '0.99' }, 'balance_low'],
    ['a bound above the maximum', { balance_low: '100000.000001' }, 'balance_low'],
    ['a bound in words', { balance_low: 'ten' }, 'balance_low'],
  ])('notice preferences refuse %s and stay unchanged', async (_what, body, field) => {
    const owner = await world.account()
    const before = await owner.call(noticePreferences.get)
    const answer = await save(owner, body)
    expect(answer).toMatchObject({ status: 400, body: { error: { field } } })
    expect(await owner.call(noticePreferences.get)).toEqual(before)
  })
})

test('a change of a credential is notified with its key and never its secret', async () => {
  const owner = await world.account()
  const { id, key, secret } = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  const update = { params: { id }, body: { id, key, mode: AuthMode.Simple } }
  await owner.call(credentials.update, update)
  await owner.call(credentials.update, update)
  await owner.call(credentials.remove, { params: { id } })
  const seen = await listedIn(owner)
  expect(seen.toReversed()).toEqual([
    ['credential_changed', { change: 'created', key, mode: 'hmac' }],
    ['credential_changed', { change: 'mode', key, mode: 'simple' }],
    ['credential_changed', { change: 'removed', key, mode: 'simple' }],
  ])
  expect(JSON.stringify([seen, await deliveriesOf(world)])).not.toContain(secret)
})

describe('low balances', () => {
  const look = () => notifyLowBalances(world)
  const lows = async (owner: SignedIn) => (await listedIn(owner)).filter(([kind]) => kind === 'balance_low')
  const watching = async (choice: Parameters<World['account']>[0] = {}) => {
    const owner = await world.account({ balance: '100', ...choice })
    expect((await save(owner, { balance_low: '50' })).status).toBe(200)
    return owner
  }
  const move = ({ id: account }: SignedIn, kind: 'hold' | 'void' | 'credit', amount: number) =>
    world.db.transaction().execute(async (tx) => {
      const at = world.clock.now()
      await ledger.lock(txOf(tx), [account])
      await ledger[kind](
        txOf(tx),
        [{ id: uuidv7(at), account, amount: micros(BigInt(amount) * 1_000_000n), count: 1 }],
        at,
      )
    })

  test('a low balance is notified when it falls below the bound, and again only after it rose', async () => {
    const owner = await watching()
    await move(owner, 'hold', 50)
    await look()
    expect(await lows(owner)).toEqual([])
    await move(owner, 'hold', 1)
    await Promise.all([look(), look()])
    await move(owner, 'hold', 1)
    await look()
    expect(await lows(owner)).toEqual([['balance_low', { below: '50.000000', balance: '49.000000', currency: 'USD' }]])
    world.clock.advance(2 * DAY)
    await look()
    expect(await lows(owner)).toHaveLength(1)
    await move(owner, 'credit', 10)
    await move(owner, 'hold', 10)
    await look()
    expect(await lows(owner)).toHaveLength(2)
  })

  test('a low balance is notified once a day at most, and again while it stays low', async () => {
    const owner = await watching()
    await move(owner, 'hold', 60)
    await look()
    for (let times = 0; times < 3; times += 1) {
      await move(owner, 'void', 20)
      await move(owner, 'hold', 20)
      await look()
    }
    expect(await lows(owner)).toHaveLength(1)
    world.clock.advance(DAY)
    await look()
    await look()
    expect(await lows(owner)).toHaveLength(2)
  })

  test('a low balance is notified once for fifty simultaneous falls, and not after it rose', async () => {
    const owner = await watching()
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        await move(owner, 'hold', 60)
        await move(owner, 'void', 60)
      }),
    )
    await look()
    expect(await lows(owner)).toEqual([])
    await Promise.all(Array.from({ length: 50 }, () => move(owner, 'hold', 2)))
    await Promise.all([look(), look()])
    expect(await lows(owner)).toHaveLength(1)
  })

  test('a low balance of a credit account is its remaining spendable amount', async () => {
    const owner = await watching({ balance: '20', credit_enabled: true, credit_micros: micros(100_000_000n) })
    await move(owner, 'hold', 60)
    await look()
    expect(await lows(owner)).toEqual([])
    await move(owner, 'hold', 15)
    await look()
    expect(await lows(owner)).toEqual([['balance_low', { below: '50.000000', balance: '45.000000', currency: 'USD' }]])
  })

  test('a low balance is not notified where the bound is off or was never set', async () => {
    const [off, never] = [await watching(), await world.account()]
    await save(off, { balance_low: null })
    await move(off, 'hold', 60)
    await move(never, 'hold', 99)
    await look()
    expect([await lows(off), await lows(never)]).toEqual([[], []])
    expect((await world.pool.query('select from balance_low_due where account_id = $1', [off.id])).rowCount).toBe(0)
  })

  test('a low balance is detected where messages are sent', async () => {
    const owner = await watching({ balance: '50.001' })
    const { send } = await newSender(world, owner)
    expect((await send({ to: '+12065550100', text: 'Hello' })).status).toBe(200)
    await look()
    expect(await lows(owner)).toHaveLength(1)
  })
})
