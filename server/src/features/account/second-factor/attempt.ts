import { createHash } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal, secondsUntil } from '../../../kit/refusal.ts'
import type { SecondFactorDeps, TryLimits } from './deps.ts'

const OF_NETWORK: TryLimits = { failures: limits.tries, window: limits.triesWindow, lock: limits.triesWindow }
const OF_ACCOUNT: TryLimits = {
  failures: limits.accountTries,
  window: limits.accountWindow,
  lock: limits.accountWindow,
}

interface Attempt {
  readonly account: AccountId
  readonly source: Pick<Source, 'address' | 'device'>
  readonly doing: 'signing in' | 'step-up'
}

/**
 * Runs one attempt at an account's second factor and returns its result, or null for a wrong answer. Throws after too
 * many wrong answers, also for a right one. They are counted by account and network, so that a stranger who knows the
 * password cannot lock the owner out. A sign-in in a new browser also counts for the account alone, because an attacker
 * with many networks would otherwise have many tries.
 */
export async function attemptOnce<T>(
  deps: SecondFactorDeps,
  { account, source: { address, device }, doing }: Attempt,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { attempts, tries, db, clock } = deps
  const ofNetwork = keyOf(doing, account, networkOf(address))
  const isOwners = doing === 'step-up' || (await deps.isKnownDevice(account, device))
  const ofAccount = isOwners ? null : keyOf(doing, account)
  return attempts(account, async () => {
    const now = clock.now()
    const count = async (key: Buffer, most: TryLimits, code: 'too_many_tries' | 'account_tries_used') => {
      const lockedUntil = await tries.count(key, now, most)
      if (lockedUntil !== null) throw new Refusal(code, { retryAfter: secondsUntil(lockedUntil, now) })
    }
    await count(ofNetwork, OF_NETWORK, 'too_many_tries')
    if (ofAccount !== null) await count(ofAccount, OF_ACCOUNT, 'account_tries_used')
    const verified = await attempt()
    if (verified === null) {
      tries.forgetOver()
      return null
    }
    await tries.forget(db, ofNetwork)
    if (ofAccount !== null) await tries.forget(db, ofAccount)
    return verified
  })
}

const keyOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(['second factor', ...parts]))
    .digest()
