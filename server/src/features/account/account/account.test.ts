import { createHash } from 'node:crypto'
import { shortId } from '@hongyan/contract/account'
import { account } from '@hongyan/contract/endpoints/account/account'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { micros } from '@hongyan/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { movesOf } from '../../../../test/moves.ts'
import { newSender } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const hold = ({ id: owner }: SignedIn, amount: bigint) =>
  world.db.transaction().execute(async (tx) => {
    const entry = { id: uuidv7(world.clock.now()), account: owner, amount: micros(amount), count: 1 }
    await ledger.hold(txOf(tx), [entry], world.clock.now())
  })

test('the name of an owner who gave none follows the email', async () => {
  const owner = await world.account({ email: 'lin.wei@example.com' })
  const usernameOf = async () => (await owner.call(account.get)).username
  expect(await usernameOf()).toBe('lin.wei')
  await world.db.updateTable('account').set({ email: 'wei@example.com' }).where('id', '=', owner.id).execute()
  expect(await usernameOf()).toBe('wei')
})

test('an owner sees the account with its derived fields', async () => {
  const owner = await world.account({
    email: 'mei@example.com',
    phone: '+12065550100',
    firstname: 'Mei',
    lastname: 'Tan',
    realname_name: 'Lumen Parcel',
    balance: '1284.3792',
  })
  const hash = createHash('sha256').update('mei@example.com').digest('hex')
  expect(await owner.call(account.get)).toEqual({
    id: owner.id,
    suid: shortId(owner.id),
    avatar_url: `https://www.gravatar.com/avatar/${hash}?s=128&d=404`,
    firstname: 'Mei',
    lastname: 'Tan',
    fullname: 'Mei Tan',
    nickname: '',
    username: owner.email.split('@')[0],
    realname_info: { name: 'Lumen Parcel' },
    realname_auth: false,
    gender: 0,
    phone: '+12065550100',
    shieldPhone: '+12*******00',
    email: 'mei@example.com',
    partition: 'us',
    currency: 'USD',
    time_zone: 'UTC',
    locale: 'en',
    balance_amount: '1284.379200',
    credit_enabled: false,
    credit_amount: '0.000000',
    credit_balance_amount: '0.000000',
    credit_reduced: false,
    activated: true,
    demo: false,
    sandbox: true,
    strict_trust: false,
    unread_notices: 0,
    config: { sms_wildcard: [], sms_smpp: false, 'release.channel': 'stable', isCanary: false, acct_status: 0 },
  })
})

test('a Chinese account has a Chinese name order, zone and avatar service', async () => {
  const owner = await world.account({
    partition: 'cn',
    email: null,
    phone: '+8613800138000',
    firstname: '嘉禾',
    lastname: '陈',
  })
  const hash = createHash('md5').update(owner.id).digest('hex')
  expect(await owner.call(account.get)).toMatchObject({
    fullname: '陈嘉禾',
    email: null,
    currency: 'CNY',
    time_zone: 'Asia/Shanghai',
    avatar_url: `https://cravatar.cn/avatar/${hash}?s=128&d=404`,
  })
})

test('flags and the canary channel are shown as they are set', async () => {
  const owner = await world.account({
    sms_wildcard: JSON.stringify(['signature']),
    sms_smpp: true,
    release_channel: 'canary',
    status: 12,
  })
  expect((await owner.call(account.get)).config).toEqual({
    sms_wildcard: ['signature'],
    sms_smpp: true,
    'release.channel': 'canary',
    isCanary: true,
    acct_status: 12,
  })
})

test('amounts on hold for messages under way are not part of the balance', async () => {
  const owner = await world.account({ balance: '10' })
  await hold(owner, 8_500n)
  expect((await owner.call(account.get)).balance_amount).toBe('9.991500')
})

test('a credit account below zero shows how much of its credit is used', async () => {
  const owner = await world.account({ balance: '1', credit_enabled: true, credit_micros: micros(50_000_000n) })
  expect(await owner.call(account.get)).toMatchObject({
    credit_amount: '50.000000',
    credit_balance_amount: '0.000000',
  })
  await hold(owner, 3_250_000n)
  expect(await owner.call(account.get)).toMatchObject({
    balance_amount: '-2.250000',
    credit_balance_amount: '-2.250000',
  })
})

test('an account on credit shows that its credit is reduced to codes', async () => {
  const owner = await world.account({ credit_enabled: true, credit_micros: micros(50_000_000n) })
  await world.pool.query('update account set credit_reduced_at = now() where id = $1', [owner.id])
  expect((await owner.call(account.get)).credit_reduced).toBe(true)
})

test('unpaid billed amounts are not part of the balance, but still count as used credit', async () => {
  const owner = await world.account({ balance: '0', credit_enabled: true, credit_micros: micros(50_000_000n) })
  const { accept, settle, bill, credit } = movesOf(world.pool, owner.id)
  const text = { country: 'US', scene: 2, parts: 1, unit: 3_000_000n } as const
  await settle(await accept([text], world.clock.now()), 'post', world.clock.now())
  await bill(3_000_000n, world.clock.now())
  await credit(1_000_000n, world.clock.now())
  expect(await owner.call(account.get)).toMatchObject({
    balance_amount: '1.000000',
    credit_balance_amount: '-2.000000',
  })
})

test('without an avatar service there is no avatar address', async () => {
  const quiet = await newWorld({ AVATAR_URL: 'none' })
  try {
    const owner = await quiet.account()
    expect((await owner.call(account.get)).avatar_url).toBeNull()
  } finally {
    await quiet.close()
  }
})

test('the first steps are ticked off by the account’s own actions', async () => {
  const owner = await world.account({ balance: '0' })
  const none = { verified: false, credential: false, sent: false, last_status: null, topped_up: false }
  expect(await owner.call(account.progress)).toEqual(none)
  const { send } = await newSender(world, owner)
  expect((await send({ to: '+12065550100', text: 'Hello' })).status).toBe(402)
  expect(await owner.call(account.progress)).toEqual({ ...none, credential: true })

  const funded = await world.account({ realname_auth: true })
  await (await newSender(world, funded)).send({ to: '+12065550100', text: 'Hello' })
  expect(await funded.call(account.progress)).toEqual({
    verified: true,
    credential: true,
    sent: true,
    last_status: MessageStatus.Accepted,
    topped_up: true,
  })
})

test('an account is shown to no other account', async () => {
  expect(await world.visitor().ask(account.get)).toMatchObject({
    status: 401,
    body: { error: { code: 'unauthenticated' } },
  })
})
