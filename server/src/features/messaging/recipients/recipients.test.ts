import { audit } from '@hongyan/contract/endpoints/account/audit'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, newSender, type SendAnswer } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { requireRoom } from './service.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const blocked = '+12065550142'
const optedOut = '+12065550143'
const free = '+12065550144'

const outcomeOf = ({ status, body }: SendAnswer): string =>
  status === 200 ? (body.data?.messages[0]?.error?.message ?? 'sent') : (body.details?.error ?? 'none')

/** Sends until the outcome is the expected one: the rules of an account are followed within five seconds. */
async function sendUntil(owner: SignedIn, expected: string, body: object): Promise<void> {
  const { send } = await newSender(world, owner)
  const seen = await eventually(
    async () => outcomeOf(await send(body)),
    (outcome) => outcome === expected,
  )
  expect(seen).toBe(expected)
}

/** The message of the log that the account's last request to a number left. */
const logged = async (owner: SignedIn, to: string) => (await owner.call(messages.list, { query: { recipient: to } }))[0]

test('a blocked number gets no message of any scene, and the refused message is free and explained', async () => {
  const owner = await world.account()
  const entry = await owner.call(recipients.add, {
    body: { recipient: blocked, reason: 'block', note: ' Wrong\nnumber ' },
  })
  expect(entry).toMatchObject({
    recipient: blocked,
    scenes: [1, 2, 3],
    source: 'entry',
    note: 'Wrong number',
    country: 'US',
  })
  await sendUntil(owner, 'recipient_blocked', { to: blocked, text: 'Code 482913', scene: 1 })
  const { send } = await newSender(world, owner)
  const { body } = await send({ to: [blocked, free], text: 'Hello' })
  expect(body.data?.messages).toMatchObject([
    { to: blocked, price: '0.000000', error: { code: '107200', message: 'OptedOut' } },
    { to: free, price: '0.008500' },
  ])
  const row = await logged(owner, blocked)
  expect(row).toMatchObject({ status: MessageStatus.Rejected, text: 'Hello', price: '0.000000', money: 'free' })
  expect(row?.reason).toMatchObject({ code: 'recipient_blocked' })
})

test('an opt-out keeps its scenes away and no others, until it is removed', async () => {
  const owner = await world.account()
  const { id, scenes } = await owner.call(recipients.add, { body: { recipient: '2065550143', reason: 'opt_out' } })
  expect(scenes).toEqual([3])
  const [marketing, notification] = [3, 2].map((scene) => ({ to: optedOut, text: 'Hello', scene }))
  await sendUntil(owner, 'opted_out', marketing ?? {})
  await sendUntil(owner, 'sent', notification ?? {})
  const changed = await owner.call(recipients.update, { params: { id }, body: { scenes: [2, 3], note: 'By phone' } })
  expect(changed).toMatchObject({ id, scenes: [2, 3], note: 'By phone' })
  await sendUntil(owner, 'opted_out', notification ?? {})
  await owner.call(recipients.remove, { params: { id } })
  await sendUntil(owner, 'sent', marketing ?? {})
  const acts = await eventually(
    () => owner.call(audit.list),
    (found) => found.some(({ action }) => action === 'recipients.remove'),
  )
  expect(JSON.stringify(acts)).not.toContain(optedOut.slice(2))
})

test('the recipient of a message is listed by its message, also when its number is no longer kept', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const { send } = await newSender(world, owner)
  await send({ to: free, text: 'Hello' })
  const message = (await logged(owner, free))?.id
  const block = { body: { message, reason: 'block' } }
  expect(await other.ask(recipients.add, block)).toMatchObject({ status: 404 })
  await world.pool.query('delete from message_body where account_id = $1', [owner.id])
  expect(await owner.ask(recipients.add, block)).toMatchObject({
    status: 200,
    body: { recipient: null, ending: free.slice(-4), source: 'log', message },
  })
  expect(await owner.call(recipients.list, { query: { message } })).toHaveLength(1)
  await sendUntil(owner, 'recipient_blocked', { to: free, text: 'Hello' })
  expect(await owner.ask(recipients.add, block)).toMatchObject({
    status: 409,
    body: { error: { code: 'recipient_listed', details: { current: { source: 'log' } } } },
  })
})

test('an import adds each number once, widens opt-outs, and names what is no number', async () => {
  const owner = await world.account()
  const given = [free, '(206) 555-0143', ' +1 206 555 0144 ', 'phone', '12345']
  const first = await owner.call(recipients.import, {
    body: { recipients: given, reason: 'opt_out', note: 'Old list' },
  })
  const invalid = [
    { place: 4, text: 'phone' },
    { place: 5, text: '12345' },
  ]
  expect(first).toEqual({ added: 2, extended: 0, existing: 0, repeated: 1, invalid })
  const wider = { recipients: [optedOut, blocked], reason: 'opt_out' as const, scenes: [MessageScene.Notification] }
  expect(await owner.call(recipients.import, { body: wider })).toMatchObject({ added: 1, extended: 1, existing: 0 })
  expect(await owner.call(recipients.import, { body: wider })).toMatchObject({ added: 0, extended: 0, existing: 2 })
  expect(await owner.call(recipients.list, { query: { recipient: optedOut } })).toMatchObject([
    { scenes: [2, 3], source: 'import', note: 'Old list' },
  ])
})

test('the list is filtered by reason, scene, source, number and day', async () => {
  const owner = await world.account()
  await owner.call(recipients.import, { body: { recipients: [optedOut, free], reason: 'opt_out' } })
  const { id } = await owner.call(recipients.add, { body: { recipient: blocked, reason: 'block' } })
  const today = world.clock.now().toISOString().slice(0, 10)
  const found = async (query: object) =>
    (await owner.call(recipients.list, { query })).map(({ recipient }) => recipient?.slice(-1)).join('')
  expect(await found({})).toBe('243')
  expect(await found({ sort: 'created_at' })).toBe('342')
  expect(await found({ id })).toBe('2')
  expect(await found({ reason: 'block' })).toBe('2')
  expect(await found({ scene: '1' })).toBe('2')
  expect(await found({ source: 'import' })).toBe('43')
  expect(await found({ recipient: '0143' })).toBe('3')
  expect(await found({ recipient: '+12065550144' })).toBe('4')
  expect(await found({ from: today, to: today })).toBe('243')
  expect(await found({ to: '2020-01-01' })).toBe('')
})

test.each<[string, object, string, string]>([
  ['without a number', { reason: 'block' }, 'missing_params', 'recipient'],
  ['of no possible number', { recipient: '12', reason: 'block' }, 'invalid_phone_number', 'recipient'],
  ['that blocks one scene', { recipient: free, reason: 'block', scenes: [3] }, 'invalid_request', 'scenes'],
  ['that opts out of no scene', { recipient: free, reason: 'opt_out', scenes: [] }, 'invalid_request', 'scenes'],
  ['with a long note', { recipient: free, reason: 'block', note: 'x'.repeat(65) }, 'invalid_request', 'note'],
])('an entry %s is refused at its field', async (_, body, code, field) => {
  const owner = await world.account()
  expect(await owner.ask(recipients.add, { body })).toMatchObject({ status: 400, body: { error: { code, field } } })
})

test('a full list takes no more entries', async () => {
  const owner = await world.account()
  await owner.call(recipients.import, { body: { recipients: [blocked, free], reason: 'block' } })
  await world.db.transaction().execute(async (tx) => {
    await expect(requireRoom(tx, owner.id, 2)).resolves.toBeUndefined()
    await expect(requireRoom(tx, owner.id, 1)).rejects.toMatchObject({ code: 'list_full' })
  })
})
