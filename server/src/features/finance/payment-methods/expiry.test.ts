import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCard, cardsOf, tryCard, typed, numbers } from '../../../../test/cards.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newLogger } from '../../../kit/logger.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { remindOfExpiries, dueReminder } from './expiry.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

type SentMessage = readonly [to: string, subject: string | null]

/** Runs the loop once at a time. Returns the messages that it sends. */
async function roundAt(at: string): Promise<readonly SentMessage[]> {
  world.clock.set(new Date(at))
  await remindOfExpiries({ ...world, log: newLogger('silent') })
  return (await deliveriesOf(world)).map(({ to, subject }) => [to, subject])
}

const subjectsTo = (messages: readonly SentMessage[], { email }: SignedIn): readonly (string | null)[] =>
  messages.filter(([to]) => to === email).map(([, subject]) => subject)

const ADDED_AT = new Date('2026-11-20T09:00:00Z')

/** An owner with a card that is valid until the end of February 2027. */
async function ownerOfCard(choice: Parameters<World['account']>[0] = {}): Promise<SignedIn> {
  world.clock.set(ADDED_AT)
  const owner = await world.account(choice)
  const answer = await tryCard(owner, { ...typed(numbers.visa), exp_month: 2, exp_year: 2027 })
  expect(answer.status).toBe(200)
  return owner
}

const SOON = 'Your card ending in 4242 expires soon'
const OVER = 'Your card ending in 4242 has expired'

test('the owner of a card is notified once a month before it expires, once a week before and once when it expires', async () => {
  const owner = await ownerOfCard()
  const sent: (readonly [string, readonly (string | null)[]])[] = []
  for (const at of [
    '2027-01-29T23:59:59Z',
    '2027-01-30T00:00:00Z',
    '2027-01-30T00:01:00Z',
    '2027-02-21T23:59:59Z',
    '2027-02-22T00:00:00Z',
    '2027-02-28T23:59:59Z',
    '2027-03-01T00:00:00Z',
    '2027-03-02T00:00:00Z',
  ]) {
    sent.push([at, subjectsTo(await roundAt(at), owner)])
  }
  expect(sent.filter(([, messages]) => messages.length > 0)).toEqual([
    ['2027-01-30T00:00:00Z', [SOON]],
    ['2027-02-22T00:00:00Z', [SOON]],
    ['2027-03-01T00:00:00Z', [OVER]],
  ])
})

test('only the last of several missed reminders is sent, and none when it is too late', async () => {
  const [late, tooLate] = [await ownerOfCard(), await ownerOfCard()]
  expect(subjectsTo(await roundAt('2027-02-25T00:00:00Z'), late)).toEqual([SOON])
  expect(subjectsTo(await roundAt('2027-03-01T10:00:00Z'), late)).toEqual([OVER])
  await world.pool.query('update payment_method set expiry_told = null where account_id = $1', [tooLate.id])
  expect(subjectsTo(await roundAt('2027-03-04T00:00:00Z'), tooLate)).toEqual([])
})

test('mainland owners are notified in Chinese', async () => {
  const owner = await ownerOfCard({ partition: 'cn' })
  expect(subjectsTo(await roundAt('2027-02-01T00:00:00Z'), owner)).toEqual(['您尾号 4242 的银行卡即将过期'])
})

test('a renewed card is notified at its new expiry, a removed card never', async () => {
  const [owner, gone] = [await ownerOfCard(), await ownerOfCard()]
  await world.pool.query('update payment_method set removed_at = now(), is_default = false where account_id = $1', [
    gone.id,
  ])
  expect(subjectsTo(await roundAt('2027-02-24T00:00:00Z'), owner)).toEqual([SOON])
  world.clock.set(ADDED_AT)
  await addCard(owner)
  expect((await cardsOf(owner)).map(({ card }) => card.exp_year)).toEqual([2030])
  const after = [...(await roundAt('2027-03-01T00:00:00Z')), ...(await roundAt('2030-06-10T00:00:00Z'))]
  expect([subjectsTo(after, owner), subjectsTo(after, gone)]).toEqual([[SOON], []])
})

test('two servers send a reminder once', async () => {
  const owner = await ownerOfCard()
  const messages = await Promise.all([roundAt('2027-02-01T00:00:00Z'), roundAt('2027-02-01T00:00:00Z')])
  expect(subjectsTo(messages.flat(), owner)).toEqual([SOON])
})

test.each([
  ['2027-01-29T23:59:59.999Z', null, null],
  ['2027-01-30T00:00:00Z', null, 30],
  ['2027-02-21T23:59:59.999Z', 30, null],
  ['2027-02-22T00:00:00Z', 30, 7],
  ['2027-02-22T00:00:00Z', 7, null],
  ['2027-03-01T00:00:00Z', 7, 0],
  ['2027-03-01T00:00:00Z', 0, null],
  ['2027-03-04T00:00:00Z', null, null],
] as const)('next', (at, expiry_told, word) => {
  expect(dueReminder({ exp_month: 2, exp_year: 2027, expiry_told }, new Date(at))).toBe(word)
})
