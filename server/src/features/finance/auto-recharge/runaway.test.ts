import { autoRecharge as limits } from '@hongyan/contract/limits'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardDesk, type Fate, newCardDesk } from '../../../../test/card-desk.ts'
import { type Mortal, newMortal } from '../../../../test/mortal.ts'
import { findings } from '../../../../test/payer.ts'
import { newRecharger, type Recharger, unit } from '../../../../test/recharger.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'

const RUNS = process.env['SCALE'] === 'full' ? 500 : 40
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const [BELOW, TOPUP] = [100n, 200n]

let world: World
let dying: Mortal
let dyingDb: Kysely<Schema>
beforeAll(async () => {
  world = await newWorld()
  dying = newMortal(world.databaseUrl)
  dyingDb = openKysely<Schema>(dying.pool)
})
afterAll(async () => {
  await dying.pool.end()
  await world.close()
})

const fates: readonly Fate[] = [
  'succeeds',
  'succeeds',
  'silently succeeds',
  'processes',
  { kind: 'unreachable', reason: 'timeout' },
  { kind: 'declined', code: 'insufficient_funds', advice: null, paymentId: null },
  { kind: 'declined', code: 'lost_card', advice: null, paymentId: null },
  { kind: 'authentication_required', paymentId: null },
]

const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('spend'), units: fc.integer({ min: 20, max: 400 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pass'), minutes: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fate'), fate: fc.constantFrom(...fates) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('complete', 'off', 'on', 'rush') }) },
  { weight: 2, arbitrary: fc.record({ after: fc.integer({ min: 1, max: 30 }), inFlight: fc.boolean() }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

interface Scene {
  readonly payer: SignedIn
  readonly desk: CardDesk
  readonly recharger: Recharger
  /** The same in a process that dies. */
  readonly mortal: Recharger
}

async function carryOut(one: Move, { payer, desk, recharger, mortal }: Scene): Promise<void> {
  const round = () => recharger.round()
  if ('units' in one) await recharger.spend(payer.id, BigInt(one.units) * unit)
  else if ('after' in one) await dying.live(mortal.round, one)
  else if ('minutes' in one) world.clock.advance(one.minutes * MINUTE)
  else if ('fate' in one) desk.from(one.fate)
  else if (one.does === 'complete') desk.complete()
  else if (one.does === 'off') await recharger.off(payer.id)
  else if (one.does === 'on') await recharger.on(payer.id, BELOW, TOPUP)
  else await Promise.all([round(), round(), round()])
  if (!('after' in one)) await round()
}

const triesOf = ({ id }: SignedIn) =>
  world.db.selectFrom('card_charge').selectAll().where('account_id', '=', id).orderBy('begun_at').execute()

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** In whatever order things happen: never more than the caps, never two at once, every payment credited once. */
test('random traffic, answers and deaths never charge more than a day allows, and credit all that was charged', async () => {
  let tried = 0
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
      world.clock.set(new Date(world.clock.now().getTime() + 2 * DAY))
      const desk = newCardDesk()
      const recharger = newRecharger(world, desk.provider)
      const payer = await world.account({ balance: '150' })
      await recharger.on(payer.id, BELOW, TOPUP)
      const mortal = newRecharger({ ...world, db: dyingDb, pool: dying.pool }, desk.provider)
      const scene = { payer, desk, recharger, mortal }
      for (const one of moves) await carryOut(one, scene)
      desk.complete()
      await recharger.off(payer.id)
      for (let times = 0; times < 3; times += 1) await carryOut({ does: 'pass', minutes: 10 }, scene)

      const tries = await triesOf(payer)
      tried += tries.length
      for (const { begun_at } of tries) {
        const sameDay = tries.filter((other) => dayOf(other.begun_at) === dayOf(begun_at))
        expect(sameDay.length).toBeLessThanOrEqual(limits.perDay)
      }
      for (const [nr, { begun_at }] of tries.slice(1).entries()) {
        const before = tries[nr]?.ended_at
        expect(begun_at.getTime() - (before?.getTime() ?? Infinity)).toBeGreaterThanOrEqual(limits.coolDown)
      }
      const { rows } = await world.pool.query<{ count: bigint }>(
        `select count(*) from top_up where account_id = $1 and auto and status = 1`,
        [payer.id],
      )
      expect(rows[0]?.count).toBe(BigInt(desk.moved().length))
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(tried).toBeGreaterThan(RUNS / 2)
  expect(await findings(world)).toEqual([])
}, 300_000)
