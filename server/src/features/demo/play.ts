import { DAY, MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { PayersMethod } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Caller, Route, Source } from '../../http/implement.ts'
import { actionOf, recorded, type RecordDeps } from '../../http/recorded.ts'
import { validated } from '../../http/validated.ts'
import type { SettableClock } from '../../kit/clock.ts'
import type { Command } from '../../kit/command.ts'
import { noKey } from '../../limits/answers.ts'
import { readNewest } from './newest.ts'
import type { Act, Device, Newest, OwnerCall, StaffCommand, Story } from './story.ts'
import { drawTraffic, type TrafficBatch } from './traffic.ts'
import { inZone, momentOf, wallClock } from './when.ts'

/** The parts of the product that a story is played with, on a clock that the player sets. */
export interface Stage {
  readonly db: Kysely<Schema>
  readonly clock: SettableClock
  /** The console's API. A feature that adds its routes can appear in a story. */
  readonly routes: readonly Route[]
  readonly records: RecordDeps
  /** The commands of staff. */
  readonly commands: readonly Command<null>[]
  /** Returns null when the email address or the phone is taken. */
  readonly createAccount: (owner: Story['owner']) => Promise<AccountId | null>
  readonly openSession: (
    tx: Transaction<Schema>,
    owner: { readonly id: AccountId; readonly partition: Story['owner']['partition'] },
    source: Source,
  ) => Promise<unknown>
  /** The payer pays the order at its channel, and the console checks it. */
  readonly pay: (account: AccountId, order: string, method: PayersMethod | null) => Promise<void>
  /** Stores a sample document of this name for the account. */
  readonly upload: (account: AccountId, name: string) => Promise<void>
  /** Sends messages of the past with a credential of the account. */
  readonly send: (account: AccountId, batch: TrafficBatch) => Promise<void>
  /** Runs the loops for the account: recharges, cashback, low balances, exports. */
  readonly runLoops: (account: AccountId) => Promise<void>
  /** Runs the loop of invoices for the account. */
  readonly runInvoices: (account: AccountId) => Promise<void>
  /** Drops what is over by now: the deliveries of notices, and the recipients of earlier days. */
  readonly forgetPast: (account: AccountId) => Promise<void>
}

/** The time between the last event and now, so that its effects lie in the past too. */
const SETTLED = 5 * MINUTE
/** The time that the loops get after an event, as for cashback. */
const AFTERWARDS = 2 * MINUTE
/** Minutes of the day at which months are closed and invoices issued, on the first two days of a month. */
const CLOSES_AT = 20
/** Minutes of the day at which reminders are sent. */
const REMINDS_AT = 9 * 60 + 30

interface Step {
  readonly at: Date
  readonly run: (player: Player) => Promise<void>
}

interface Player {
  readonly stage: Stage
  readonly story: Story
  readonly account: AccountId
  device: Device
}

/**
 * Plays a story from the sign-up until `now`, in the order of its moments. Every row is written by the part of the
 * product that owns it. Returns false where another account has the email address or the phone.
 */
export async function play(stage: Stage, story: Story, now: Date): Promise<boolean> {
  const { owner, signedUp, device } = story
  const begin = momentOf(signedUp, now, owner.time_zone)
  stage.clock.set(begin)
  const account = await stage.createAccount(owner)
  if (account === null) return false
  const player: Player = { stage, story, account, device }
  await openSession(player, 'signup.create')
  const last = new Date(now.getTime() - SETTLED)
  for (const { at, run } of stepsOf(story, begin, last, now)) {
    if (at > stage.clock.now()) stage.clock.set(at)
    await run(player)
  }
  await stage.forgetPast(account)
  return true
}

function stepsOf(story: Story, begin: Date, last: Date, now: Date): readonly Step[] {
  const zone = story.owner.time_zone
  const events = story.events.map(([when, act]) => ({
    at: momentOf(when, now, zone),
    run: async (player: Player) => {
      await perform(player, act)
      player.stage.clock.advance(AFTERWARDS)
      await player.stage.runLoops(player.account)
    },
  }))
  const batches = drawTraffic(story.traffic, last, zone).map((batch) => ({
    at: batch.at,
    run: async ({ stage, account }: Player) => {
      await stage.send(account, batch)
      if (await isDue(stage.db, account)) await stage.runLoops(account)
    },
  }))
  const rounds = story.isInvoiced === true ? invoiceRounds(begin, last, zone) : []
  return [...events, ...batches, ...rounds]
    .filter(({ at }) => at >= begin && at <= last)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** True where the use of messages left work for the loops. */
async function isDue(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from recharge_due where account_id = ${account})
      or exists (select from balance_low_due where account_id = ${account}) as "isDue"`.execute(db)
  return rows[0]?.isDue === true
}

function invoiceRounds(from: Date, to: Date, zone: string): readonly Step[] {
  const first = wallClock(from, zone)
  const days = Math.ceil((to.getTime() - from.getTime()) / DAY)
  const run: Step['run'] = ({ stage, account }) => stage.runInvoices(account)
  return Array.from({ length: days + 1 }, (_, place) => ({ ...first, day: first.day + place })).flatMap((date) => {
    const reminders = { at: inZone({ ...date, minutes: REMINDS_AT }, zone), run }
    const isMonthsBegin = wallClock(reminders.at, zone).day <= 2
    return isMonthsBegin ? [{ at: inZone({ ...date, minutes: CLOSES_AT }, zone), run }, reminders] : [reminders]
  })
}

function dayOf(moment: Date, zone: string): string {
  const { year, month, day } = wallClock(moment, zone)
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

async function perform(player: Player, act: Act): Promise<void> {
  const { stage, account } = player
  if ('signsIn' in act) {
    player.device = act.signsIn
    return openSession(player, 'session.create')
  }
  if ('uploads' in act) return stage.upload(account, act.uploads)
  const today = dayOf(stage.clock.now(), player.story.owner.time_zone)
  const newest = { ...(await readNewest(stage.db, account)), today }
  if ('pays' in act) return stage.pay(account, newest.order, act.pays)
  if ('staff' in act) return runCommand(stage, act, newest)
  return call(player, act, newest)
}

const sourceOf = ({ address, userAgent }: Device, action: string): Source => ({
  action,
  address,
  userAgent,
  origin: null,
  device: null,
})

async function openSession({ stage, story, account, device }: Player, action: string): Promise<void> {
  const { partition } = story.owner
  await stage.db
    .transaction()
    .execute((tx) => stage.openSession(tx, { id: account, partition }, sourceOf(device, action)))
}

/** Calls a row of the console's API for the owner, checked and recorded as over HTTP. */
async function call({ stage, story, account, device }: Player, { owner: row, ...parts }: OwnerCall, newest: Newest) {
  const route = stage.routes.find((each) => each.row === row)
  if (route === undefined) throw new Error(`${row.address} is not on the stage`)
  const given = <T>(part: T | ((known: Newest) => T) | undefined): T | object =>
    typeof part === 'function' ? (part as (known: Newest) => T)(newest) : (part ?? {})
  const caller = await readCaller(stage.db, account)
  await route.admit?.(caller)
  const passed = {
    caller,
    source: sourceOf(device, actionOf(row)),
    requestId: '',
    key: noKey,
    locale: story.owner.partition === 'cn' ? Locale.SimplifiedChinese : Locale.English,
    params: validated(row.params, given(parts.params)),
    query: validated(row.query, {}),
    body: validated(row.body, given(parts.body)),
    form: () => Promise.reject(new Error(`a story sends no file to ${row.address}`)),
    cookies: { start: () => undefined, end: () => undefined },
    total: () => undefined,
    next: () => undefined,
  }
  await recorded(stage.records, route, passed, () => route.answer(passed))
}

async function readCaller(db: Kysely<Schema>, account: AccountId): Promise<Caller> {
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { account, session: id, suspended: false }
}

async function runCommand(stage: Stage, { staff, on, options }: StaffCommand, newest: Newest): Promise<void> {
  const command = stage.commands.find(({ name }) => name === staff)
  if (command === undefined) throw new Error(`${staff} is not on the stage`)
  await command.run(null, { positionals: typeof on === 'function' ? on(newest) : on, options })
}
