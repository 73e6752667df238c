import { autoRecharge as limits } from '@hongyan/contract/limits'
import type { Micros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'

/** An account whose balance has fallen, as far as that decides whether its card is charged. */
export interface Standing {
  readonly balance: Micros
  /** Null where nothing is recharged: it is switched off or paused. */
  readonly below: Micros | null
  readonly topup: Micros
  readonly status: AccountStatus
  /** Whether somebody is there who could charge the chosen card; settings may change that. */
  readonly offered: boolean
  /** Whether the chosen card is there. */
  readonly chargeable: boolean
  readonly inFlight: boolean
  readonly lastEnd: Date | null
  /** Tries of the account's day, however they ended. */
  readonly begunToday: number
  /** What they brought, or may yet. */
  readonly chargedToday: Micros
  /** When the account's next day begins. */
  readonly tomorrow: Date
}

export type NextStep =
  | { readonly kind: 'charge' }
  /** Nothing has to be done, until the balance falls again. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: Date; readonly capped: boolean }
  | { readonly kind: 'cardGone' }

/** How long before somebody looks again whether what stands in the way is gone. */
const LOOK_AGAIN_AFTER = 60_000

/** Suspended, or blocked for cards (semantics D5): nothing is charged, and it is looked at again. */
const stopped: ReadonlySet<AccountStatus> = new Set([
  AccountStatus.Suspended,
  AccountStatus.AllPaymentBlocked,
  AccountStatus.StripeBlocked,
])

/**
 * Whether a card may be charged now (semantics D5): one try at a time, ten minutes after the end of the last one, three
 * times and three times the amount in the account's day.
 */
export function nextStep(standing: Standing, now: Date): NextStep {
  const { balance, below, lastEnd } = standing
  if (below === null || balance >= below) return { kind: 'rest' }
  if (standing.inFlight || !standing.offered || stopped.has(standing.status))
    return wait(now.getTime() + LOOK_AGAIN_AFTER)
  if (!standing.chargeable) return { kind: 'cardGone' }
  const cooledDown = lastEnd === null ? 0 : lastEnd.getTime() + limits.coolDown
  if (cooledDown > now.getTime()) return wait(cooledDown)
  return isCapped(standing) ? { kind: 'wait', until: standing.tomorrow, capped: true } : { kind: 'charge' }
}

const wait = (until: number): NextStep => ({ kind: 'wait', until: new Date(until), capped: false })

const isCapped = ({ begunToday, chargedToday, topup }: Standing): boolean =>
  begunToday >= limits.perDay || chargedToday + topup > topup * BigInt(limits.perDay)
