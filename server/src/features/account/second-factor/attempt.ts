import { createHash } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { Refusal } from '../../../kit/refusal.ts'
import type { SecondFactorDeps } from './deps.ts'

/**
 * Runs one attempt at an account's second factor and returns its result, or null for a wrong answer. Throws after too
 * many wrong answers, also for a right one. Signing in and stepping up are counted apart, so that a stranger who knows
 * the password cannot lock the owner out of a running session.
 */
export async function attemptOnce<T>(
  { attempts, tries, clock, db }: SecondFactorDeps,
  account: AccountId,
  doing: 'signing in' | 'step-up',
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const key = createHash('sha256')
    .update(JSON.stringify(['second factor', doing, account]))
    .digest()
  return attempts(key.toString('base64'), async () => {
    const now = clock.now()
    const lockedUntil = await tries.count(key, now)
    if (lockedUntil !== null) throw new Refusal('too_many_tries', { retryAfter: secondsBetween(now, lockedUntil) })
    const verified = await attempt()
    if (verified === null) await tries.forgetOver(now)
    else await tries.forget(db, key)
    return verified
  })
}

const secondsBetween = (from: Date, until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - from.getTime()) / 1000))
