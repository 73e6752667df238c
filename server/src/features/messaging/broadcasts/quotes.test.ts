import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { type BroadcastMessage, type BroadcastPlan, quotes } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AudienceId } from '@hongyan/contract/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MemberChoice, newAudience, newMessage, newPlan } from '../../../../test/audiences.ts'
import { newSender } from '../../../../test/sender.ts'
import { newSignature, newTemplate } from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const US: MemberChoice = { to: '+12065550100', country: 'US' }
const shipped = {
  template: 'pub_order_shipped_en',
  variables: { order: { column: 'Order' }, time: { value: '2026-11-23 18:00' } },
}
const estimate = (
  owner: SignedIn,
  audience: AudienceId,
  message: Partial<BroadcastMessage> = {},
  plan: Partial<BroadcastPlan> = {},
) => owner.call(quotes.create, { body: { audience, message: newMessage(message), plan: newPlan(plan) } })
const soon = (millis: number): string => new Date(world.clock.now().getTime() + millis).toISOString()

test('an estimate of free text says what each country costs, and is ready when the reply comes', async () => {
  const owner = await world.account({ balance: '1' })
  const audience = await newAudience(world, owner, [
    US,
    { to: '+12065550101', country: 'US' },
    { to: '+6591234567', country: 'SG' },
  ])
  const quote = await estimate(owner, audience)
  expect(quote).toMatchObject({
    state: 'ready',
    progress: 100,
    reason: null,
    scene: 2,
    recipients: 3,
    parts: 3,
    by_parts: [{ parts: 1, recipients: 3 }],
    left_out: [],
    currency: 'USD',
    available: '1.000000',
    shortfall: null,
    expected: null,
    waiting: 0,
    repeats: null,
  })
  expect(quote.countries[0]).toMatchObject({
    country: 'US',
    recipients: 2,
    amount: '0.017000',
    unit_price: '0.008500',
    quiet: null,
  })
  expect(quote.previews.map(({ row }) => row)).toEqual([1, 2, 3])
  expect(quote.previews[0]).toMatchObject({
    to: '+1 206••• ••00',
    text: 'Your parcel is here.',
    sender: '+12025550147',
  })
  expect(await owner.call(quotes.get, { params: { id: quote.id } })).toEqual(quote)
})

test('an estimate costs what the send API would take for the same recipients and values', async () => {
  const owner = await world.account({ balance: '100' })
  const { send } = await newSender(world, owner)
  const order = fc.oneof(
    fc.stringMatching(/^[0-9A-Za-z_.:/#*-]{1,20}$/),
    fc.string({ maxLength: 24 }),
    fc.constantFrom('', ' ', 'é', '订单', 'x'.repeat(21)),
  )
  const number = fc.oneof(
    fc.integer({ min: 0, max: 99 }).map((nr) => ({ to: `+120655501${String(nr).padStart(2, '0')}`, country: 'US' })),
    fc.integer({ min: 0, max: 99 }).map((nr) => ({ to: `+65912345${String(nr).padStart(2, '0')}`, country: 'SG' })),
    fc.integer({ min: 0, max: 99 }).map((nr) => ({ to: `+247401${String(nr).padStart(2, '0')}`, country: 'AC' })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ number, order }), {
        minLength: 1,
        maxLength: 6,
        selector: ({ number: { to } }) => to,
      }),
      async (rows) => {
        const members = rows.map((row) => ({ ...row.number, cells: [row.order] }))
        const audience = await newAudience(world, owner, members, ['Order'])
        const quote = await estimate(owner, audience, { ...shipped, accepted_bad: 100 })
        const single = await Promise.all(
          rows.map((row) =>
            send({
              to: row.number.to,
              templateId: shipped.template,
              templateData: {
                time: shipped.variables.time.value,
                ...(row.order.trim() !== '' && { order: row.order }),
              },
              dryRun: true,
            }),
          ),
        )
        const taken = single.flatMap(({ body }) => (body.data === undefined ? [] : [body.data]))
        const total = taken.reduce((sum, { totalAmount }) => sum + BigInt(totalAmount.replace('.', '')), 0n)
        expect(BigInt(quote.at_most.replace('.', ''))).toBe(total)
        expect(quote.parts).toBe(taken.reduce((sum, { messageCount }) => sum + messageCount, 0))
        expect(quote.recipients).toBe(taken.length)
      },
    ),
    { numRuns: 25 },
  )
})

test('people whom a list, a country or their own values keep from the message are left out with the reason', async () => {
  const owner = await world.account()
  const [blocked, optedOut] = ['+12065550110', '+12065550111']
  await owner.call(recipients.add, { body: { recipient: blocked, reason: 'block' } })
  await owner.call(recipients.add, { body: { recipient: optedOut, reason: 'opt_out', scenes: [2] } })
  const members = [
    { ...US, cells: ['A1'] },
    { to: blocked, country: 'US', cells: ['A2'] },
    { to: optedOut, country: 'US', cells: ['A3'] },
    { to: '+24740123', country: 'AC', cells: ['A4'] },
    { to: '+12065550112', country: 'US', cells: [''] },
    { to: '+12065550113', country: 'US', cells: ['订单'] },
  ]
  const audience = await newAudience(world, owner, members, ['Order'])
  const quote = await estimate(owner, audience, { ...shipped, accepted_bad: 40 })
  expect(quote).toMatchObject({ recipients: 1, reason: null })
  expect(new Map(quote.left_out.map(({ reason, recipients: count }) => [reason, count]))).toEqual(
    new Map([
      ['blocked', 1],
      ['opted_out', 1],
      ['no_price', 1],
      ['value_missing', 1],
      ['value_invalid', 1],
    ]),
  )
})

test('faults of an estimate come one class at a time, in the order of the steps', async () => {
  const owner = await world.account({ balance: '0.001' })
  const members = [
    { ...US, cells: [''] },
    { to: '+12065550101', country: 'US', cells: ['A1'] },
  ]
  const audience = await newAudience(world, owner, members, ['Order'])
  const fault = async (message: Partial<BroadcastMessage>, plan: Partial<BroadcastPlan> = {}) =>
    (await estimate(owner, audience, message, plan)).reason?.code
  const wide = { ...shipped, accepted_bad: 50 }
  const fast = { speed: 1_000_000 }
  expect(await fault({ ...shipped, variables: { order: { column: 'Order' } } }, fast)).toBe('values_missing')
  expect(await fault({ ...shipped, variables: { ...shipped.variables, order: { column: 'Name' } } })).toBe(
    'values_missing',
  )
  expect(await fault(shipped, fast)).toBe('too_many_bad_rows')
  await world.pool.query('update account set tps = 50, changed_at = now() where id = $1', [owner.id])
  expect(await fault(wide, { ...fast, time: 'at', at: soon(MINUTE) })).toBe('broadcast_speed_high')
  expect(await fault(wide, { time: 'at', at: soon(MINUTE) })).toBe('schedule_range')
  expect(await fault(wide, { time: 'at', at: soon(36 * DAY) })).toBe('schedule_range')
  expect(await fault(wide)).toBe('balance_insufficient')
  expect(await fault(wide, { time: 'at', at: soon(2 * HOUR) })).toBeUndefined()
})

test('an estimate names the variables without a value', async () => {
  const owner = await world.account()
  const audience = await newAudience(world, owner, [US])
  const quote = await estimate(owner, audience, { ...shipped, variables: { time: { column: 'Time' } } })
  expect(quote).toMatchObject({ state: 'ready', reason: { code: 'values_missing' }, missing: ['order', 'Time'] })
})

test('a list without anybody to send to is a fault', async () => {
  const owner = await world.account()
  const audience = await newAudience(world, owner, [{ to: '+24740123', country: 'AC' }])
  expect(await estimate(owner, audience)).toMatchObject({ recipients: 0, reason: { code: 'no_recipients' } })
})

test('a text that is too long for everybody is no fault of the rows', async () => {
  const owner = await world.account()
  const audience = await newAudience(world, owner, [US])
  const quote = await estimate(owner, audience, { text: 'x'.repeat(1_600) })
  expect(quote).toMatchObject({ recipients: 0, reason: { code: 'too_many_parts' } })
})

test('a broadcast needs a sender and a template that a person approved', async () => {
  const owner = await world.account()
  const audience = await newAudience(world, owner, [US])
  const signature = await newSignature(world, owner)
  const template = await newTemplate(world, owner)
  const message = { signature: signature.id, template: template.id, variables: { order: { value: 'A1' } } }
  expect(await estimate(owner, audience, message)).toMatchObject({ reason: null, recipients: 1 })
  await world.pool.query('update signature set status = 3, checked_at = now() where id = $1', [signature.id])
  expect(await estimate(owner, audience, message)).toMatchObject({
    state: 'ready',
    reason: { code: 'signature_not_approved' },
  })
  expect(await estimate(owner, audience, { template: 'nobodys' })).toMatchObject({
    reason: { code: 'template_not_found' },
  })
  expect(await estimate(owner, audience, { template: 'pub_code_en' })).toMatchObject({
    reason: { code: 'template_restricted' },
  })
})

test('a mainland account cannot broadcast free text', async () => {
  const owner = await world.account({ partition: 'cn' })
  const audience = await newAudience(world, owner, [{ to: '+8613800138000', country: 'CN' }])
  expect((await estimate(owner, audience)).reason?.code).toMatch(/missing_signature|no_template/)
})

test('a long list is counted by the loop, with its progress', async () => {
  const owner = await world.account()
  const members = Array.from({ length: 2_500 }, (_, nr) => ({
    to: `+1206555${String(1_000 + nr)}`,
    country: 'US',
    cells: [`A${nr}`],
  }))
  const audience = await newAudience(world, owner, members, ['Order'])
  const begun = await estimate(owner, audience, shipped)
  expect(begun).toMatchObject({ state: 'counting', recipients: 0 })
  await world.loops.run('quotes')
  const counted = await owner.call(quotes.get, { params: { id: begun.id } })
  expect(counted).toMatchObject({ state: 'ready', recipients: 2_500, at_most: '21.250000' })
  const again = await estimate(owner, audience, shipped)
  await estimate(owner, audience, { ...shipped, accepted_bad: 1 })
  expect(await owner.call(quotes.get, { params: { id: again.id } })).toMatchObject({
    state: 'failed',
    reason: { code: 'recipients_changed' },
  })
})

test('a text that is the same for all is counted by countries, as it is by rows', async () => {
  const owner = await world.account()
  const members = Array.from({ length: 2_100 }, (_, nr) =>
    nr % 2 === 0
      ? { to: `+1206555${String(1_000 + nr)}`, country: 'US' }
      : { to: `+659123${String(1_000 + nr)}`, country: 'SG' },
  )
  const audience = await newAudience(world, owner, members)
  const byCountry = await estimate(owner, audience)
  expect(byCountry).toMatchObject({ state: 'ready', recipients: 2_100 })
  await owner.call(recipients.add, { body: { recipient: '+12065559999', reason: 'block' } })
  const byRow = await estimate(owner, audience)
  expect(byRow.state).toBe('counting')
  await world.loops.run('quotes')
  const { countries, at_most, parts, by_parts } = await owner.call(quotes.get, { params: { id: byRow.id } })
  expect(byCountry).toMatchObject({ countries, at_most, parts, by_parts })
})

test('people whose hours are closed wait for them, by their own clocks', async () => {
  const owner = await world.account()
  const before = world.clock.now()
  // 01:00 in New York, 22:00 in Seattle: both closed. 15:00 in Tokyo.
  world.clock.set(new Date('2026-11-24T06:00:00Z'))
  const audience = await newAudience(world, owner, [
    US,
    { to: '+12125550101', country: 'US' },
    { to: '+12125550102', country: 'US', zone: 'America/Los_Angeles' },
    { to: '+819012345678', country: 'JP' },
  ])
  const marketing = await estimate(owner, audience, { scene: 3 })
  expect(marketing).toMatchObject({ recipients: 4, waiting: 3, reason: null, first_at: '2026-11-24T06:00:00.000Z' })
  // The last ones may not be reached before nine in Seattle.
  expect(Date.parse(marketing.last_at ?? '')).toBeGreaterThanOrEqual(Date.parse('2026-11-24T17:00:00Z'))
  expect(await estimate(owner, audience)).toMatchObject({ waiting: 0, first_at: '2026-11-24T06:00:00.000Z' })
  const evening = { window: { from: '18:00', to: '19:00' } }
  const own = await estimate(owner, audience, {}, evening)
  // A person who may be in New York or in Los Angeles has no hour that is evening in both.
  expect(own).toMatchObject({
    recipients: 3,
    waiting: 3,
    left_out: [{ reason: 'never_open', recipients: 1 }],
    first_at: '2026-11-24T09:00:00.000Z',
  })
  const local = await estimate(owner, audience, {}, { time: 'local', local: '2026-11-25T10:00' })
  expect(local).toMatchObject({ waiting: 0, first_at: '2026-11-25T01:00:00.000Z', reason: null })
  expect(await estimate(owner, audience, {}, { time: 'local', local: '2026-11-24T10:00' })).toMatchObject({
    reason: { code: 'schedule_range' },
  })
  world.clock.set(before)
})

test('an estimate expects what the account’s messages of that scene cost in the last thirty days', async () => {
  const owner = await world.account()
  const audience = await newAudience(world, owner, [US])
  const insert = (messages: number, minutes: number) =>
    world.pool.query(
      `insert into message (account_id, id, request_id, accepted_at, valid_until, country, to_hash, to_last4, scene, unicode,
         parts, unit_price_micros, price_micros, status, sent_at, hold_entry, settle_entry, retention_days, channel)
       select $1, uuidv7(make_interval(secs => extract(epoch from $3::timestamptz - now()) - n)), 'r', $3, $3, 'US', '', '', 2,
         false, 1, 8500, 8500, 4, case when n % 4 > 0 then $3::timestamptz end, uuidv7(), uuidv7(), 7, 'sms'
         from generate_series(1, $2::integer) n`,
      [owner.id, messages, new Date(world.clock.now().getTime() - minutes * MINUTE)],
    )
  await insert(96, 5)
  expect(await estimate(owner, audience)).toMatchObject({ accepted_share: null, expected: null })
  await insert(104, 31 * 24 * 60)
  expect(await estimate(owner, audience)).toMatchObject({ accepted_share: null, expected: null })
  await insert(4, 5)
  expect(await estimate(owner, audience)).toMatchObject({
    at_most: '0.008500',
    accepted_share: 0.75,
    expected: '0.006375',
  })
})

test('an estimate of another account or of its list does not exist', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const audience = await newAudience(world, owner, [US])
  const { id } = await estimate(owner, audience)
  expect((await other.ask(quotes.get, { params: { id } })).status).toBe(404)
  const body = { audience, message: newMessage(), plan: newPlan() }
  expect((await other.ask(quotes.create, { body })).status).toBe(404)
})

test('expired estimates are deleted', async () => {
  const owner = await world.account()
  const { id } = await estimate(owner, await newAudience(world, owner, [US]))
  const before = world.clock.now()
  world.clock.set(new Date(before.getTime() + 3 * HOUR))
  await world.loops.run('old-quotes')
  expect((await owner.ask(quotes.get, { params: { id } })).status).toBe(404)
  world.clock.set(before)
})
