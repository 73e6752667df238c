import { createHash } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { Refusal } from '../../../kit/refusal.ts'
import type { SecondFactorDeps } from './deps.ts'

/**
 * Makes one try at an account's second factor: null, or what came of it. Whoever gets it wrong too often in one way has
 * to wait, right or not; signing in and stepping up are counted apart, so that whoever knows the password alone keeps
 * nobody from their work.
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
