import { DAY } from '@hongyan/contract/durations'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { session } from '@hongyan/contract/endpoints/account/session'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { senderDeps } from '../../../compose/reviews.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import {
  approveSender,
  newSignature,
  newTemplate,
  newTemplateForm,
  rejectSender,
  revokeSender,
} from '../../../../test/senders.ts'
import { review } from '../../../../test/submissions.ts'
import { cookieOf, newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { carryOutRevocations } from './revocation-loop.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(() => world.clock.set(ANNOUNCED_AT))
afterAll(() => world.close())

const ANNOUNCED_AT = new Date('2026-11-20T09:00:00Z')
const ENDS_AT = new Date(ANNOUNCED_AT.getTime() + DAY)

const roundAt = async (at: Date) => {
  world.clock.set(at)
  await carryOutRevocations({ ...senderDeps(world), pool: world.pool })
}
/** The owner signed in at the moment of the clock. */
async function now(owner: SignedIn): Promise<SignedIn> {
  const answer = await world
    .visitor()
    .ask(session.create, { body: { identifier: owner.email, password: owner.password } })
  return { ...owner, ...world.visitor({ cookie: cookieOf(answer) }) }
}
/** The acts on a sender by others than its owner, sorted: acts of one moment have no order. */
const actsOn = async (id: string) =>
  (
    await world.pool.query<{ act: string }>(
      `select actor || ' ' || action as act from audit_entry where subject = $1 and actor <> 'owner' order by act`,
      [id],
    )
  ).rows.map(({ act }) => act)

test('the end of an approval is announced a day before, and messages go out until then', async () => {
  const owner = await world.account({ balance: '1' })
  const { id, name } = await newSignature(world, owner)
  const message = { to: '+447400123477', text: 'Hello', signature: name, dryRun: true }
  await rejectSender(world, id, 'name', 'complaints')
  const { notices: told } = await owner.call(notices.list)
  expect(told.find(({ kind }) => kind === 'signature_revocation')).toMatchObject({
    values: { name, state: 'announced', ends_at: ENDS_AT.toISOString(), reasons: 'name:complaints' },
  })
  expect(await owner.call(signatures.get, { params: { id } })).toMatchObject({
    status: 4,
    revocation: { ends_at: ENDS_AT.toISOString(), reasons: [{ field: 'name', code: 'complaints' }] },
  })
  await roundAt(new Date(ENDS_AT.getTime() - 1))
  const { send } = await newSender(world, await now(owner))
  expect((await send(message)).status).toBe(200)
  await roundAt(ENDS_AT)
  const ended = await (await now(owner)).call(signatures.get, { params: { id } })
  expect(ended).toMatchObject({ status: 2, revocation: null, reasons: [{ field: 'name', code: 'complaints' }] })
  expect(ended.steps.filter(({ event }) => event === 'announce' || event === 'revoke')).toMatchObject([
    { event: 'announce', by: 'reviewer', at: ANNOUNCED_AT.toISOString() },
    { event: 'revoke', by: 'reviewer', at: ENDS_AT.toISOString() },
  ])
  expect(await actsOn(id)).toEqual(['staff signature.approve', 'staff signature.revoke', 'system signature.reject'])
  const refused = await eventually(
    () => send(message),
    ({ status }) => status !== 200,
  )
  expect(refused.body.details?.error).toBe('signature_not_approved')
})

test('an announced revocation that is taken back does not happen, and its owner is notified', async () => {
  const owner = await world.account()
  const { id, name } = await newTemplate(world, owner)
  await rejectSender(world, id, 'content', 'complaints')
  await expect(rejectSender(world, id, 'content', 'complaints')).rejects.toThrow('announced already')
  await review(world, 'keep', id, '--by', 'Li Wei')
  await expect(review(world, 'keep', id, '--by', 'Li Wei')).rejects.toThrow('There is no submission')
  const { notices: told } = await owner.call(notices.list)
  const states = told.flatMap(({ kind, values }) => (kind === 'template_revocation' ? [{ ...values }] : []))
  expect(states).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name, state: 'announced' }),
      expect.objectContaining({ name, state: 'kept' }),
    ]),
  )
  await roundAt(ENDS_AT)
  expect(await (await now(owner)).call(templates.get, { params: { id } })).toMatchObject({
    status: 4,
    revocation: null,
  })
  expect(await actsOn(id)).toEqual(['staff template.approve', 'staff template.keep', 'staff template.revoke'])
})

test('two servers carry out a revocation once', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner)
  await rejectSender(world, id, 'content', 'complaints')
  await Promise.all([roundAt(ENDS_AT), roundAt(ENDS_AT)])
  const { steps } = await (await now(owner)).call(templates.get, { params: { id } })
  expect(steps.filter(({ event }) => event === 'revoke')).toHaveLength(1)
  expect(await actsOn(id)).toEqual(['staff template.approve', 'staff template.revoke', 'system template.reject'])
})

test('only a legal reason ends an approval at once', async () => {
  const owner = await world.account()
  const { id } = await newSignature(world, owner)
  const hasty = review(world, 'reject', id, '--field', 'name', '--reason', 'complaints', '--now', '--by', 'Li Wei')
  await expect(hasty).rejects.toThrow('needs the reason law')
  await rejectSender(world, id, 'name', 'complaints')
  await revokeSender(world, id, 'name')
  expect(await owner.call(signatures.get, { params: { id } })).toMatchObject({ status: 2, revocation: null })
})

test('an approved version is revoked with the earlier ones while its successor waits', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner)
  const revise = (version: number, content: string) =>
    owner.call(templates.revise, { params: { id }, body: { ...newTemplateForm({ content }), version } })
  await revise(1, 'Parcel {order} is on its way.')
  await approveSender(world, id)
  await revise(2, 'Parcel {order} waits for you.')
  await revokeSender(world, id, 'content', '--version', '2')
  const versions = await owner.call(templates.versions, { params: { id } })
  expect(versions.map(({ status }) => status)).toEqual([3, 2, 2])
  expect(await owner.call(templates.get, { params: { id } })).toMatchObject({ status: 3, serving: 3 })
})

test('a version whose end is announced is not approved again by a change of its punctuation', async () => {
  const owner = await world.account()
  const { id } = await newTemplate(world, owner)
  await rejectSender(world, id, 'content', 'complaints')
  const body = { ...newTemplateForm({ content: 'Your order {order} has shipped!' }), version: 1 }
  expect(await owner.call(templates.revise, { params: { id }, body })).toMatchObject({ status: 3 })
})
