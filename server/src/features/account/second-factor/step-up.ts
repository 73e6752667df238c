import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { secondFactor as limits } from '@hongyan/contract/limits'
import type { Caller, Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import { verifyPassword } from '../../../kit/password.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { GuardDeps, SecondFactorDeps } from './deps.ts'
import { isProved, type SecondProof } from './prove.ts'
import * as questions from './questions.ts'
import { siteOf } from './site.ts'
import { isStepUpDue, noteProof, readGuard, readPasswordHash } from './store.ts'
import { tryOnce } from './tries.ts'
import { askFor, waysOf } from './ways.ts'
import type { Json } from './webauthn.ts'

/** Refuses a change of what guards an account with a second factor until its owner was proved again (ruling 36). */
export async function requireStepUp({ db, clock }: GuardDeps, caller: Caller): Promise<void> {
  const since = new Date(clock.now().getTime() - limits.stepUpFor)
  if (await isStepUpDue(db, caller, since)) throw new Refusal('step_up_required')
}

/** How the caller can be proved here, and what a passkey is to sign for it. */
export async function stepUpOptions(
  { db, clock }: GuardDeps,
  { account, session }: Caller,
  { origin, address }: Source,
): Promise<{ ways: StepUpWay[]; passkey: Json | null }> {
  const guard = await readGuard(db, account)
  const asked = await askFor(siteOf(origin), guard)
  const now = clock.now()
  if (asked !== null) {
    const until = new Date(now.getTime() + limits.challengeFor)
    const question = {
      key_hash: questions.keyOf.stepUp(session),
      account_id: account,
      network: networkOf(address),
      challenge: asked.challenge,
      challenge_until: until,
      expires_at: until,
    }
    await questions.ask(db, question, now)
  }
  return { ways: ['password', ...waysOf(guard, asked)], passkey: asked?.options ?? null }
}

export type StepUpProof = SecondProof & { readonly password?: string | undefined }

/** Proves the caller again; until when that serves. */
export async function stepUp(
  deps: SecondFactorDeps,
  caller: Caller,
  proof: StepUpProof,
  source: Source,
): Promise<{ until: string }> {
  const { db, clock } = deps
  const proved = await tryOnce(deps, caller.account, 'step-up', async () =>
    (await isStillOwner(deps, caller, proof, source)) ? true : null,
  )
  if (proved === null) throw new Refusal(proof.password === undefined ? 'wrong_second_factor' : 'wrong_password')
  const now = clock.now()
  await noteProof(db, caller, now)
  return { until: new Date(now.getTime() + limits.stepUpFor).toISOString() }
}

async function isStillOwner(
  deps: SecondFactorDeps,
  { account, session }: Caller,
  proof: StepUpProof,
  { origin }: Source,
): Promise<boolean> {
  const { db, clock } = deps
  if (proof.password !== undefined) return verifyPassword(await readPasswordHash(db, account), proof.password)
  const now = clock.now()
  const question =
    proof.passkey === undefined ? undefined : await questions.takeQuestion(db, questions.keyOf.stepUp(session), now)
  const challenge = question === undefined ? null : questions.challengeOf(question, now)
  return db.transaction().execute((tx) => isProved(tx, deps, account, proof, { site: siteOf(origin), challenge }))
}
