import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { Broadcast, BroadcastCounts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { type RecipientState, recipientStates } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { formatNumber } from '../../../i18n/text.ts'

type State = Pick<Broadcast, 'status' | 'reason'>

/** True until it has ended for good. */
export const isOpen = ({ status, reason }: State): boolean =>
  status === SendJobStatus.Interrupt ? reason !== 'stopped' : status !== SendJobStatus.Finished

/** True while its numbers change without the owner: it sends, or its messages wait for hand-over or receipt. */
export const isMoving = ({ status, counts }: Pick<Broadcast, 'status' | 'counts'>): boolean =>
  status === SendJobStatus.Pending || counts.accepted + counts.sent > 0

/** Milliseconds between two looks at what moves, and the most before a start. */
const [LIVE, SCHEDULED] = [2 * SECOND, MINUTE]

/** Milliseconds until broadcasts are read again; false where no broadcast moves or waits for its start. */
export function nextLook(
  broadcasts: readonly Pick<Broadcast, 'status' | 'counts' | 'time' | 'starts_at'>[],
  now: Date,
): number | false {
  const waits = broadcasts.flatMap((each) => {
    if (isMoving(each)) return [LIVE]
    if (each.status !== SendJobStatus.Queued) return []
    // The clock of the viewer may be slow, so a start at once is due whatever it shows.
    const ahead = each.time === 'now' ? 0 : Date.parse(each.starts_at) - now.getTime()
    return [Math.min(SCHEDULED, Math.max(LIVE, ahead))]
  })
  return waits.length > 0 && Math.min(...waits)
}

export const canPause = ({ status }: State): boolean => status === SendJobStatus.Pending

export const canResume = ({ status, reason }: State): boolean =>
  status === SendJobStatus.Interrupt && reason !== 'stopped'

export const canStart = ({ status }: State): boolean => status === SendJobStatus.Queued

/** True until shortly before the start: then it can be changed and deleted, afterwards it is stopped instead. */
export const isChangeable = ({ status, starts_at: starts }: State & Pick<Broadcast, 'starts_at'>, now: Date): boolean =>
  status === SendJobStatus.Queued && Date.parse(starts) - now.getTime() >= limits.lockedBefore

/** The time can be moved only while all of it can be changed; a name always. */
export const editTitle = (broadcast: Parameters<typeof isChangeable>[0], now: Date) =>
  isChangeable(broadcast, now) ? 'broadcasts.edit' : 'broadcasts.editName'

export const canStop = (broadcast: State & Pick<Broadcast, 'starts_at'>, now: Date): boolean =>
  isOpen(broadcast) && !isChangeable(broadcast, now)

/** The recipients that were handed over, whatever became of their messages. */
export const handedOver = ({ sent, delivered, failed }: BroadcastCounts): number => sent + delivered + failed

/** The recipients that are done with, as far as sending goes. */
export const dealtWith = (counts: BroadcastCounts): number => handedOver(counts) + counts.skipped

/** A share, never rounded up to a whole that it is not: 99.96 % is no 100 %. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part / whole) * 1_000) / 1_000

export const percent = (part: number, whole: number): string =>
  formatNumber(shareOf(part, whole), { style: 'percent', maximumFractionDigits: 1 })

export interface Segment {
  readonly state: RecipientState
  readonly count: number
}

/** The states in the order of the bar, without those that nobody has. What still waits is the empty rest. */
export function segmentsOf(counts: BroadcastCounts): readonly Segment[] {
  const order: readonly RecipientState[] = ['delivered', 'sent', 'failed', 'skipped']
  return order.map((state) => ({ state, count: counts[state] })).filter(({ count }) => count > 0)
}

/** Every state with its number, as far as anybody has it. */
export const statesOf = (counts: BroadcastCounts): readonly Segment[] =>
  recipientStates.map((state) => ({ state, count: counts[state] })).filter(({ count }) => count > 0)
