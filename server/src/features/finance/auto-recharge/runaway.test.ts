import { DAY, MINUTE } from '@hongyan/contract/durations'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedCards, type ScriptedResult, newScriptedCards } from '../../../../test/scripted-cards.ts'
import { type KillableProcess, newKillableProcess } from '../../../../test/killable-process.ts'
import { findings } from '../../../../test/payer.ts'
import { newRecharger, type Recharger, unit } from '../../../../test/recharger.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { patient } from '../../../../test/patience.ts'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'

const RUNS = process.env['SCALE'] === 'full' ? 500 : 40
const [BELOW, TOPUP] = [100n, 200n]

let world: World
let dying: KillableProcess
let dyingDb: Kysely<Schema>
beforeAll(async () => {
  world = await newWorld()
  dying = newKillableProcess(world.databaseUrl)
  dyingDb = openKysely<Schema>(dying.pool)
})
afterAll(async () => {
  await dying.pool.end()
  await world.close()
})

const results: readonly ScriptedResult[] = [
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
  { weight: 1, arbitrary: fc.record({ does: fc.constant('result'), result: fc.constantFrom(...results) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('complete', 'off', 'on', 'rush') }) },
  { weight: 2, arbitrary: fc.record({ after: fc.integer({ min: 1, max: 30 }), inFlight: fc.boolean() }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** Takes the opening balance of 150 below the threshold, so that every run begins with a charge. */
const FIRST: Move = { does: 'spend', units: 60 }

interface Scene {
  readonly payer: SignedIn
  readonly cards: ScriptedCards
  readonly recharger: Recharger
  /** The same in a killable process. */
  readonly killable: Recharger
}

async function carryOut(one: Move, { payer, cards, recharger, killable }: Scene): Promise<void> {
  const round = () => recharger.round()
  if ('units' in one) await recharger.spend(payer.id, BigInt(one.units) * unit)
  else if ('after' in one) await dying.live(killable.round, one)
  else if ('minutes' in one) world.clock.advance(one.minutes * MINUTE)
  else if ('result' in one) cards.setResult(one.result)
  else if (one.does === 'complete') cards.complete()
  else if (one.does === 'off') await recharger.off(payer.id)
  else if (one.does === 'on') await recharger.on(payer.id, BELOW, TOPUP)
  else await Promise.all([round(), round(), round()])
  if (!('after' in one)) await round()
}

const triesOf = ({ id }: SignedIn) =>
  world.db.selectFrom('card_charge').selectAll().where('account_id', '=', id).orderBy('begun_at').execute()

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** In any order of events: never more than the caps, never two charges at once, every payment credited once. */
test(
  'random traffic, responses and kills never charge more than a day’s limit and credit every charge',
  async () => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
        world.clock.set(new Date(world.clock.now().getTime() + 2 * DAY))
        const cards = newScriptedCards()
        const recharger = newRecharger(world, cards.provider)
        const payer = await world.account({ balance: '150' })
        await recharger.on(payer.id, BELOW, TOPUP)
        const killable = newRecharger({ ...world, db: dyingDb, pool: dying.pool }, cards.provider)
        const scene = { payer, cards, recharger, killable: killable }
        for (const one of [FIRST, ...moves]) await carryOut(one, scene)
        cards.complete()
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
        expect(rows[0]?.count).toBe(BigInt(cards.moved().length))
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(tried).toBeGreaterThanOrEqual(RUNS)
    expect(await findings(world)).toEqual([])
  },
  patient(300_000),
)
