import { configuration } from '@hongyan/contract/endpoints/configuration'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestOf } from '../../../../../test/inbox.ts'
import { eventually, newSender } from '../../../../../test/sender.ts'
import {
  approveSender,
  filing,
  newSignature,
  newTemplate,
  newTemplateForm,
  verified,
} from '../../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const chinese = { language: 'zh-CN', content: '您的订单{order}已发货。' }
const mainland = async (in_ = world): Promise<SignedIn> => {
  const owner = await in_.account({ partition: 'cn', balance: '10' })
  await verified(in_, owner)
  return owner
}
const by = ['--by', 'Wang Fang'] as const
const spendable = async ({ id }: SignedIn) =>
  (
    await world.pool.query<{ left: bigint }>(
      `select paid_micros - held_micros as left from balance where account_id = $1`,
      [id],
    )
  ).rows[0]?.left
const refusedRows = async ({ id }: SignedIn) =>
  (await world.pool.query('select 1 from message where account_id = $1 and error_code is not null', [id])).rowCount

test('a lapsed filing stops +86 messages at once, costs nothing, and is filed again by its owner', async () => {
  const owner = await mainland()
  const { id, name } = await newSignature(world, owner, { regions: ['cn'] })
  await newTemplate(world, owner, { code: 'wuliu', ...chinese })
  const { send } = await newSender(world, owner)
  const body = { to: '+8613800138101', templateId: 'wuliu', templateData: { order: 'B1' }, signature: name }
  expect((await send(body)).body.code).toBe('0')
  await newestOf(world, '+8613800138101')
  await filing(world, 'lapse', id, '--carrier', 'CUCC', '--reason', '六个月未使用', ...by)
  const refused = await eventually(
    () => send({ ...body, to: '+8613800138102' }),
    ({ status }) => status === 403,
  )
  expect(refused.body).toMatchObject({ code: '107123', details: { error: 'carrier_filing_pending' } })
  const before = await spendable(owner)
  expect((await send({ ...body, to: '+8613800138104' })).status).toBe(403)
  expect([await spendable(owner), await refusedRows(owner)]).toEqual([before, 0])
  const shown = await owner.call(signatures.get, { params: { id } })
  expect(shown.filings.find(({ carrier }) => carrier === 'CUCC')).toMatchObject({
    state: 'lapsed',
    reason: '六个月未使用',
  })
  const { notices: told } = await owner.call(notices.list)
  expect(told[0]).toMatchObject({ kind: 'signature_filing', values: { carrier: 'CUCC', state: 'lapsed' } })
  await owner.call(signatures.refile, { params: { id }, body: { carrier: 'CUCC' } })
  await eventually(
    () => send({ ...body, to: '+8613800138103' }),
    ({ status }) => status === 200,
  )
})

test('an account that chose so has approved messages tried at carriers that have not filed them', async () => {
  const owner = await mainland()
  const { id, name } = await newSignature(world, owner, { regions: ['cn'] })
  await newTemplate(world, owner, { code: 'wuliu', ...chinese })
  await filing(world, 'lapse', id, '--carrier', 'CUCC', '--reason', '六个月未使用', ...by)
  const { send } = await newSender(world, owner)
  const body = { to: '+8613800138105', templateId: 'wuliu', templateData: { order: 'B1' }, signature: name }
  expect((await send(body)).status).toBe(403)
  expect(await owner.call(configuration.filing)).toEqual({ send_unfiled: false })
  await owner.call(configuration.saveFiling, { body: { send_unfiled: true } })
  await eventually(
    () => send(body),
    ({ status }) => status === 200,
  )
  expect((await newestOf(world, '+8613800138105')).text).toBe('【流明快递】您的订单B1已发货。')
  expect(await owner.call(configuration.sms)).toMatchObject({ content_retention: 30 })
})

test('a lapsed filing of a template stops it alone', async () => {
  const owner = await mainland()
  const { name } = await newSignature(world, owner, { regions: ['cn'] })
  const { id } = await newTemplate(world, owner, { code: 'one', ...chinese })
  await newTemplate(world, owner, { code: 'two', ...chinese, content: '您的包裹{order}已签收。' })
  await filing(world, 'lapse', id, '--carrier', 'all', '--reason', '未使用', ...by)
  const { send } = await newSender(world, owner)
  const body = { to: '+8613800138111', templateData: { order: 'B1' }, signature: name, dryRun: true }
  expect((await send({ ...body, templateId: 'one' })).body.details?.error).toBe('carrier_filing_pending')
  expect((await send({ ...body, templateId: 'two' })).body.code).toBe('0')
})

test('real carriers answer in their own time: until then a sender is filing, with the day of the answer', async () => {
  const slow = await newWorld({ SANDBOX_FILING_SECONDS: '3600' })
  const owner = await mainland(slow)
  const { id, filings } = await newSignature(slow, owner, { regions: ['cn'] })
  expect(filings[0]).toMatchObject({ carrier: 'CMCC', state: 'filing', due_on: '2026-12-01' })
  await filing(slow, 'file', id, '--carrier', 'all', ...by)
  const { filings: after, steps } = await owner.call(signatures.get, { params: { id } })
  expect(after.map(({ state }) => state)).toEqual(['filed', 'filed', 'filed', 'filed'])
  expect(steps.filter(({ event }) => event === 'file').map(({ by: actor, carrier }) => [actor, carrier])).toEqual([
    ['carrier', 'CMCC'],
    ['carrier', 'CUCC'],
    ['carrier', 'CTCC'],
    ['carrier', 'CBN'],
  ])
  await slow.close()
})

test('the approved version of a mainland template serves until its successor is filed too', async () => {
  const slow = await newWorld({ SANDBOX_FILING_SECONDS: '3600' })
  const owner = await mainland(slow)
  const { id } = await newTemplate(slow, owner, { code: 'wuliu', ...chinese })
  await filing(slow, 'file', id, '--carrier', 'all', ...by)
  const next = { ...newTemplateForm({ code: 'wuliu', ...chinese, content: '包裹{order}正在派送。' }), version: 1 }
  await owner.call(templates.revise, { params: { id }, body: next })
  await approveSender(slow, id)
  expect(await owner.call(templates.get, { params: { id } })).toMatchObject({ version: 2, status: 4, serving: 1 })
  await filing(slow, 'file', id, '--carrier', 'all', ...by)
  expect(await owner.call(templates.get, { params: { id } })).toMatchObject({ serving: 2 })
  await slow.close()
})

test('a filing that a carrier has not answered cannot lapse, and an unknown carrier is refused', async () => {
  const owner = await mainland()
  const { id } = await newSignature(world, owner, { regions: ['cn'] })
  await expect(filing(world, 'fail', id, '--carrier', 'CMCC', '--reason', 'x', ...by)).rejects.toThrow('can be failed')
  await expect(filing(world, 'file', id, '--carrier', 'DOCOMO', ...by)).rejects.toThrow('--carrier must be all or one')
})
