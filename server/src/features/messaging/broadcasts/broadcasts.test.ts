import { DAY, HOUR, MINUTE, SECOND } from '@hongyan/contract/durations'
import { audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import {
  broadcasts,
  type BroadcastMessage,
  type BroadcastPlan,
  quotes,
} from '@hongyan/contract/endpoints/messaging/broadcasts'
import { people } from '@hongyan/contract/endpoints/messaging/people'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { BroadcastId, MessageId } from '@hongyan/contract/ids'
import { RecipientSource, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { crashed } from '../../../../test/crashed.ts'
import { type MemberChoice, newAudience, newMessage, newPlan } from '../../../../test/audiences.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { newTemplate, revokeSender } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const US: MemberChoice = { to: '+12065550100', country: 'US' }
const soon = (millis: number): string => new Date(world.clock.now().getTime() + millis).toISOString()

interface Choice {
  readonly members?: readonly MemberChoice[]
  readonly message?: Partial<BroadcastMessage>
  readonly plan?: Partial<BroadcastPlan>
}

const estimate = async (owner: SignedIn, { members = [US], message = {}, plan = {} }: Choice = {}) => {
  const audience = await newAudience(world, owner, members)
  return owner.call(quotes.create, { body: { audience, message: newMessage(message), plan: newPlan(plan) } })
}

const create = async (owner: SignedIn, choice: Choice = {}, name = 'Autumn') => {
  const { id } = await estimate(owner, choice)
  return owner.call(broadcasts.create, { body: { name, quote: id } })
}
const later: Choice = { plan: { time: 'at', at: '2026-11-21T12:00:00.000Z' } }

/** The first recipient of a broadcast as a delivered one. */
const insertDelivered = ({ id: account }: SignedIn, broadcast: string) =>
  world.pool.query(
    `insert into broadcast_count (account_id, broadcast_id, country, state, error_code, recipients, cost_micros)
     values ($1, $2, 'US', 'delivered', '', 1, 8500)`,
    [account, broadcast],
  )

const codeOf = ({ body }: { readonly body: unknown }): string => (body as { error: { code: string } }).error.code

/** A call that is refused, with the code and the field of its refusal. */
const refused = async (owner: SignedIn, quote: string, more: object = {}) => {
  const { status, body } = await owner.ask(broadcasts.create, { body: { name: 'Autumn', quote, ...more } })
  const { error } = body as { error: { code: string; field?: string; details?: unknown } }
  return [status, error.code, error.field]
}

test('a broadcast is made of an estimate and has its recipients, its price and its timeline', async () => {
  const owner = await world.account()
  const made = await create(owner, { members: [US, { to: '+12065550101', country: 'US' }] })
  expect(made).toMatchObject({
    name: 'Autumn',
    scene: 2,
    text: 'Your parcel is here.',
    source: 1,
    source_name: null,
    counts: { recipients: 2, waiting: 2, accepted: 0, sent: 0, delivered: 0, failed: 0, skipped: 0 },
    quoted: '0.017000',
    cost: '0.000000',
    currency: 'USD',
    time: 'now',
    has_audience: true,
    errors: [],
    opted_out: 0,
    retryable: 0,
    timeline: [{ step: 'created', by_owner: true }],
  })
  expect(await owner.call(broadcasts.list, { query: {} })).toMatchObject([{ id: made.id, name: 'Autumn' }])
})

test('a broadcast costs what its estimate said, message by message, and skips those that it left out', async () => {
  const owner = await world.account()
  const orders = ['A1', '', 'x'.repeat(20), '订单', 'Z9']
  const input = ['phone,Order', ...orders.map((order, nr) => `9123 4${nr}08,${order}`)].join('\n')
  const list = await owner.call(audiences.create, { body: { source: RecipientSource.Input, input, country: 'SG' } })
  const audience = list.id
  const variables = { order: { column: 'Order' }, time: { value: '2026-11-23 18:00' } }
  const message = newMessage({ template: 'pub_order_shipped_en', variables, accepted_bad: 50 })
  const quote = await owner.call(quotes.create, { body: { audience, message, plan: newPlan() } })
  expect(quote).toMatchObject({ recipients: 3, reason: null })
  const { id } = await owner.call(broadcasts.create, { body: { name: 'Autumn', quote: quote.id } })
  await world.loops.run('broadcasts')
  const ended = await eventually(
    async () => {
      world.clock.advance(SECOND)
      await world.loops.run('broadcast-watch')
      return owner.call(broadcasts.get, { params: { id } })
    },
    ({ counts }) => counts.waiting + counts.sent === 0,
  )
  expect(ended).toMatchObject({
    status: SendJobStatus.Finished,
    counts: { recipients: 5, delivered: 3, skipped: 2 },
    quoted: quote.at_most,
    cost: quote.at_most,
    countries: [{ country: 'SG', recipients: 5, delivered: 3, cost: quote.at_most }],
  })
  expect(ended.errors.map(({ reason }) => reason.code).toSorted()).toEqual([
    'invalid_template_data',
    'missing_template_data',
  ])
  const listed = await owner.call(broadcasts.recipients, { params: { id }, query: { state: 'delivered' } })
  expect(listed.map(({ row }) => row)).toEqual([1, 3, 5])
  const each = listed.reduce((sum, { price }) => sum + BigInt(price.replace('.', '')), 0n)
  expect(each).toBe(BigInt(quote.at_most.replace('.', '')))
})

test('people who opt out with a message of a broadcast count for it, and people of an import or another broadcast do not', async () => {
  const owner = await world.account()
  const members = ['08', '18', '28'].map((end) => ({ to: `+658100${end}08`, country: 'SG' }))
  const first = await create(owner, { members })
  const second = await create(owner, { members, message: { text: 'Your order is here.' } })
  await world.loops.run('broadcasts')
  const { rows } = await world.pool.query<{ broadcast: string; id: MessageId }>(
    'select broadcast_id as broadcast, id from message where account_id = $1 order by id',
    [owner.id],
  )
  const messagesOf = (broadcast: string) => rows.filter((row) => row.broadcast === broadcast).map(({ id }) => id)
  const scenes = [MessageScene.Marketing]
  const [one, two] = messagesOf(first.id)
  for (const message of [one, two]) await owner.call(recipients.add, { body: { message, reason: 'opt_out', scenes } })
  const others = ['+12065550177', members[2]?.to ?? '']
  await owner.call(recipients.import, { body: { recipients: others, reason: 'opt_out', scenes, note: '' } })
  const optedOut = async ({ id }: { readonly id: BroadcastId }) =>
    (await owner.call(broadcasts.get, { params: { id } })).opted_out
  expect([await optedOut(first), await optedOut(second)]).toEqual([2, 0])
})

/** Sends messages through the API until each has ended. */
async function sendAll(owner: SignedIn, numbers: readonly string[]): Promise<void> {
  const { send } = await newSender(world, owner)
  for (const to of numbers) expect((await send({ to, text: 'Hello' })).status).toBe(200)
  await eventually(
    async () => {
      const { rows } = await world.pool.query<{ open: number }>(
        'select count(*)::integer as open from message where account_id = $1 and status not in (4, 5)',
        [owner.id],
      )
      return rows[0]?.open
    },
    (open) => open === 0,
  )
}

test('a number that the last three messages did not reach is left out of estimate and broadcast unless its owner sends to it', async () => {
  const owner = await world.account()
  const [silent, twice, fresh] = ['+12065550002', '+12065560002', '+12065570008']
  await sendAll(owner, [silent, silent, silent, twice, twice])
  const source = { source: RecipientSource.Input, input: [silent, twice, fresh].join('\n'), country: 'US' }
  const list = await owner.call(audiences.create, { body: source })
  expect(list).toMatchObject({ kept_back: { notification: { unreached: 1 } }, counts: { valid: 3 } })
  const quoteWith = (unreached?: 'send' | 'skip') => {
    const { unreached: _, ...message } = newMessage()
    const body = { audience: list.id, message: { ...message, ...(unreached && { unreached }) }, plan: newPlan() }
    return owner.call(quotes.create, { body })
  }
  expect(await quoteWith('send')).toMatchObject({ recipients: 3, left_out: [], at_most: '0.025500' })
  const quote = await quoteWith()
  expect(quote).toMatchObject({
    recipients: 2,
    left_out: [{ reason: 'unreached', recipients: 1 }],
    at_most: '0.017000',
  })
  const leftOut = async (unreached: 'send' | 'skip') => {
    const answer = await owner.ask(audiences.leftOut, { params: { id: list.id }, query: { unreached } })
    return (await world.app.inject({ url: new URL(String(answer.headers['location'])).pathname })).body
  }
  expect(await leftOut('skip')).toContain('Last 3 messages not delivered')
  expect(await leftOut('send')).not.toContain(silent)

  const { id } = await owner.call(broadcasts.create, { body: { name: 'Autumn', quote: quote.id } })
  await world.loops.run('broadcasts')
  const skipped = await owner.call(broadcasts.recipients, { params: { id }, query: { state: 'skipped' } })
  expect(skipped).toMatchObject([{ row: 1, message: null, reason: { code: 'recipient_unreached' } }])
  expect(await owner.call(broadcasts.get, { params: { id } })).toMatchObject({
    status: SendJobStatus.Finished,
    counts: { recipients: 3, skipped: 1 },
  })
})

/** Creates a broadcast of marketing, runs it once, and returns its estimate with it. */
async function marketTo(owner: SignedIn, members: readonly MemberChoice[], text: string) {
  const quote = await estimate(owner, { members, message: { scene: 3, text } })
  const { id } = await owner.call(broadcasts.create, { body: { name: 'Autumn', quote: quote.id, consented: true } })
  await world.loops.run('broadcasts')
  return { quote, id }
}

test('an estimate says who waits for the end of a limit of the law, and the broadcast sends then and costs the same', async () => {
  const owner = await world.account()
  const before = world.clock.now()
  // A Tuesday, 10:00 in Bogotá and Miami.
  world.clock.set(new Date('2026-11-24T15:00:00Z'))
  const [bogota, medellin, miami] = [
    { to: '+573001250008', country: 'CO' },
    { to: '+573001260008', country: 'CO' },
    { to: '+13055560008', country: 'US' },
  ]
  const first = await marketTo(owner, [bogota, miami], 'Autumn sale')
  expect(first.quote).toMatchObject({ waiting: 0, capped: 0 })
  // Colombia allows one contact a day, Florida three.
  const { quote, id } = await marketTo(owner, [bogota, medellin, miami], 'Last days of the sale')
  expect(quote).toMatchObject({
    recipients: 3,
    waiting: 1,
    capped: 1,
    left_out: [],
    last_at: '2026-11-25T15:00:00.000Z',
  })
  expect(await owner.call(broadcasts.get, { params: { id } })).toMatchObject({
    phase: 'waiting',
    next_at: quote.last_at,
    counts: { recipients: 3, skipped: 0 },
  })
  world.clock.advance(DAY)
  await world.loops.run('broadcasts')
  const ended = await eventually(
    async () => {
      world.clock.advance(SECOND)
      await world.loops.run('broadcast-watch')
      return owner.call(broadcasts.get, { params: { id } })
    },
    ({ counts }) => counts.waiting + counts.sent === 0,
  )
  expect(ended).toMatchObject({ status: SendJobStatus.Finished, counts: { delivered: 3 }, cost: quote.at_most })
  world.clock.set(before)
})

test('an estimate makes one broadcast, and a repeated call with its key the same one', async () => {
  const owner = await world.account()
  const { id: quote } = await estimate(owner)
  const body = { name: 'Autumn', quote }
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = [
    await owner.ask(broadcasts.create, { body, headers }),
    await owner.ask(broadcasts.create, { body, headers }),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await refused(owner, quote)).toEqual([404, 'not_found', undefined])
})

test('an estimate that does not hold any more makes no broadcast', async () => {
  const owner = await world.account()
  const expired = await estimate(owner)
  const before = world.clock.now()
  world.clock.set(new Date(before.getTime() + HOUR))
  expect(await refused(owner, expired.id)).toEqual([409, 'recipients_changed', 'quote'])
  world.clock.set(before)
  const template = await newTemplate(world, owner)
  const message = { template: template.id, variables: { order: { value: 'A1' } } }
  const revoked = await estimate(owner, { message })
  await world.pool.query('update template set serving = null where id = $1', [template.id])
  await world.pool.query('update account set changed_at = now() where id = $1', [owner.id])
  await world.loops.run('changed-accounts')
  expect(await refused(owner, revoked.id)).toEqual([400, 'template_not_approved', 'message.template'])
  const unlisted = await estimate(owner)
  await world.pool.query('update audience set delete_after = $2 where id = $1', [unlisted.audience, world.clock.now()])
  expect(await refused(owner, unlisted.id)).toEqual([409, 'recipients_changed', 'quote'])
})

test('an estimate that is not counted yet makes no broadcast', async () => {
  const owner = await world.account()
  const { id } = await estimate(owner)
  await world.pool.query(`update broadcast_quote set state = 'counting' where id = $1`, [id])
  expect(await refused(owner, id)).toEqual([409, 'quote_not_ready', 'quote'])
})

test('the fault of an estimate refuses its broadcast', async () => {
  const owner = await world.account()
  const { id } = await estimate(owner, { members: [{ to: '+24740123', country: 'AC' }] })
  expect(await refused(owner, id)).toEqual([422, 'no_recipients', 'audience'])
})

test('a broadcast that starts within the hour must be paid for, a later one need not yet', async () => {
  const owner = await world.account({ balance: '0.001' })
  const { id } = await estimate(owner)
  const answer = await owner.ask(broadcasts.create, { body: { name: 'Autumn', quote: id } })
  expect(answer).toMatchObject({
    status: 402,
    body: { error: { code: 'balance_insufficient', details: { shortfall: '0.007500' } } },
  })
  const scheduled = await create(owner, later)
  expect(scheduled).toMatchObject({ phase: 'scheduled', status: SendJobStatus.Queued })
  const body = { version: scheduled.version }
  expect(codeOf(await owner.ask(broadcasts.start, { params: { id: scheduled.id }, body }))).toBe('balance_insufficient')
})

test('promotions need the word of the owner that the people agreed', async () => {
  const owner = await world.account()
  const { id } = await estimate(owner, { message: { scene: 3 } })
  expect(await refused(owner, id)).toEqual([422, 'consent_missing', 'consented'])
  const made = await owner.call(broadcasts.create, { body: { name: 'Sale', quote: id, consented: true } })
  expect(made).toMatchObject({ scene: 3 })
})

test('above ten thousand recipients the owner types their number', async () => {
  const owner = await world.account({ balance: '1000' })
  const audience = await newAudience(world, owner, [])
  await world.pool.query(
    `insert into audience_member (account_id, audience_id, row, recipient, country, cells)
     select $1, $2, n, '+1206' || (5550000 + n), 'US', '{}' from generate_series(1, 10001) n`,
    [owner.id, audience],
  )
  await world.pool.query('update audience set members = 10001 where id = $1', [audience])
  const body = { audience, message: newMessage(), plan: newPlan() }
  const { id, recipients } = await owner.call(quotes.create, { body })
  expect(recipients).toBe(10_001)
  expect(await refused(owner, id)).toEqual([422, 'recipients_unconfirmed', 'recipients'])
  expect(await refused(owner, id, { recipients: 10_000 })).toEqual([422, 'recipients_unconfirmed', 'recipients'])
  await owner.call(broadcasts.create, { body: { name: 'Big', quote: id, recipients: 10_001 } })
})

test('the same recipients and message within half an hour have to be confirmed', async () => {
  const owner = await world.account()
  const first = await create(owner)
  const again = await estimate(owner)
  expect(again.repeats).toEqual({ id: first.id, name: 'Autumn' })
  expect(await refused(owner, again.id)).toEqual([409, 'duplicate_broadcast', 'repeat'])
  await owner.call(broadcasts.create, { body: { name: 'Again', quote: again.id, repeat: true } })
  const other = await estimate(owner, { message: { text: 'Another text.' } })
  expect(other.repeats).toBeNull()
})

test('an account has at most twenty broadcasts that wait or run', async () => {
  const owner = await world.account()
  const first = await create(owner, later)
  await world.pool.query(
    `insert into broadcast (account_id, id, name, audience_id, source, scene, message, plan, text, price_book_version,
       content_hash, status, phase, recipients, quoted_micros, starts_at, created_at)
     select account_id, uuidv7(), name, audience_id, source, scene, message, plan, text, price_book_version, content_hash,
       status, phase, recipients, quoted_micros, starts_at, created_at from broadcast, generate_series(1, 19)
       where id = $1`,
    [first.id],
  )
  const { id } = await estimate(owner, { message: { text: 'One more.' } })
  expect(await refused(owner, id)).toEqual([409, 'too_many_broadcasts', undefined])
})

test('an owner renames a broadcast and moves one that is scheduled', async () => {
  const owner = await world.account()
  const { id, version } = await create(owner, later)
  const params = { id }
  const renamed = await owner.call(broadcasts.update, { params, body: { version, name: 'Winter' } })
  expect(renamed).toMatchObject({ name: 'Winter', version: version + 1 })
  expect(codeOf(await owner.ask(broadcasts.update, { params, body: { version, name: 'Spring' } }))).toBe(
    'state_conflict',
  )
  const at = soon(2 * DAY)
  const plan = newPlan({ time: 'at', at })
  const moved = await owner.call(broadcasts.update, { params, body: { version: renamed.version, plan } })
  expect(moved).toMatchObject({ starts_at: at, timeline: [{ step: 'created' }, { step: 'changed' }] })
  const close = newPlan({ time: 'at', at: soon(MINUTE) })
  const body = { version: moved.version, plan: close }
  expect(codeOf(await owner.ask(broadcasts.update, { params, body }))).toBe('schedule_range')
})

test('a changed plan of marketing keeps the first messages that its account’s trust asks for', async () => {
  const strict = await newWorld({ TRUST: 'strict', TRUST_PROXY: '1' })
  onTestFinished(() => strict.close())
  const owner = await strict.account()
  const members = Array.from({ length: 200 }, (_, nr) => ({ to: `+1206555${1_000 + nr}`, country: 'US' }))
  const audience = await newAudience(strict, owner, members)
  const planOf = (canary: number) => newPlan({ time: 'at', at: '2026-11-21T20:00:00.000Z', canary })
  const order = { audience, message: newMessage({ scene: 3 }), plan: planOf(3) }
  const { id: quote } = await owner.call(quotes.create, { body: order })
  const made = await owner.call(broadcasts.create, { body: { name: 'Sale', quote, consented: true } })
  const moved = (canary: number) =>
    owner.ask(broadcasts.update, { params: { id: made.id }, body: { version: made.version, plan: planOf(canary) } })
  expect(await moved(1)).toMatchObject({
    status: 422,
    body: { error: { code: 'broadcast_canary_low', field: 'plan.canary' } },
  })
  expect(await moved(2)).toMatchObject({ status: 200, body: { plan: { canary: 2 } } })
})

test('a rename that repeats the plan is saved whatever the balance and the hour, and adds no step', async () => {
  const owner = await world.account({ balance: '0' })
  const before = world.clock.now()
  const { id, version, plan, starts_at: at } = await create(owner, later)
  const params = { id }
  world.clock.set(new Date(Date.parse(at) - 30 * MINUTE))
  const renamed = await owner.call(broadcasts.update, { params, body: { version, name: 'Winter', plan } })
  expect(renamed).toMatchObject({ name: 'Winter', starts_at: at, timeline: [{ step: 'created' }] })
  world.clock.set(new Date(Date.parse(at) - MINUTE))
  const body = { version: renamed.version, name: 'Spring', plan: { ...plan, at: '2026-11-21T12:00:00Z' } }
  expect(await owner.call(broadcasts.update, { params, body })).toMatchObject({ name: 'Spring' })
  world.clock.set(before)
})

test('a plan is not refused for people whom the broadcast leaves out', async () => {
  const owner = await world.account()
  const [blocked, silent] = ['+12065550110', '+12065550111']
  const members = [{ to: '+6591234567', country: 'SG' }, ...[blocked, silent].map((to) => ({ to, country: 'US' }))]
  await owner.call(recipients.add, { body: { recipient: blocked, reason: 'block' } })
  // Noon in Seattle, then one in the morning there; Singapore has no law of hours.
  const [day, night] = ['2026-11-21T20:00:00.000Z', '2026-11-21T09:00:00.000Z']
  const list = await newAudience(world, owner, members)
  await world.pool.query('update audience_member set unreached = true where audience_id = $1 and recipient = $2', [
    list,
    silent,
  ])
  const madeWith = async (unreached: 'skip' | 'send') => {
    const message = newMessage({ scene: 3, unreached })
    const order = { audience: list, message, plan: newPlan({ time: 'at', at: day }) }
    const { id: quote } = await owner.call(quotes.create, { body: order })
    return owner.call(broadcasts.create, { body: { name: 'Sale', quote, consented: true, repeat: true } })
  }
  const moved = async ({ id, version }: Awaited<ReturnType<typeof madeWith>>) =>
    owner.ask(broadcasts.update, {
      params: { id },
      body: { version, plan: newPlan({ time: 'at', at: night }) },
    })
  expect(await moved(await madeWith('skip'))).toMatchObject({ status: 200, body: { starts_at: night } })
  expect(codeOf(await moved(await madeWith('send')))).toBe('scene_quiet_hours')
})

test('five minutes before its start a broadcast is neither moved nor deleted', async () => {
  const owner = await world.account()
  const before = world.clock.now()
  const { id, version, starts_at: at } = await create(owner, later)
  const params = { id }
  world.clock.set(new Date(Date.parse(at) - 4 * MINUTE))
  const body = { version, plan: newPlan({ time: 'at', at: soon(2 * DAY) }) }
  expect(codeOf(await owner.ask(broadcasts.update, { params, body }))).toBe('broadcast_locked')
  expect(codeOf(await owner.ask(broadcasts.remove, { params }))).toBe('broadcast_locked')
  world.clock.set(before)
  await owner.call(broadcasts.remove, { params })
  expect((await owner.ask(broadcasts.get, { params })).status).toBe(404)
})

test('an explicit time in closed hours is refused where a law or a carrier asks for it', async () => {
  const owner = await world.account()
  const night = { time: 'at', at: '2026-11-21T08:00:00.000Z' } as const
  const quote = await estimate(owner, { message: { scene: 3 }, plan: night })
  expect(quote).toMatchObject({ reason: { code: 'scene_quiet_hours' }, quiet_countries: ['US'] })
  expect(quote.countries[0]).toMatchObject({ country: 'US', quiet: 'law' })
  expect(await refused(owner, quote.id, { consented: true })).toEqual([422, 'scene_quiet_hours', 'plan.at'])
  const day = { time: 'local', local: '2026-11-21T14:00' } as const
  const { id, version } = await owner.call(broadcasts.create, {
    body: { name: 'Sale', quote: (await estimate(owner, { message: { scene: 3 }, plan: day })).id, consented: true },
  })
  const answer = await owner.ask(broadcasts.update, { params: { id }, body: { version, plan: newPlan(night) } })
  expect(codeOf(answer)).toBe('scene_quiet_hours')
})

test('an owner starts, pauses, resumes and stops a broadcast, each from the version that they see', async () => {
  const owner = await world.account()
  const { id, version } = await create(owner, later)
  const params = { id }
  const started = await owner.call(broadcasts.start, { params, body: { version } })
  expect(started).toMatchObject({ status: SendJobStatus.Pending })
  expect(await owner.ask(broadcasts.pause, { params, body: { version } })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'state_conflict', details: { current: { id, version: started.version } } },
    },
  })
  const paused = await owner.call(broadcasts.pause, { params, body: { version: started.version } })
  expect(paused).toMatchObject({ status: SendJobStatus.Interrupt, reason: 'user' })
  const resumed = await owner.call(broadcasts.resume, { params, body: { version: paused.version } })
  const stopped = await owner.call(broadcasts.stop, { params, body: { version: resumed.version } })
  expect(stopped).toMatchObject({ status: SendJobStatus.Interrupt, reason: 'stopped' })
  const again = { version: stopped.version }
  expect(codeOf(await owner.ask(broadcasts.resume, { params, body: again }))).toBe('broadcast_state')
  expect(stopped.timeline.map(({ step }) => step)).toEqual([
    'created',
    'started',
    'interrupted',
    'resumed',
    'interrupted',
  ])
})

test('pauses and resumes from two tabs at once take turns, and everybody still gets one message', async () => {
  const owner = await world.account()
  const members = Array.from({ length: 40 }, (_, nr) => ({ to: `+120655${String(7_000 + nr)}8`, country: 'US' }))
  const { id, version } = await create(owner, { members, plan: { speed: 10 } })
  const params = { id }
  await world.loops.run('broadcasts')
  let seen = version
  for (let round = 0; round < 6; round += 1) {
    const row = round % 2 === 0 ? broadcasts.pause : broadcasts.resume
    const body = { version: (await owner.call(broadcasts.get, { params })).version }
    seen = body.version
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() => owner.ask(row, { params, body })),
      world.loops.run('broadcasts').then(() => null),
    ])
    const statuses = answers.flatMap((answer) => (answer === null ? [] : [answer.status]))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  }
  expect((await owner.ask(broadcasts.pause, { params, body: { version: seen } })).status).toBe(409)
  const ended = await eventually(
    async () => {
      world.clock.advance(SECOND)
      await world.loops.run('broadcasts')
      await world.loops.run('broadcast-watch')
      return owner.call(broadcasts.get, { params })
    },
    ({ counts }) => counts.delivered + counts.failed === 40,
  )
  expect(ended).toMatchObject({ status: SendJobStatus.Finished, cost: ended.quoted })
  const { rows } = await world.pool.query(
    'select count(*)::integer as messages, count(distinct to_hash)::integer as people from message where broadcast_id = $1',
    [id],
  )
  expect(rows).toEqual([{ messages: 40, people: 40 }])
})

test('the counts of a finished or paused broadcast say how many messages are accepted and still go out', async () => {
  const owner = await world.account()
  const members = Array.from({ length: 20 }, (_, nr) => ({ to: `+120655${String(7_500 + nr)}8`, country: 'US' }))
  const finished = await create(owner, { members: members.slice(0, 5) })
  await world.loops.run('broadcasts')
  const get = (id: typeof finished.id) => owner.call(broadcasts.get, { params: { id } })
  expect(await get(finished.id)).toMatchObject({
    status: SendJobStatus.Finished,
    counts: { waiting: 5, accepted: 5, sent: 0, delivered: 0 },
  })
  const { id } = await create(owner, { members, plan: { speed: 10 } })
  await world.loops.run('broadcasts')
  const { version } = await get(id)
  const paused = await owner.call(broadcasts.pause, { params: { id }, body: { version } })
  expect(paused).toMatchObject({ status: SendJobStatus.Interrupt, counts: { waiting: 20, accepted: 10, sent: 0 } })
  const handedOver = await eventually(
    async () => {
      world.clock.advance(SECOND)
      await world.loops.run('broadcast-watch')
      return get(id)
    },
    ({ counts }) => counts.delivered === 10,
  )
  expect(handedOver).toMatchObject({ status: SendJobStatus.Interrupt, counts: { waiting: 10, accepted: 0, sent: 0 } })
})

test('a broadcast shows the id of its template, also where its message has the code', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner, { code: 'shipped' })
  const message = { template: 'shipped', variables: { order: { value: 'A1' } } }
  const made = await create(owner, { ...later, message })
  expect(await owner.call(broadcasts.get, { params: { id: made.id } })).toMatchObject({ template: { id } })
})

test('a template that is revoked on the way stops its broadcast, and a new one of it is refused', async () => {
  const owner = await world.account()
  const template = await newTemplate(world, owner)
  const members = Array.from({ length: 15 }, (_, nr) => ({ to: `+120655${String(8_000 + nr)}8`, country: 'US' }))
  const message = { template: template.id, variables: { order: { value: 'A1' } } }
  const { id } = await create(owner, { members, message, plan: { speed: 10 } })
  await world.loops.run('broadcasts')
  await revokeSender(world, template.id, 'content')
  // Processes hear of the revocation a moment later, and until then messages of the template go on.
  const refusal = async () => (await estimate(owner, { members, message })).reason?.code
  await eventually(refusal, (code) => code === 'template_not_approved')
  const stopped = await eventually(
    async () => {
      world.clock.advance(SECOND)
      await world.loops.run('broadcasts')
      return owner.call(broadcasts.get, { params: { id } })
    },
    ({ status }) => status === SendJobStatus.Interrupt,
  )
  expect(stopped).toMatchObject({ reason: 'template_revoked' })
  const { rows } = await world.pool.query('select from message where broadcast_id = $1', [id])
  expect(rows).toHaveLength(10)
})

test('the list is filtered by status, scene, day and a part of name or text', async () => {
  const owner = await world.account()
  const spring = await create(owner, { ...later, message: { text: 'Tulips are here.' } }, 'Spring sale')
  const summer = await create(owner, { message: { text: '100% sunshine' } }, 'Summer')
  const found = async (query: Parameters<typeof owner.call<typeof broadcasts.list>>[1]) =>
    (await owner.call(broadcasts.list, query)).map(({ id }) => id)
  expect(await found({ query: {} })).toEqual([summer.id, spring.id])
  expect(await found({ query: { text: 'TULIPS' } })).toEqual([spring.id])
  expect(await found({ query: { text: '100%' } })).toEqual([summer.id])
  expect(await found({ query: { text: 'spring s' } })).toEqual([spring.id])
  expect(await found({ query: { scene: 3 } })).toEqual([])
  expect(await found({ query: { from: '2026-11-20', to: '2026-11-20' } })).toHaveLength(2)
  expect(await found({ query: { to: '2026-11-19' } })).toEqual([])
  expect(await found({ query: { status: SendJobStatus.Finished } })).toEqual([])
  expect(await found({ query: { limit: 1, offset: 1 } })).toEqual([spring.id])
  const { headers } = await owner.ask(broadcasts.list, { query: { limit: 1 } })
  expect(headers['x-total-count']).toBe('2')
})

test('recipients of a broadcast are listed with masked numbers', async () => {
  const owner = await world.account()
  const { id } = await create(owner, { ...later, members: [US, { to: '+6591234567', country: 'SG' }] })
  const answer = await owner.ask(broadcasts.recipients, { params: { id } })
  expect(answer.headers['x-total-count']).toBe('2')
  expect(answer.body).toMatchObject([
    { row: 1, to: '+1 206••• ••00', country: 'US', state: 'waiting', message: null, price: '0.000000' },
    { row: 2, to: '+65 9••• ••67', country: 'SG', state: 'waiting' },
  ])
  const waiting = await owner.call(broadcasts.recipients, { params: { id }, query: { state: 'waiting' } })
  expect(waiting).toHaveLength(2)
  expect(await owner.call(broadcasts.recipients, { params: { id }, query: { state: 'failed' } })).toEqual([])
})

test('a test goes to the phone that the account has proved, twenty times a day', async () => {
  const owner = await world.account()
  const audience = await newAudience(
    world,
    owner,
    [
      { ...US, cells: ['A1'] },
      { ...US, to: '+12065550101', cells: ['B2'] },
    ],
    ['Order'],
  )
  const variables = { order: { column: 'Order' }, time: { value: '2026-11-23 18:00' } }
  const body = { message: newMessage({ template: 'pub_order_shipped_en', variables }), audience, row: 2 }
  expect(codeOf(await owner.ask(broadcasts.test, { body }))).toBe('no_proved_phone')
  await world.pool.query(`update account set phone = '+12065550199' where id = $1`, [owner.id])
  const { message, waits_until: waits } = await owner.call(broadcasts.test, { body })
  expect(waits).toBeNull()
  const { rows } = await world.pool.query('select text, recipient from message_body where id = $1', [message])
  expect(rows).toEqual([
    { recipient: '+12065550199', text: 'Your order B2 has shipped and should arrive by 2026-11-23 18:00.' },
  ])
  const offer = { message: newMessage({ scene: 3 }) }
  // One in the morning in Seattle.
  const call = { body: offer, headers: { 'idempotency-key': 'offer' } }
  const answer = await owner.call(broadcasts.test, call)
  expect(answer).toMatchObject({ waits_until: '2026-11-20T17:00:00.000Z' })
  expect(await owner.call(broadcasts.test, call)).toEqual(answer)
  await crashed(world, owner)
  expect(await owner.call(broadcasts.test, call)).toEqual(answer)
  await world.pool.query(`update limit_use set used = 20 where account_id = $1 and key = 'broadcasts.tests'`, [
    owner.id,
  ])
  expect(codeOf(await owner.ask(broadcasts.test, { body }))).toBe('limit_exceeded')
})

test('a number that is erased takes the estimates of its lists with it, and is skipped by a finished broadcast', async () => {
  const owner = await world.account()
  const members = [US, { to: '+12065550142', country: 'US' }]
  const { id: open } = await estimate(owner, { members })
  const { id } = await create(owner, { ...later, members, message: { text: 'Erased.' } })
  await owner.call(people.erase, { body: { recipient: '+12065550142' } })
  expect((await owner.ask(quotes.get, { params: { id: open } })).status).toBe(404)
  await world.pool.query(`update broadcast set status = 2, phase = 'ended' where id = $1`, [id])
  await insertDelivered(owner, id)
  expect(await owner.call(broadcasts.get, { params: { id } })).toMatchObject({
    counts: { recipients: 2, waiting: 0, delivered: 1, skipped: 1 },
  })
})

test('a broadcast of another account does not exist', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const quote = await estimate(owner)
  expect(await refused(other, quote.id)).toEqual([404, 'not_found', undefined])
  const { id, version } = await create(owner, { ...later, message: { text: 'Mine.' } })
  const params = { id }
  const body = { version }
  const calls = [
    other.ask(broadcasts.get, { params }),
    other.ask(broadcasts.recipients, { params }),
    other.ask(broadcasts.remove, { params }),
    other.ask(broadcasts.retry, { params }),
    ...(['start', 'pause', 'resume', 'stop', 'update'] as const).map((call) =>
      other.ask(broadcasts[call], { params, body }),
    ),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from(calls, () => 404))
  expect(await other.call(broadcasts.list, { query: {} })).toEqual([])
})
