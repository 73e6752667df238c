import { MINUTE } from '@hongyan/contract/durations'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import type { SignatureId } from '@hongyan/contract/ids'
import type { InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestOf } from '../../../../test/inbox.ts'
import { broadcastTo, numbers } from '../../../../test/running-broadcasts.ts'
import { newSender } from '../../../../test/sender.ts'
import {
  filing,
  newSignature,
  newSignatureForm,
  newTemplate,
  newTemplateForm,
  rejectSender,
  revokeSender,
  verified,
} from '../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const refusal = (code: string, field?: string) => ({ body: { error: { code, ...(field !== undefined && { field }) } } })

test('a waiting sender ID or template is urged once for each submission, 20 minutes after it', async () => {
  const at = world.clock.now()
  const owner = await world.account()
  const form = await newSignatureForm(owner)
  const signature = { params: { id: (await owner.call(signatures.create, { body: form })).id } }
  const template = { params: { id: (await owner.call(templates.create, { body: newTemplateForm() })).id } }
  const urgeAt = new Date(at.getTime() + 20 * MINUTE)
  expect((await owner.call(signatures.get, signature)).urge_at).toBe(urgeAt.toISOString())
  world.clock.set(new Date(urgeAt.getTime() - 1))
  expect(await owner.ask(signatures.urge, signature)).toMatchObject({ status: 409, ...refusal('urge_early') })
  expect(await owner.ask(templates.urge, template)).toMatchObject({ status: 409, ...refusal('urge_early') })
  world.clock.set(urgeAt)
  const { steps, urge_at: again } = await owner.call(signatures.urge, signature)
  expect([again, steps.at(-1)]).toMatchObject([null, { event: 'urge', by: 'owner', at: urgeAt.toISOString() }])
  expect((await owner.call(templates.urge, template)).steps.at(-1)).toMatchObject({ event: 'urge', by: 'owner' })
  expect(await owner.ask(signatures.urge, signature)).toMatchObject({ status: 409, ...refusal('urge_early') })
  expect(await owner.ask(templates.urge, template)).toMatchObject({ status: 409, ...refusal('urge_early') })
  await rejectSender(world, signature.params.id, 'purpose', 'purpose_unclear')
  await owner.call(signatures.resubmit, { ...signature, body: { ...form, version: 1 } })
  world.clock.set(new Date(urgeAt.getTime() + 20 * MINUTE))
  expect((await owner.call(signatures.urge, signature)).urge_at).toBeNull()
  world.clock.set(at)
})

test('the default sender ID is the one of messages that name none, and only one that may send becomes it', async () => {
  const owner = await world.account({ balance: '1' })
  const [first, second] = [await newSignature(world, owner), await newSignature(world, owner)]
  for (const { id } of [first, second]) await owner.call(signatures.makeDefault, { params: { id } })
  const marks = (await owner.call(signatures.list)).filter((row) => row.is_default)
  expect(marks.map(({ id }) => id)).toEqual([second.id])
  const { send } = await newSender(world, owner)
  await send({ to: '+447400123501', text: 'Hello' })
  expect((await newestOf(world, '+447400123501')).from).toBe(second.name)
  await revokeSender(world, second.id, 'name')
  expect(await owner.ask(signatures.makeDefault, { params: { id: second.id } })).toMatchObject(
    refusal('signature_not_approved'),
  )
  expect((await owner.call(signatures.list)).filter((row) => row.is_default)).toEqual([])
})

test('a name is taken within its account and region, and a code within its account', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const form = await newSignatureForm(owner)
  const { id } = await owner.call(signatures.create, { body: form })
  expect(await owner.ask(signatures.create, { body: form })).toMatchObject({
    status: 409,
    ...refusal('name_taken', 'name'),
  })
  const { name } = form
  expect((await other.ask(signatures.create, { body: await newSignatureForm(other, { name }) })).status).toBe(200)
  const body = await newSignatureForm(owner)
  const second = await owner.call(signatures.create, { body })
  await rejectSender(world, second.id, 'name', 'name_misleading')
  const renamed = { params: { id: second.id }, body: { ...body, name, version: 1 } }
  expect(await owner.ask(signatures.resubmit, renamed)).toMatchObject(refusal('name_taken', 'name'))
  await owner.call(signatures.remove, { params: { id } })
  expect((await owner.ask(signatures.resubmit, renamed)).status).toBe(200)

  const coded = newTemplateForm({ code: 'shipped' })
  await owner.call(templates.create, { body: coded })
  const taken = { status: 409, ...refusal('code_taken', 'code') }
  expect(await owner.ask(templates.create, { body: coded })).toMatchObject(taken)
  const { id: free } = await newTemplate(world, owner)
  const revised = { params: { id: free }, body: { ...coded, version: 1 } }
  expect(await owner.ask(templates.revise, revised)).toMatchObject(taken)
  expect((await other.ask(templates.create, { body: coded })).status).toBe(200)
})

/** The message of a broadcast under a sender ID: by its name, by a template bound to it, or by default. */
const usedBy = {
  name: async (_: SignedIn, signature: SignatureId) => ({ message: { signature } }),
  template: async (owner: SignedIn, signature: SignatureId) => {
    await newTemplate(world, owner, { code: 'bound', signature_id: signature })
    return { message: { text: null, template: 'bound' }, templateVersion: 1 }
  },
  default: async (owner: SignedIn, id: SignatureId) => {
    await owner.call(signatures.makeDefault, { params: { id } })
    return {}
  },
}

/** Makes a queued broadcast of an hour later, and a call that gives it another state. */
async function laterBroadcast(owner: SignedIn, of: Parameters<typeof broadcastTo>[3]) {
  const startsAt = new Date(world.clock.now().getTime() + 60 * MINUTE)
  const broadcast = await broadcastTo(world, owner.id, numbers(1), { ...of, startsAt })
  return (status: SendJobStatus, reason: InterruptReason | null = null) =>
    world.pool.query('update broadcast set status = $2, reason = $3 where id = $1', [broadcast, status, reason])
}

const { Queued, Pending, Interrupt } = SendJobStatus
const thatGoOn = [
  [Queued, null],
  [Pending, null],
  [Interrupt, 'balance'],
] as const

test.each(Object.entries(usedBy))(
  'a sender ID that a broadcast uses by its %s is deleted only once the broadcast can no longer go on',
  async (_, using) => {
    const owner = await world.account()
    const [{ id }, other] = [await newSignature(world, owner), await newSignature(world, owner)]
    const stands = await laterBroadcast(owner, await using(owner, id))
    const remove = () => owner.ask(signatures.remove, { params: { id } })
    for (const [status, reason] of thatGoOn) {
      await stands(status, reason)
      const error = { code: 'signature_in_use', details: { broadcasts: ['Autumn opening hours'] } }
      expect(await remove()).toMatchObject({ status: 409, body: { error } })
    }
    expect((await owner.ask(signatures.remove, { params: { id: other.id } })).status).toBe(200)
    await stands(Interrupt, 'stopped')
    expect((await remove()).status).toBe(200)
  },
)

test('a template that a broadcast uses by its code or id is deleted only once the broadcast can no longer go on', async () => {
  const owner = await world.account()
  for (const named of ['code', 'id'] as const) {
    const { id } = await newTemplate(world, owner, { code: 'shipped' })
    const other = await newTemplate(world, owner)
    const template = named === 'code' ? 'shipped' : id
    const stands = await laterBroadcast(owner, { message: { text: null, template }, templateVersion: 1 })
    const remove = () => owner.ask(templates.remove, { params: { id } })
    for (const [status, reason] of thatGoOn) {
      await stands(status, reason)
      const error = { code: 'template_in_use', details: { broadcasts: ['Autumn opening hours'] } }
      expect(await remove()).toMatchObject({ status: 409, body: { error } })
    }
    expect((await owner.ask(templates.remove, { params: { id: other.id } })).status).toBe(200)
    await stands(Interrupt, 'stopped')
    expect((await remove()).status).toBe(200)
  }
})

test('an account has a hundred sender IDs', async () => {
  const owner = await world.account()
  await owner.call(signatures.create, { body: await newSignatureForm(owner) })
  const columns = 'kind, usage, mainland, international, scenes, industry, purpose, evidence, status, version, reasons'
  await world.pool.query(
    `insert into signature (account_id, id, name, created_at, submitted_at, updated_at, ${columns})
     select account_id, gen_random_uuid(), 'Lumen' || n, created_at, submitted_at, updated_at, ${columns}
     from signature, generate_series(1, 98) n where account_id = $1`,
    [owner.id],
  )
  const bodies = [await newSignatureForm(owner), await newSignatureForm(owner)]
  const answers = await Promise.all(bodies.map((body) => owner.ask(signatures.create, { body })))
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('limit_reached'))
})

test('the submissions of sender IDs and templates of a day are counted together', async () => {
  const at = world.clock.now()
  const owner = await world.account()
  await owner.call(signatures.create, { body: await newSignatureForm(owner) })
  const used = `update limit_use set used = 499 where account_id = $1 and key = 'senders.submissions'`
  await world.pool.query(used, [owner.id])
  await owner.call(templates.create, { body: newTemplateForm() })
  const over = await owner.ask(templates.create, { body: newTemplateForm() })
  expect(over).toMatchObject({ status: 429, headers: { 'retry-after': String(15 * 3600) } })
  expect(over).toMatchObject(refusal('limit_exceeded'))
  world.clock.set(new Date('2026-11-21T00:00:00Z'))
  expect((await owner.ask(templates.create, { body: newTemplateForm() })).status).toBe(200)
  world.clock.set(at)
})

test('an account tests its templates five times a day, also when six tests arrive together, and anew the next day', async () => {
  const at = world.clock.now()
  const owner = await world.account({ balance: '1' })
  await world.pool.query('update account set phone = $2 where id = $1', [owner.id, '+12065550307'])
  const ids = [await newTemplate(world, owner), await newTemplate(world, owner)].map(({ id }) => id)
  const body = { to: '+12065550307', data: { order: 'T1' } }
  const testing = (place: number) => owner.ask(templates.test, { params: { id: ids[place % 2] ?? '' }, body })
  const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(testing))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const over = await testing(0)
  expect(over).toMatchObject({ status: 429, headers: { 'retry-after': String(15 * 3600) } })
  expect(over).toMatchObject(refusal('limit_exceeded'))
  world.clock.set(new Date('2026-11-21T00:00:00Z'))
  expect((await testing(0)).status).toBe(200)
  world.clock.set(at)
})

test('only a failed or lapsed filing is filed again', async () => {
  const owner = await world.account({ partition: 'cn' })
  await verified(world, owner)
  const { id } = await newTemplate(world, owner, { language: 'zh-CN', content: '您的订单{order}已发货。' })
  const refile = { params: { id }, body: { carrier: 'CUCC' as const } }
  expect(await owner.ask(templates.refile, refile)).toMatchObject({ status: 409, ...refusal('state_conflict') })
  await filing(world, 'lapse', id, '--carrier', 'CUCC', '--reason', '六个月未使用', '--by', 'Wang Fang')
  const { filings, steps } = await owner.call(templates.refile, refile)
  expect(filings.find(({ carrier }) => carrier === 'CUCC')).toMatchObject({ state: 'filed', reason: null })
  expect(steps.at(-1)).toMatchObject({ event: 'file', by: 'owner', carrier: 'CUCC', state: 'filed' })
  expect(await owner.ask(templates.refile, refile)).toMatchObject(refusal('state_conflict'))
})
