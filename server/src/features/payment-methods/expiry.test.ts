import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCard, cardsOf, tryCard, typed, numbers } from '../../../test/cards.ts'
import { turns } from '../../db/one-at-a-time.ts'
import { newLogger } from '../../kit/logger.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { tellExpiries, wordDue } from './expiry.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
  await world.listen()
})
afterAll(() => world.close())

type Letter = readonly [to: string, subject: string]

/** A turn ends with its connection, which takes a moment. */
async function turnIsFree(): Promise<void> {
  const held = 'select 1 from pg_locks where locktype = $1 and objid = $2'
  while ((await world.pool.query(held, ['advisory', turns.expiryTeller])).rows.length > 0) await sleep(5)
}

/** One round of the loop at a moment; answers the letters that were taken. */
async function roundAt(at: string, { failing = false, dead = '' } = {}): Promise<readonly Letter[]> {
  const letters: Letter[] = []
  const { db, pool } = world
  const log = newLogger('silent')
  const clock = { ...world.clock, now: () => new Date(at) }
  const tellOwner = async (
    { email, phone }: { email: string | null; phone: string | null },
    words: { subject: string },
  ) => {
    if (failing || email === dead) return 'no server'
    letters.push([email ?? phone ?? '', words.subject])
    return null
  }
  await turnIsFree()
  await tellExpiries({ db, pool, clock, log, tellOwner })
  return letters
}

const lettersTo = (letters: readonly Letter[], { email }: SignedIn): readonly string[] =>
  letters.filter(([to]) => to === email).map(([, subject]) => subject)

/** An owner with a card that is valid until the end of February 2027. */
async function ownerOfCard(choice: Parameters<World['account']>[0] = {}): Promise<SignedIn> {
  const owner = await world.account(choice)
  const answer = await tryCard(owner, { ...typed(numbers.visa), exp_month: 2, exp_year: 2027 })
  expect(answer.status).toBe(200)
  return owner
}

const SOON = 'Your card ending in 4242 is about to expire'
const OVER = 'Your card ending in 4242 has expired'

test('the owner of a card hears of its end a month before, a week before and when it has come, each once', async () => {
  const owner = await ownerOfCard()
  const heard: (readonly [string, readonly string[]])[] = []
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
    heard.push([at, lettersTo(await roundAt(at), owner)])
  }
  expect(heard.filter(([, letters]) => letters.length > 0)).toEqual([
    ['2027-01-30T00:00:00Z', [SOON]],
    ['2027-02-22T00:00:00Z', [SOON]],
    ['2027-03-01T00:00:00Z', [OVER]],
  ])
})

test('only the last word is said where several were missed, and none when it is old news', async () => {
  const [late, tooLate] = [await ownerOfCard(), await ownerOfCard()]
  expect(lettersTo(await roundAt('2027-02-25T00:00:00Z'), late)).toEqual([SOON])
  expect(lettersTo(await roundAt('2027-03-01T10:00:00Z'), late)).toEqual([OVER])
  await world.pool.query('update payment_method set expiry_told = null where account_id = $1', [tooLate.id])
  expect(lettersTo(await roundAt('2027-03-04T00:00:00Z'), tooLate)).toEqual([])
})

test('a letter that was not taken is sent again an hour later', async () => {
  const owner = await ownerOfCard()
  expect(lettersTo(await roundAt('2027-02-01T00:00:00Z', { failing: true }), owner)).toEqual([])
  expect(lettersTo(await roundAt('2027-02-01T00:59:59Z'), owner)).toEqual([])
  expect(lettersTo(await roundAt('2027-02-01T01:00:00Z'), owner)).toEqual([SOON])
})

test('a hundred letters that nobody takes keep no other from being sent', async () => {
  const owners = [await ownerOfCard(), await ownerOfCard()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [dead, owner] = owners
  if (dead === undefined || owner === undefined) throw new Error('there are two')
  await world.pool.query(
    `insert into payment_method (account_id, id, channel, test, customer, remote_id, last4, exp_month, exp_year, brand, status, created_at)
     select account_id, gen_random_uuid(), channel, test, customer, remote_id, last4, exp_month, exp_year, brand, status, created_at
       from payment_method, generate_series(1, 100) where account_id = $1`,
    [dead.id],
  )
  expect(lettersTo(await roundAt('2027-02-03T00:00:00Z', { dead: dead.email }), owner)).toEqual([])
  expect(lettersTo(await roundAt('2027-02-03T00:01:00Z', { dead: dead.email }), owner)).toEqual([SOON])
  await world.pool.query('delete from payment_method where account_id = $1', [dead.id])
})

test('mainland owners are written to in Chinese', async () => {
  const owner = await ownerOfCard({ partition: 'cn' })
  expect(lettersTo(await roundAt('2027-02-01T00:00:00Z'), owner)).toEqual(['您尾号 4242 的银行卡即将过期'])
})

test('a card that was renewed is spoken of when its new end comes, a removed one never', async () => {
  const [owner, gone] = [await ownerOfCard(), await ownerOfCard()]
  await world.pool.query('update payment_method set removed_at = now(), is_default = false where account_id = $1', [
    gone.id,
  ])
  expect(lettersTo(await roundAt('2027-02-24T00:00:00Z'), owner)).toEqual([SOON])
  await addCard(owner)
  expect((await cardsOf(owner)).map(({ card }) => card.exp_year)).toEqual([2030])
  const after = [...(await roundAt('2027-03-01T00:00:00Z')), ...(await roundAt('2030-06-10T00:00:00Z'))]
  expect([lettersTo(after, owner), lettersTo(after, gone)]).toEqual([[SOON], []])
})

test('two servers say it once', async () => {
  const owner = await ownerOfCard()
  const letters = await Promise.all([roundAt('2027-02-01T00:00:00Z'), roundAt('2027-02-01T00:00:00Z')])
  expect(lettersTo(letters.flat(), owner)).toEqual([SOON])
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
] as const)('at %s, after the word of %s days, the next is that of %s', (at, expiry_told, word) => {
  expect(wordDue({ exp_month: 2, exp_year: 2027, expiry_told }, new Date(at))).toBe(word)
})
