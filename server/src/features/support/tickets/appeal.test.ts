import { MINUTE } from '@hongyan/contract/durations'
import { account } from '@hongyan/contract/endpoints/account/account'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { session } from '@hongyan/contract/endpoints/account/session'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { TicketId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { ticketStates } from '@hongyan/contract/vocabulary/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideAppeal, setAccount } from '../../../../test/appeals.ts'
import { newOrderEvents } from '../../../../test/order-events.ts'
import { ownerWithApp } from '../../../../test/second-factor.ts'
import { passOn } from '../../../../test/support-mail.ts'
import { newTicket, newTicketForm, replyAsSupport } from '../../../../test/tickets.ts'
import { FIRST_MOMENT } from '../../../../test/world-template.ts'
import { cookieOf, newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { appealStateOf } from './appeal.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
beforeEach(() => world.clock.set(FIRST_MOMENT))
afterAll(() => world.close())

const run = (name: 'restore' | 'uphold', ...typed: readonly string[]) => decideAppeal(world, name, ...typed)

const answers = {
  use: 'Codes for the sign-in of our shop.',
  consent: 'Customers enter their own number at the checkout.',
  cause: 'A test of ours sent the same text 5,000 times.',
}

/** Suspends an account, and appeals. */
async function appealed(owner?: SignedIn) {
  const mine = owner ?? (await world.account())
  world.clock.advance(MINUTE)
  await setAccount(world, mine, 'acct_status', String(AccountStatus.Suspended))
  world.clock.advance(MINUTE)
  const { id } = await newTicket(mine, { category: 'appeal', answers })
  return { owner: mine, id }
}

const read = (owner: SignedIn, id: TicketId) => owner.call(tickets.get, { params: { id } })
const factsOf = async (owner: SignedIn, id: TicketId) => (await read(owner, id)).appeal?.facts
const statusOf = async (owner: SignedIn) => (await owner.call(account.get)).config.acct_status
const bellOf = async (owner: SignedIn) => (await owner.call(notices.list)).notices.map(({ kind }) => kind)

test('the status of an appeal follows its ticket until it is decided', () => {
  expect(ticketStates.map((state) => appealStateOf(state, null))).toEqual([
    'received',
    'in_review',
    'more_needed',
    'lapsed',
    'lapsed',
  ])
  expect(ticketStates.map((state) => appealStateOf(state, 'restored'))).toEqual(Array(5).fill('restored'))
})

test('an appeal is in review while support has the turn, and needs more while the owner has it', async () => {
  const { owner, id } = await appealed()
  expect((await read(owner, id)).appeal).toMatchObject({ state: 'received', answers })
  await replyAsSupport(world, id, 'Which test?')
  expect((await read(owner, id)).appeal?.state).toBe('more_needed')
  await owner.call(tickets.reply, { params: { id }, body: { text: 'A load test.' } })
  expect((await read(owner, id)).appeal?.state).toBe('in_review')
})

test('the facts of an appeal are those of this moment', async () => {
  const { owner } = await ownerWithApp(world)
  const other = await world.account()
  const key = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  await setAccount(world, owner, 'realname_auth', 'false')
  const { id } = await appealed(owner)
  const before = { verified: false, second_factor: true, password_changed: false, keys_renewed: false }
  expect(await factsOf(owner, id)).toEqual(before)
  await setAccount(world, owner, 'realname_auth', 'true')
  await owner.call(credentials.remove, { params: { id: key.id } })
  expect(await factsOf(owner, id)).toEqual({ ...before, verified: true, keys_renewed: true })

  const theirs = await appealed(other)
  expect(await factsOf(other, theirs.id)).toMatchObject({ second_factor: false, keys_renewed: true })
  await other.call(profile.changePassword, { body: { curpassword: other.password, password: 'a wilder goose' } })
  expect(await factsOf(other, theirs.id)).toMatchObject({ password_changed: true })
})

test('a password that was changed before the suspension is none that was changed since', async () => {
  const owner = await world.account()
  const password = 'a wilder goose'
  await owner.call(profile.changePassword, { body: { curpassword: owner.password, password } })
  const signIn = await world.visitor().ask(session.create, { body: { identifier: owner.email, password } })
  const again = { ...owner, ...world.visitor({ cookie: cookieOf(signIn) }) }
  const { id } = await appealed(again)
  expect(await factsOf(again, id)).toMatchObject({ password_changed: false })
})

describe('appeal restore', () => {
  test('a granted appeal ends the suspension, solves the ticket and notifies the owner', async () => {
    const { owner, id } = await appealed()
    await run('restore', id, '--text', 'Thank you for the details.')
    expect(await statusOf(owner)).toBe(AccountStatus.Ok)
    const ticket = await read(owner, id)
    expect(ticket).toMatchObject({ state: 'solved', appeal: { state: 'restored' } })
    expect(ticket.messages.at(-1)).toMatchObject({ author: 'support', text: 'Thank you for the details.' })
    expect(ticket.steps.map(({ step }) => step)).toEqual(['restored', 'solved'])
    expect((await bellOf(owner)).toSorted()).toEqual(['account_resumed', 'account_suspended', 'ticket_replied'])
    const acts = (await owner.call(audit.list)).filter(({ actor }) => actor === 'staff')
    expect(acts.map(({ action, operator }) => [action, operator])).toEqual([
      ['account.set', 'Ines'],
      ['appeal.restore', 'Ines'],
      ['account.set', null],
    ])
  })

  test.each([
    ['open', ['dispute_opened'], AccountStatus.StripeBlocked],
    ['lost', ['dispute_opened', 'dispute_lost'], AccountStatus.StripeBlocked],
    ['won', ['dispute_opened', 'dispute_won'], AccountStatus.Ok],
  ] as const)('a granted appeal keeps cards blocked for an open or lost dispute: %s', async (_, kinds, status) => {
    const { owner, id } = await appealed()
    const orders = newOrderEvents(world)
    const order = await orders.paid(owner.id, 'stripe', '50')
    const { amount_micros: amount, currency } = order
    for (const kind of kinds) await orders.settle(order, { kind, disputeId: 'dp_1', amount, currency })
    expect(await statusOf(owner)).toBe(AccountStatus.Suspended)
    await run('restore', id)
    expect(await statusOf(owner)).toBe(status)
    expect(await bellOf(owner)).toContain('account_resumed')
  })

  test('an appeal granted without a text notifies the owner that the ticket is solved', async () => {
    const { owner, id } = await appealed()
    await run('restore', id)
    expect(await read(owner, id)).toMatchObject({ state: 'solved', appeal: { state: 'restored' } })
    expect(await bellOf(owner)).toContain('ticket_solved')
  })

  test('support cannot grant the appeal of an account that is no longer suspended', async () => {
    const { owner, id } = await appealed()
    await setAccount(world, owner, 'acct_status', '0')
    await expect(run('restore', id)).rejects.toThrow('The account of appeal #1 is not suspended.')
    expect(await read(owner, id)).toMatchObject({ state: 'new', steps: [], appeal: { state: 'received' } })
  })
})

describe('appeal uphold', () => {
  test('a declined appeal keeps the suspension and gives its reason', async () => {
    const { owner, id } = await appealed()
    await run('uphold', id, '--text', 'The numbers were bought.')
    expect(await statusOf(owner)).toBe(AccountStatus.Suspended)
    expect(await read(owner, id)).toMatchObject({ state: 'solved', appeal: { state: 'upheld' } })
    expect((await bellOf(owner)).toSorted()).toEqual(['account_suspended', 'ticket_replied'])
    await expect(run('uphold', id)).rejects.toThrow('--text is missing')
  })
})

test('an appeal is decided once, also by two operators at the same moment', async () => {
  const { owner, id } = await appealed()
  const decisions = await Promise.allSettled([run('restore', id), run('uphold', id, '--text', 'No.')])
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { appeal } = await read(owner, id)
  await expect(run('restore', id)).rejects.toThrow(`Appeal #1 is ${appeal?.state} already.`)
})

test('an appeal that silence solved has lapsed: it reopens by a message, or gives way to a new one', async () => {
  const { owner, id } = await appealed()
  const silence = async () => {
    await replyAsSupport(world, id, 'Which test?')
    await world.pool.query('update ticket set due_at = $2 where id = $1', [id, world.clock.now()])
    await world.loops.run('tickets')
    expect(await read(owner, id)).toMatchObject({ state: 'solved', appeal: { state: 'lapsed' } })
  }
  const again = { category: 'appeal', answers } as const
  await silence()
  await owner.call(tickets.reply, { params: { id }, body: { text: 'A load test.' } })
  expect((await owner.ask(tickets.create, { body: newTicketForm(again) })).body).toMatchObject({
    error: { code: 'appeal_open', details: { id } },
  })
  await silence()
  expect(await newTicket(owner, again)).toMatchObject({ no: 2, appeal: { state: 'received' } })
  expect(await read(owner, id)).toMatchObject({ state: 'closed', appeal: { state: 'lapsed' } })
})

test('a ticket of another category is no appeal', async () => {
  const { id } = await newTicket(await world.account())
  await expect(run('restore', id)).rejects.toThrow('Ticket #1 is no appeal.')
})

test('without a mailbox for replies no mail service is expected', async () => {
  expect(await passOn(world, { from: 'a@b.example', to: [], text: 'x' })).toBe(404)
})
