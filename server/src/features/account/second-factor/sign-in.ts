import { randomBytes } from 'node:crypto'
import type { SecondFactorAsked } from '@hongyan/contract/endpoints/account/second-factor'
import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { GuardDeps, SecondFactorDeps, Started } from './deps.ts'
import { isProved, ownerOfAnswer, type SecondProof } from './prove.ts'
import * as questions from './questions.ts'
import { neededSite, siteOf } from './site.ts'
import { isOn, readGuard, readHolder } from './store.ts'
import { tryOnce } from './tries.ts'
import { askFor, waysOf } from './ways.ts'
import { askForPasskey, type Json } from './webauthn.ts'

const TICKET_BYTES = 32
const later = (now: Date, millis: number): Date => new Date(now.getTime() + millis)
const newTicket = (): string => randomBytes(TICKET_BYTES).toString('base64url')

/**
 * Asks whoever has given a right password or code for the second factor of their account; null where there is none. The
 * ticket is good for this account and network, for ten minutes and one session; a new password makes it worthless.
 */
export async function askSecond(
  tx: Transaction<Schema>,
  { clock }: GuardDeps,
  account: AccountId,
  source: Source,
): Promise<SecondFactorAsked | null> {
  const guard = await readGuard(tx, account)
  if (!isOn(guard)) return null
  const now = clock.now()
  const ticket = newTicket()
  const asked = await askFor(siteOf(source.origin), guard)
  const question = {
    key_hash: questions.keyOf.second(ticket),
    account_id: account,
    network: networkOf(source.address),
    challenge: asked?.challenge ?? null,
    challenge_until: later(now, limits.challengeFor),
    expires_at: later(now, limits.ticketFor),
  }
  await questions.ask(tx, question, now)
  return { ticket, ways: waysOf(guard, asked), passkey: asked?.options ?? null }
}

/** Opens the session that a ticket stands for. A passkey that was refused is asked anew, in the details of the refusal. */
export async function signInBySecond(
  deps: SecondFactorDeps,
  { ticket, ...proof }: SecondProof & { readonly ticket: string },
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const { db, clock } = deps
  const key = questions.keyOf.second(ticket)
  const account = accountOf(await questions.readQuestion(db, key, clock.now()), source)
  const started = await tryOnce(deps, account, 'signing in', () =>
    db.transaction().execute(async (tx) => {
      const question = await questions.holdQuestion(tx, key, clock.now())
      if (question === undefined) throw new Refusal('sign_in_expired', { field: 'ticket' })
      const challenge = questions.challengeOf(question, clock.now())
      if (await isProved(tx, deps, account, proof, { site: siteOf(source.origin), challenge })) {
        await questions.takeQuestion(tx, key, clock.now())
        return deps.openSession(tx, await readHolder(tx, account), source, before)
      }
      return null
    }),
  )
  if (started !== null) return started
  const passkey = proof.passkey === undefined ? null : await askAgain(deps, key, account, source)
  throw new Refusal('wrong_second_factor', { details: { passkey }, concerns: account })
}

function accountOf(question: questions.Question | undefined, { address }: Source): AccountId {
  if (!question?.account_id || question.network !== networkOf(address)) {
    throw new Refusal('sign_in_expired', { field: 'ticket' })
  }
  return question.account_id
}

/** What was asked once is not asked again in the same words. */
async function askAgain(
  { db, clock }: GuardDeps,
  key: Buffer,
  account: AccountId,
  { origin }: Source,
): Promise<Json | null> {
  const asked = await askFor(siteOf(origin), await readGuard(db, account))
  const until = later(clock.now(), limits.challengeFor)
  await questions.askAnew(db, key, { challenge: asked?.challenge ?? null, challenge_until: until })
  return asked?.options ?? null
}

/** Of one network, at once. */
const OPEN_QUESTIONS = 100

/** Asks a browser for whichever passkey it has. Says nothing of any account. */
export async function askForAnyPasskey(
  { db, clock }: GuardDeps,
  { address, origin }: Source,
): Promise<{ ticket: string; options: Json }> {
  const site = neededSite(origin)
  const now = clock.now()
  const network = networkOf(address)
  if ((await questions.countOpen(db, network, now)) >= OPEN_QUESTIONS) {
    throw new Refusal('too_many_tries', { retryAfter: limits.challengeFor / 1_000 })
  }
  const ticket = newTicket()
  const { challenge, options } = await askForPasskey(site, [])
  const until = later(now, limits.challengeFor)
  const key_hash = questions.keyOf.passkeyAlone(ticket)
  const question = { key_hash, account_id: null, network, challenge, challenge_until: until, expires_at: until }
  await questions.ask(db, question, now)
  return { ticket, options }
}

/** Opens a session for the owner of a passkey. */
export async function signInByPasskey(
  deps: SecondFactorDeps,
  { ticket, passkey }: { readonly ticket: string; readonly passkey: Json },
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const { db, clock } = deps
  const question = await questions.takeQuestion(db, questions.keyOf.passkeyAlone(ticket), clock.now())
  if (question?.network !== networkOf(source.address)) throw new Refusal('sign_in_expired', { field: 'ticket' })
  const asked = { site: siteOf(source.origin), challenge: questions.challengeOf(question, clock.now()) }
  return db.transaction().execute(async (tx) => {
    const account = await ownerOfAnswer(tx, deps, passkey, asked)
    if (account === null) throw new Refusal('wrong_second_factor')
    return deps.openSession(tx, await readHolder(tx, account), source, before)
  })
}
