import { SECOND } from '@hongyan/contract/durations'
import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { plainArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import { dueRows } from '../jobs/due.ts'
import type { ListMember } from './message.ts'
import type { RunningPhase } from './states.ts'
import { type BroadcastKey, type BroadcastRow, OPEN } from './store.ts'

const { Pending } = SendJobStatus

/** A claim ends by itself after this time without a turn's end: another process then goes on. */
const LEASE = 10 * SECOND

/** A broadcast that this process has. Its claim is new each time, so a process that lost it accepts no further message. */
export type ClaimedRow = BroadcastRow & { readonly claim: string }

/**
 * Broadcasts of one account take turns, those that are due longest first: each fills the room ahead that is left, and two
 * at once would fill it twice.
 */
const ITS_TURN = `not exists (
  select from broadcast o where o.account_id = broadcast.account_id and o.id <> broadcast.id and o.${OPEN} and (
    o.claim is not null and o.due_at > $1
    or o.due_at <= $1 and (o.due_at, o.created_at, o.id) < (broadcast.due_at, broadcast.created_at, broadcast.id)))`

export const dueBroadcasts = dueRows<ClaimedRow>({
  table: 'broadcast',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  open: OPEN,
  where: ITS_TURN,
  set: 'claim = gen_random_uuid()',
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 4,
})

/** Rows behind `position` may have their message already where a process died before it noted its place. */
const NEXT = statement(
  'audience_member.unsent',
  `select m.row, m.recipient, m.country, m.zone, m.cells, m.unreached from audience_member m
    where m.account_id = $1 and m.audience_id = $2 and m.row > $3 and not exists (
      select from broadcast_send s where s.account_id = $1 and s.broadcast_id = $4 and s.row = m.row and s.row > $3)
    order by m.row limit $5`,
)

export interface ListKey extends BroadcastKey {
  readonly audience: AudienceId
}

/** The next members behind a row that have no message yet. */
export const unsentBehind = (
  db: Tx,
  { account, audience, id }: ListKey,
  after: number,
  most: number,
): Promise<readonly ListMember[]> => db.run<ListMember>(NEXT, [account, audience, after, id, most])

/** A member that waited for its hours; null where it is no longer in the list, or has its message. */
interface OpenedRow extends ListMember {
  readonly opens_at: Date
  readonly unsent: boolean
}

const OPENED = statement(
  'broadcast_postponed.opened',
  `select p.opens_at, p.row, m.recipient, m.country, m.zone, m.cells, m.unreached, m.recipient is not null and not exists (
      select from broadcast_send s where s.account_id = $1 and s.broadcast_id = $2 and s.row = p.row) as unsent
     from (select opens_at, row from broadcast_postponed
            where account_id = $1 and broadcast_id = $2 and opens_at <= $4 order by opens_at, row limit $5) p
     left join audience_member m on m.account_id = $1 and m.audience_id = $3 and m.row = p.row
    order by p.opens_at, p.row`,
)

/** The members whose hours have opened, those that opened first at the front. */
export const openedMembers = (
  db: Tx,
  { account, audience, id }: ListKey,
  now: Date,
  most: number,
): Promise<readonly OpenedRow[]> => db.run<OpenedRow>(OPENED, [account, id, audience, now, most])

export interface Postponed {
  readonly row: number
  readonly opensAt: Date
}

const POSTPONE = statement(
  'broadcast_postponed.insert',
  `insert into broadcast_postponed (account_id, broadcast_id, opens_at, row)
   select $1, $2, p.* from unnest($3::timestamptz[], $4::integer[]) p`,
)

/** Keeps members for later. */
export async function postpone(tx: Tx, { account, id }: BroadcastKey, members: readonly Postponed[]): Promise<void> {
  if (members.length === 0) return
  await tx.run(POSTPONE, [
    account,
    id,
    plainArray(members.map(({ opensAt }) => opensAt)),
    plainArray(members.map(({ row }) => row)),
  ])
}

const DROP = statement(
  'broadcast_postponed.delete',
  `delete from broadcast_postponed where account_id = $1 and broadcast_id = $2
     and (opens_at, row) in (select * from unnest($3::timestamptz[], $4::integer[]))`,
)

export async function dropPostponed(tx: Tx, { account, id }: BroadcastKey, rows: readonly OpenedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(DROP, [
    account,
    id,
    plainArray(rows.map(({ opens_at: at }) => at)),
    plainArray(rows.map(({ row }) => row)),
  ])
}

const NEXT_OPENING = statement(
  'broadcast_postponed.next',
  `select min(opens_at) as at from broadcast_postponed where account_id = $1 and broadcast_id = $2`,
)

/** The moment at which the next hours open; null where no member waits. */
export async function nextOpening(db: Tx, { account, id }: BroadcastKey): Promise<Date | null> {
  return (await db.run<{ at: Date | null }>(NEXT_OPENING, [account, id]))[0]?.at ?? null
}

const ADVANCE = statement(
  'broadcast.advance',
  `update broadcast set position = greatest(position, $4), tries = 0, due_at = $5
    where account_id = $1 and id = $2 and claim = $3 and status = ${Pending} returning id`,
)

/** Notes how far a run is, and lengthens its claim. False where the broadcast is another's, or not running, meanwhile. */
export const advance = async (
  tx: Tx,
  { account_id: account, id, claim }: ClaimedRow,
  position: number,
  now: Date,
): Promise<boolean> =>
  (await tx.run(ADVANCE, [account, id, claim, position, new Date(now.getTime() + LEASE)])).length > 0

/** The state in which a turn leaves a broadcast. */
export interface Left {
  readonly phase: RunningPhase
  /** The moment of its next turn. */
  readonly due: Date
  /** The opening that it waits for. */
  readonly nextAt?: Date
  /** The end of the watch over its first messages. */
  readonly canaryUntil?: Date
  readonly canaryPassed?: true
}

const LEAVE = statement(
  'broadcast.leave',
  `update broadcast set phase = $4, due_at = $5, next_at = $6, claim = null,
     tries = case when $4 in ('sending', 'throttled') then tries else 0 end,
     canary_until = case when $8 then null else coalesce($7, canary_until) end, canary_passed = canary_passed or $8
    where account_id = $1 and id = $2 and claim = $3 and status = ${Pending}`,
)

/** Ends a turn. A broadcast that is another's, or not running, meanwhile stays as it is. */
export const leave = (
  db: Tx,
  { account_id: account, id, claim }: ClaimedRow,
  { phase, due, nextAt, canaryUntil, canaryPassed = false }: Omit<Left, 'canaryPassed'> & { canaryPassed?: boolean },
): Promise<unknown> =>
  db.run(LEAVE, [account, id, claim, phase, due, nextAt ?? null, canaryUntil ?? null, canaryPassed])

const COLUMNS = statement(
  'audience.columns',
  `select array(select c ->> 'name' from jsonb_array_elements(report -> 'columns') with ordinality as e(c, nr) order by nr) as columns
   from audience where account_id = $1 and id = $2`,
)

/** The names of a list's columns, in the order of its cells; null where the list is deleted. */
export async function columnsOf(db: Tx, account: AccountId, audience: AudienceId): Promise<readonly string[] | null> {
  return (await db.run<{ columns: readonly string[] }>(COLUMNS, [account, audience]))[0]?.columns ?? null
}
