import { MINUTE } from '@hongyan/contract/durations'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import type { Micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'

/** The state of an account whose balance has fallen: the values that decide whether its card is charged. */
export interface RechargeState {
  readonly balance: Micros
  /** Null while auto-recharge is switched off or paused. */
  readonly below: Micros | null
  readonly topup: Micros
  /** Every status in force. */
  readonly statuses: readonly AccountStatus[]
  /** True if the card's provider is configured, which settings may change. */
  readonly offered: boolean
  /** True if the chosen card is active. */
  readonly chargeable: boolean
  readonly inFlight: boolean
  readonly lastEnd: Date | null
  /** The number of today's charges, whatever their outcome. Days are in the account's time zone. */
  readonly begunToday: number
  /** The sum of today's charges, without failed ones. */
  readonly chargedToday: Micros
  /** The start of the account's next day. */
  readonly tomorrow: Date
}

export type NextStep =
  | { readonly kind: 'charge' }
  /** The account is not due until its balance falls again. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: Date; readonly capped: boolean }
  | { readonly kind: 'cardGone' }

/** The wait before an obstacle is checked again. */
const CHECK_AGAIN_AFTER = MINUTE

/** Suspended, or blocked for cards (semantics D5): nothing is charged until the status changes. */
const stopped: ReadonlySet<AccountStatus> = new Set([
  AccountStatus.Suspended,
  AccountStatus.AllPaymentBlocked,
  AccountStatus.StripeBlocked,
])

/**
 * Decides whether the card may be charged now (semantics D5): one charge at a time, ten minutes after the end of the last
 * one, and at most three charges and three times the amount in the account's day.
 */
export function nextStep(state: RechargeState, now: Date): NextStep {
  const { balance, below, lastEnd } = state
  if (below === null || balance >= below) return { kind: 'rest' }
  if (state.inFlight || !state.offered || state.statuses.some((status) => stopped.has(status)))
    return wait(now.getTime() + CHECK_AGAIN_AFTER)
  if (!state.chargeable) return { kind: 'cardGone' }
  const cooledDown = lastEnd === null ? 0 : lastEnd.getTime() + limits.coolDown
  if (cooledDown > now.getTime()) return wait(cooledDown)
  return isCapped(state) ? { kind: 'wait', until: state.tomorrow, capped: true } : { kind: 'charge' }
}

const wait = (until: number): NextStep => ({ kind: 'wait', until: new Date(until), capped: false })

const isCapped = ({ begunToday, chargedToday, topup }: RechargeState): boolean =>
  begunToday >= limits.perDay || chargedToday + topup > topup * BigInt(limits.perDay)
