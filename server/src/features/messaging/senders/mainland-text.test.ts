import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestOf } from '../../../../test/inbox.ts'
import { newSender, type Sender } from '../../../../test/sender.ts'
import { newSignature, newTemplate, verified } from '../../../../test/senders.ts'
import { newWorld, type World } from '../../../../test/world.ts'

let world: World
let sender: Sender
beforeAll(async () => {
  world = await newWorld()
  const owner = await world.account({ partition: 'cn', balance: '10' })
  await verified(world, owner)
  await newSignature(world, owner, { regions: ['cn'] })
  await newTemplate(world, owner, {
    code: 'wuliu',
    language: 'zh-CN',
    content: '您的订单{order}已发货，预计{time}送达。',
    variables: [
      { name: 'order', type: 'id', max_length: 20, sample: 'A1' },
      { name: 'time', type: 'datetime', max_length: 20, sample: '2026-11-23 18:00' },
    ],
  })
  sender = await newSender(world, owner)
})
afterAll(() => world.close())

let phones = 0
const phone = () => `+86138001382${String(10 + (phones += 1))}`

test('a mainland text finds its template by its words, under the name that it carries', async () => {
  const to = phone()
  const content = '【流明快递】您的订单B77已发货，预计11月24日送达。'
  expect((await sender.send({ to, content })).body.code).toBe('0')
  expect((await newestOf(world, to)).text).toBe(content)
})

test('a mainland text under a named sender finds its template too, and gets the name in brackets', async () => {
  const to = phone()
  const body = { to, content: '您的订单B77已发货，预计18:00送达。', signature: '流明快递' }
  expect((await sender.send(body)).body.code).toBe('0')
  expect((await newestOf(world, to)).text).toBe('【流明快递】您的订单B77已发货，预计18:00送达。')
})

test('a public template matches a mainland text of every account', async () => {
  const content = '【流明快递】您的验证码是482913，5分钟内有效。请勿告知他人。'
  expect((await sender.send({ to: phone(), content })).body.code).toBe('0')
})

test('a mainland text that differs from its template is refused with the nearest one and the place', async () => {
  const { status, body } = await sender.send({ to: phone(), content: '【流明快递】您的订单B77已发货，请到驿站取件。' })
  expect([status, body]).toMatchObject([
    403,
    { code: '107141', details: { error: 'no_template', more: { nearest: 'wuliu', at: 11 } } },
  ])
})

test('a mainland text that a template could become in countless ways but for its end is refused at once', async () => {
  const owner = await world.account({ partition: 'cn', balance: '10' })
  await verified(world, owner)
  await newSignature(world, owner, { regions: ['cn'] })
  const variables = Array.from({ length: 20 }, (_, nr) => ({
    name: `v${nr}`,
    type: 'text' as const,
    max_length: 35,
    sample: '到货',
  }))
  const content = `今日通知：${variables.map(({ name }) => `{${name}}`).join('，')}。请查收`
  await newTemplate(world, owner, {
    code: 'tongzhi',
    language: 'zh-CN',
    content,
    usage_note: '每日到货通知。',
    variables,
  })
  const { send } = await newSender(world, owner)
  const { body } = await send({ to: phone(), content: `【流明快递】今日通知：${'，'.repeat(600)}` })
  expect(body).toMatchObject({ code: '107141', details: { more: { nearest: 'tongzhi' } } })
})

test('a mainland text of an unknown name, or of two names, is refused', async () => {
  const text = '您的订单B77已发货，预计18:00送达。'
  expect((await sender.send({ to: phone(), content: `【别家】${text}` })).body.details?.error).toBe(
    'signature_not_found',
  )
  const two = { to: phone(), content: `【流明快递】${text}`, signature: '别家' }
  expect((await sender.send(two)).body.details?.error).toBe('signature_restricted')
  expect((await sender.send({ to: phone(), text })).body.details?.error).toBe('missing_signature')
})

test('a marketing text of the mainland finds its template with the opt-out line or without, and ends with it once', async () => {
  const owner = await world.account({ partition: 'cn', balance: '10' })
  await verified(world, owner)
  await newSignature(world, owner, { regions: ['cn'], scenes: [3] })
  await newTemplate(world, owner, {
    scene: 3,
    language: 'zh-CN',
    content: '鸿雁书店新书到店，欢迎选购',
    usage_note: '新书到店时通知会员。',
    variables: [],
  })
  const { send } = await newSender(world, owner)
  for (const written of ['鸿雁书店新书到店，欢迎选购', '鸿雁书店新书到店，欢迎选购，拒收请回复R']) {
    const to = phone()
    const { body } = await send({ to, content: `【流明快递】${written}` })
    expect(body.code).toBe('0')
    expect((await newestOf(world, to)).text).toMatch(/^【流明快递】鸿雁书店新书到店，欢迎选购，?拒收请回复R$/)
  }
})

test('a template that carries the opt-out line itself finds its own text, and the line goes out once', async () => {
  const owner = await world.account({ partition: 'cn', balance: '10' })
  await verified(world, owner)
  await newSignature(world, owner, { regions: ['cn'], scenes: [3] })
  await newTemplate(world, owner, {
    scene: 3,
    language: 'zh-CN',
    content: '鸿雁书店新书到店，欢迎选购，拒收请回复R',
    usage_note: '新书到店时通知会员。',
    variables: [],
  })
  const { send } = await newSender(world, owner)
  const to = phone()
  const text = '【流明快递】鸿雁书店新书到店，欢迎选购，拒收请回复R'
  expect((await send({ to, text })).body.code).toBe('0')
  expect((await newestOf(world, to)).text).toBe(text)
})

test('an opt-out line that is not in force for the scene of the template is a difference', async () => {
  const text = '【流明快递】您的订单B77已发货，预计18:00送达。拒收请回复R'
  const { status, body } = await sender.send({ to: phone(), text })
  expect([status, body]).toMatchObject([403, { code: '107141', details: { more: { nearest: 'wuliu', at: 21 } } }])
})

test('a mainland account that is exempt from templates names its sender in the text, and no other', async () => {
  const owner = await world.account({ partition: 'cn', balance: '10', sms_wildcard: JSON.stringify(['template']) })
  await verified(world, owner)
  const { id } = await newSignature(world, owner, { regions: ['cn'] })
  await owner.call(signatures.makeDefault, { params: { id } })
  const { send } = await newSender(world, owner)
  const words = '今天下雨，请带伞。'
  const errorOf = async (body: object) => (await send({ to: phone(), ...body })).body.details?.error
  expect(await errorOf({ text: `【招商银行】${words}` })).toBe('signature_not_found')
  expect(await errorOf({ content: `${words}【招商银行】` })).toBe('signature_not_found')
  expect(await errorOf({ text: words })).toBe('missing_signature')
  expect(await errorOf({ text: `【流明快递】${words}`, signature: '招商银行' })).toBe('signature_restricted')
  for (const body of [{ text: `【流明快递】${words}` }, { content: words }]) {
    const to = phone()
    expect((await send({ to, ...body })).body.code).toBe('0')
    expect((await newestOf(world, to)).text).toBe(`【流明快递】${words}`)
  }
})
