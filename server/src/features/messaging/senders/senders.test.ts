import { smsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestOf } from '../../../../test/inbox.ts'
import { crashed } from '../../../../test/crashed.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import {
  approveSender,
  mainlandForm,
  newSignature,
  newSignatureForm,
  newTemplate,
  newTemplateForm,
  rejectSender,
  revokeSender,
} from '../../../../test/senders.ts'
import { newWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

test('an approved template goes out under an approved sender ID, and the recipient reads the rendered text', async () => {
  const owner = await world.account({ balance: '1' })
  const { name } = await newSignature(world, owner)
  const { id, status, serving } = await newTemplate(world, owner, { code: 'order_shipped' })
  expect({ status, serving }).toEqual({ status: 4, serving: 1 })
  const { send } = await newSender(world, owner)
  const byCode = { to: '+447400123477', templateId: 'order_shipped', templateData: { order: 'B77' }, signature: name }
  expect((await send(byCode)).body).toMatchObject({ code: '0', data: { totalAmount: '0.042000' } })
  expect(await newestOf(world, '+447400123477')).toMatchObject({ text: 'Your order B77 has shipped.', from: name })
  expect((await send({ ...byCode, templateId: id.replaceAll('-', ''), dryRun: true })).body.code).toBe('0')
})

test('a verified mainland account sends an approved template under its filed signature', async () => {
  const owner = await world.account({ partition: 'cn', balance: '10' })
  await world.pool.query('update account set realname_auth = true where id = $1', [owner.id])
  const { name, filings } = await newSignature(world, owner, { regions: ['cn'] })
  expect(filings.map(({ state }) => state)).toEqual(['filed', 'filed', 'filed', 'filed'])
  await newTemplate(world, owner, {
    code: 'wuliu',
    language: 'zh-CN',
    content: '您的订单{order}已发货。',
  })
  const { send } = await newSender(world, owner)
  const body = { to: '+8613800138077', templateId: 'wuliu', templateData: { order: 'B77' }, signature: name }
  expect((await send(body)).body).toMatchObject({ code: '0' })
  expect(await newestOf(world, '+8613800138077')).toMatchObject({ text: '【流明快递】您的订单B77已发货。' })
})

test('a mainland account must be verified before it submits a mainland sender ID', async () => {
  const owner = await world.account({ partition: 'cn' })
  const { status, body } = await owner.ask(signatures.create, { body: await mainlandForm(owner) })
  expect([status, body]).toMatchObject([403, { error: { code: 'verification_required' } }])
})

test('a sender ID that a person rejects says why, and is repaired by a new submission', async () => {
  const owner = await world.account()
  const form = await newSignatureForm(owner)
  const { id, status } = await owner.call(signatures.create, { body: form })
  expect(status).toBe(3)
  await rejectSender(world, id, 'licence', 'evidence_unreadable')
  const rejected = await owner.call(signatures.get, { params: { id } })
  expect(rejected).toMatchObject({
    status: 2,
    reasons: [{ field: 'licence', code: 'evidence_unreadable', what: 'The document can’t be read.' }],
  })
  const repaired = await owner.call(signatures.resubmit, { params: { id }, body: { ...form, version: 1 } })
  expect(repaired).toMatchObject({ status: 3, version: 2, reasons: [] })
  expect(repaired.steps.map(({ event, by }) => [event, by])).toEqual([
    ['submit', 'owner'],
    ['autoPass', 'check'],
    ['reject', 'reviewer'],
    ['submit', 'owner'],
    ['autoPass', 'check'],
  ])
})

test('a stale submission answers 409 with the current record', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner)
  const revise = (content: string) =>
    owner.ask(templates.revise, { params: { id }, body: { ...newTemplateForm({ content }), version: 1 } })
  expect((await revise('Order {order} left our warehouse.')).status).toBe(200)
  await approveSender(world, id)
  const stale = await revise('Order {order} is on its way.')
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { error: { code: 'state_conflict', details: { current: { version: 2, status: 4 } } } },
  ])
})

test('the approved version serves until its successor is approved', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner, { code: 'shipped_two' })
  const { send } = await newSender(world, owner)
  const text = async () => {
    const to = `+120655501${String(50 + (asked += 1))}`
    await send({ to, templateId: 'shipped_two', templateData: { order: 'C1' } })
    return (await newestOf(world, to)).text
  }
  const content = 'Parcel {order} is on its way to you.'
  await owner.call(templates.revise, {
    params: { id },
    body: { ...newTemplateForm({ code: 'shipped_two', content }), version: 1 },
  })
  expect(await text()).toBe('Your order C1 has shipped.')
  await approveSender(world, id)
  await eventually(text, (found) => found === 'Parcel C1 is on its way to you.')
  const versions = await owner.call(templates.versions, { params: { id } })
  expect(versions.map(({ version, status }) => [version, status])).toEqual([
    [2, 4],
    [1, 4],
  ])
})
let asked = 0

test('a template shows the parts that its widest values make of it, whatever its sample', async () => {
  const owner = await world.account({ partition: 'us' })
  const variables = [{ name: 'name', type: 'name' as const, max_length: 35, sample: 'Ana' }]
  const body = newTemplateForm({ content: 'Hello {name}, your order has shipped.', variables })
  const created = await owner.call(templates.create, { body })
  const { estimates } = await owner.call(templates.lint, { body })
  expect([created.parts, estimates[0]?.parts]).toEqual([
    { min: 1, max: 2 },
    { min: 1, max: 2 },
  ])
})

test('a template is found by its earlier codes too, so an edit of its code interrupts no messages', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner, { code: 'order_shipped' })
  const { send } = await newSender(world, owner)
  const codeOf = async (templateId: string) =>
    (await send({ to: '+12065550190', templateId, templateData: { order: 'C1' }, dryRun: true })).body.code
  expect([await codeOf('order_shipped'), await codeOf('order_sent')]).toEqual(['0', '107141'])
  const edited = newTemplateForm({ code: 'order_sent', content: 'Parcel {order} is on its way to you.' })
  const revised = await owner.call(templates.revise, { params: { id }, body: { ...edited, version: 1 } })
  expect(revised).toMatchObject({ status: 3, serving: 1, code: 'order_sent' })
  await eventually(
    () => codeOf('order_sent'),
    (code) => code === '0',
  )
  expect(await codeOf('order_shipped')).toBe('0')
  const body = newTemplateForm({ code: 'order_shipped' })
  expect((await owner.ask(templates.create, { body })).body).toMatchObject({ error: { code: 'code_taken' } })
  expect(await owner.call(templates.list, { query: { text: 'order_shipped' } })).toMatchObject([{ id }])
  await owner.call(templates.remove, { params: { id } })
  expect((await owner.ask(templates.create, { body })).status).toBe(200)
})

test('a revision of a template without a code keeps the present one, and an empty code clears it', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner, { code: 'order_shipped' })
  const { code: _, ...form } = newTemplateForm({ content: 'Your order {order} has shipped!' })
  const kept = await owner.call(templates.revise, { params: { id }, body: { ...form, version: 1 } })
  expect(kept).toMatchObject({ status: 4, code: 'order_shipped' })
  const cleared = await owner.call(templates.revise, { params: { id }, body: { ...form, code: '', version: 2 } })
  expect(cleared).toMatchObject({ status: 4, code: null })
})

test('a change of white space and punctuation alone needs no review', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner)
  const body = { ...newTemplateForm({ content: 'Your order {order}  has shipped!' }), version: 1 }
  expect(await owner.call(templates.revise, { params: { id }, body })).toMatchObject({ status: 4, serving: 2 })
})

test('a sender ID and a template count the messages that used them, and those that arrived', async () => {
  const owner = await world.account({ balance: '1' })
  const { id: signature, name } = await newSignature(world, owner)
  const { id } = await newTemplate(world, owner)
  const { send } = await newSender(world, owner)
  const to = ['+12065550210', '+12065550211', '+12065550002']
  await send({ to, templateId: id, templateData: { order: 'B1' }, signature: name })
  await eventually(
    () => owner.call(templates.get, { params: { id } }),
    ({ messages, delivered }) => messages === 3 && delivered === 2,
  )
  expect(await owner.call(signatures.get, { params: { id: signature } })).toMatchObject({ messages: 3 })
})

test('a sender ID that no person has approved sends a hundred messages a day', async () => {
  const owner = await world.account({ balance: '10' })
  const form = await newSignatureForm(owner)
  const { id } = await owner.call(signatures.create, { body: form })
  await world.pool.query(`update signature set checked_at = checked_at - interval '2 hours' where id = $1`, [id])
  const { send } = await newSender(world, owner)
  const numbers = (from: number) => Array.from({ length: 50 }, (_, n) => `+1206555${String(1_000 + from + n)}`)
  const text = { text: 'Hello', signature: form.name }
  expect((await send({ ...text, to: numbers(0) })).body.code).toBe('0')
  expect((await send({ ...text, to: numbers(50) })).body.code).toBe('0')
  const over = await send({ ...text, to: '+12065559999' })
  expect([over.status, over.body.details?.error]).toEqual([429, 'pre_approved_cap'])
  expect(await owner.call(smsRateLimiting.limits)).toContainEqual(
    expect.objectContaining({ holder: 'sender', limit: 'pre_approved', per_day: 100, today: 100 }),
  )
})

test('a template is tested on the owner’s own verified number alone', async () => {
  const owner = await world.account({ balance: '1' })
  const { id } = await newTemplate(world, owner)
  await world.pool.query('update account set phone = $2 where id = $1', [owner.id, '+12065550305'])
  const call = {
    params: { id },
    body: { to: '+12065550305', data: { order: 'T1' } },
    headers: { 'idempotency-key': 'test' },
  }
  const tested = await owner.call(templates.test, call)
  expect(tested).toMatchObject({ text: 'Your order T1 has shipped.', price: '0.008500', currency: 'USD' })
  expect((await newestOf(world, '+12065550305')).text).toBe('Your order T1 has shipped.')
  await crashed(world, owner)
  expect(await owner.call(templates.test, call)).toEqual(tested)
  const other = await owner.ask(templates.test, { params: { id }, body: { to: '+12065550306', data: { order: 'T1' } } })
  expect([other.status, other.body]).toMatchObject([403, { error: { code: 'own_numbers_only' } }])
})

test('a form that breaks a rule is refused with its findings and stores nothing', async () => {
  const owner = await world.account()
  const { status, body } = await owner.ask(templates.create, { body: newTemplateForm({ name: '' }) })
  expect([status, body]).toMatchObject([
    400,
    { error: { code: 'missing_params', field: 'name', details: { findings: [{ rule: 'template-name-required' }] } } },
  ])
  expect(await owner.call(templates.list)).toEqual([])
})

test('a template that the rules reject is stored with the rule, its reason and its remedy', async () => {
  const owner = await world.account()
  const content = 'Your order {order} has shipped. Win big at our online casino tonight!'
  const { status, reasons } = await owner.call(templates.create, { body: newTemplateForm({ content }) })
  expect(status).toBe(1)
  expect(reasons[0]).toMatchObject({ field: 'content', rule: expect.stringContaining('gambling') })
})

test('a revoked template sends in none of its versions, and its messages say so', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner, { code: 'revoked_one' })
  const content = 'Parcel {order} is on its way to you.'
  const body = { ...newTemplateForm({ code: 'revoked_one', content }), version: 1 }
  await owner.call(templates.revise, { params: { id }, body })
  await approveSender(world, id)
  await revokeSender(world, id, 'content')
  const versions = await owner.call(templates.versions, { params: { id } })
  expect(versions.map(({ status }) => status)).toEqual([2, 2])
  const { send } = await newSender(world, owner)
  const message = { to: '+12065550100', templateId: 'revoked_one', templateData: { order: 'A1' }, dryRun: true }
  const refused = await eventually(
    () => send(message),
    ({ status }) => status !== 200,
  )
  expect([refused.body.code, refused.body.details?.error]).toEqual(['107145', 'template_not_approved'])
})

test('a template’s prices are estimated at home and in the countries with most messages of 30 days, enabled ones behind them', async () => {
  const owner = await world.account({ partition: 'us' })
  const today = world.clock.now()
  await world.pool.query(
    `insert into sending_country (account_id, country, enabled_at)
     select $1, c, $2::timestamptz + make_interval(mins => n::integer)
     from unnest(array['GB', 'DE', 'AU', 'FR']) with ordinality given (c, n)`,
    [owner.id, today],
  )
  await world.pool.query(
    `insert into analytics_count (account_id, day, dimension, key, messages, refused, parts, delivered, failed,
       network_messages, network_delivered, cost_micros, buckets, counts)
     select $1, $2::date - ago, 'country', c, sent, 0, sent, sent, 0, 0, 0, 0, '{}', '{}'
     from (values ('', 1, 99), ('SG', 1, 2), ('DE', 1, 5), ('DE', 2, 5), ('SG', 2, 9), ('AU', 31, 99)) given (c, ago, sent)`,
    [owner.id, today],
  )
  const { estimates } = await owner.call(templates.lint, { body: newTemplateForm() })
  expect(estimates.map(({ iso2 }) => iso2)).toEqual(['US', 'SG', 'DE', 'FR', 'AU', 'GB'])
})
