import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { Caller, Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import { passwordGate, verifyPassword } from '../../../kit/password.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { GuardDeps, SecondFactorDeps } from './deps.ts'
import { verifySecondFactor, type SecondFactorAnswer } from './verify.ts'
import * as pendingAuth from './pending-auth.ts'
import { siteOf } from './site.ts'
import { isStepUpDue, readSecondFactors, readPasswordHash } from './store.ts'
import { attemptOnce } from './attempt.ts'
import { passkeyOptionsFor, methodsOf } from './methods.ts'
import type { Json } from './webauthn.ts'

/** Throws unless the owner of an account with a second factor was verified a short time ago (ruling 36). */
export async function requireStepUp({ db, clock }: GuardDeps, caller: Caller): Promise<void> {
  const since = new Date(clock.now().getTime() - limits.stepUpFor)
  if (await isStepUpDue(db, caller, since)) throw new Refusal('step_up_required')
}

/** The methods by which the caller can authenticate again on this site, with the options for a passkey. */
export async function stepUpOptions(
  { db, clock }: GuardDeps,
  { account, session }: Caller,
  { origin, address }: Source,
): Promise<{ ways: StepUpWay[]; passkey: Json | null }> {
  const guard = await readSecondFactors(db, account)
  const expected = await passkeyOptionsFor(siteOf(origin), guard)
  const now = clock.now()
  if (expected !== null) {
    const until = new Date(now.getTime() + limits.challengeFor)
    const pending = {
      key_hash: pendingAuth.keyOf.stepUp(session),
      account_id: account,
      network: networkOf(address),
      challenge: expected.challenge,
      challenge_until: until,
      expires_at: until,
    }
    await pendingAuth.savePending(db, pending, now)
  }
  return { ways: ['password', ...methodsOf(guard, expected)], passkey: expected?.options ?? null }
}

export type StepUpAnswer = SecondFactorAnswer & { readonly password?: string | undefined }

/** Verifies the caller again. Returns the moment until which the step-up is valid. */
export async function stepUp(
  deps: SecondFactorDeps,
  caller: Caller,
  answer: StepUpAnswer,
  source: Source,
): Promise<{ until: string }> {
  const { db, clock } = deps
  const verified = await attemptOnce(deps, { account: caller.account, source, doing: 'step-up' }, async () =>
    (await isStillOwner(deps, caller, answer, source)) ? true : null,
  )
  if (verified === null) throw new Refusal(answer.password === undefined ? 'wrong_second_factor' : 'wrong_password')
  const now = clock.now()
  await deps.markVerified(db, caller, now)
  return { until: new Date(now.getTime() + limits.stepUpFor).toISOString() }
}

async function isStillOwner(
  deps: SecondFactorDeps,
  { account, session }: Caller,
  answer: StepUpAnswer,
  { origin }: Source,
): Promise<boolean> {
  const { db, clock } = deps
  const { password } = answer
  if (password !== undefined) {
    const passwordHash = await readPasswordHash(db, account)
    return passwordGate('first', () => verifyPassword(passwordHash, password))
  }
  const now = clock.now()
  const pending =
    answer.passkey === undefined ? undefined : await pendingAuth.takePending(db, pendingAuth.keyOf.stepUp(session), now)
  const challenge = pending === undefined ? null : pendingAuth.challengeOf(pending, now)
  return db
    .transaction()
    .execute((tx) => verifySecondFactor(tx, deps, account, answer, { site: siteOf(origin), challenge }))
}
