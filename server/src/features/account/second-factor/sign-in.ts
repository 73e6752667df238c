import { randomBytes } from 'node:crypto'
import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { GuardDeps, SecondFactorDeps, Started } from './deps.ts'
import { verifySecondFactor, ownerOfPasskey, type SecondFactorAnswer } from './verify.ts'
import * as pendingAuth from './pending-auth.ts'
import { neededSite, siteOf } from './site.ts'
import { isOn, readSecondFactors, readPasskeyUser } from './store.ts'
import { attemptOnce } from './attempt.ts'
import { passkeyOptionsFor, methodsOf } from './methods.ts'
import { signInOptions, type Json } from './webauthn.ts'

const TICKET_BYTES = 32
const later = (now: Date, millis: number): Date => new Date(now.getTime() + millis)
const newTicket = (): string => randomBytes(TICKET_BYTES).toString('base64url')

/**
 * Starts the second step of a sign-in after a right password or code; returns null where the account has no second
 * factor. The ticket is valid for this account and network, for ten minutes and one session; a new password ends it.
 */
export async function requestSecondFactor(
  tx: Transaction<Schema>,
  { clock }: GuardDeps,
  account: AccountId,
  source: Source,
): Promise<SecondFactorChallenge | null> {
  const guard = await readSecondFactors(tx, account)
  if (!isOn(guard)) return null
  const now = clock.now()
  const ticket = newTicket()
  const expected = await passkeyOptionsFor(siteOf(source.origin), guard)
  const pending = {
    key_hash: pendingAuth.keyOf.second(ticket),
    account_id: account,
    network: networkOf(source.address),
    challenge: expected?.challenge ?? null,
    challenge_until: later(now, limits.challengeFor),
    expires_at: later(now, limits.ticketFor),
  }
  await pendingAuth.savePending(tx, pending, now)
  return { ticket, ways: methodsOf(guard, expected), passkey: expected?.options ?? null }
}

/** Opens the session of a ticket. A refused passkey gets a new challenge, in the details of the refusal. */
export async function signInBySecond(
  deps: SecondFactorDeps,
  { ticket, ...answer }: SecondFactorAnswer & { readonly ticket: string },
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const { db, clock } = deps
  const key = pendingAuth.keyOf.second(ticket)
  const account = accountOf(await pendingAuth.readPending(db, key, clock.now()), source)
  const started = await attemptOnce(deps, { account, source, doing: 'signing in' }, () =>
    db.transaction().execute(async (tx) => {
      const pending = await pendingAuth.lockPending(tx, key, clock.now())
      if (pending === undefined) throw new Refusal('sign_in_expired', { field: 'ticket' })
      const challenge = pendingAuth.challengeOf(pending, clock.now())
      if (await verifySecondFactor(tx, deps, account, answer, { site: siteOf(source.origin), challenge })) {
        await pendingAuth.takePending(tx, key, clock.now())
        return deps.openSession(tx, await readPasskeyUser(tx, account), source, before)
      }
      return null
    }),
  )
  if (started !== null) return started
  const passkey = answer.passkey === undefined ? null : await renewPasskeyOptions(deps, key, account, source)
  throw new Refusal('wrong_second_factor', { details: { passkey }, concerns: account })
}

function accountOf(pending: pendingAuth.PendingAuth | undefined, { address }: Source): AccountId {
  if (!pending?.account_id || pending.network !== networkOf(address)) {
    throw new Refusal('sign_in_expired', { field: 'ticket' })
  }
  return pending.account_id
}

/** Makes a new challenge: each one is used once. */
async function renewPasskeyOptions(
  { db, clock }: GuardDeps,
  key: Buffer,
  account: AccountId,
  { origin }: Source,
): Promise<Json | null> {
  const expected = await passkeyOptionsFor(siteOf(origin), await readSecondFactors(db, account))
  const until = later(clock.now(), limits.challengeFor)
  await pendingAuth.renewChallenge(db, key, { challenge: expected?.challenge ?? null, challenge_until: until })
  return expected?.options ?? null
}

/** The most pending sign-ins without an account, that is by passkey, from one network. */
const OPEN_CHALLENGES = 100

/** Starts a sign-in with any passkey that the browser has. Shows nothing about any account. */
export async function anyPasskeyOptions(
  { db, clock }: GuardDeps,
  { address, origin }: Source,
): Promise<{ ticket: string; options: Json }> {
  const site = neededSite(origin)
  const now = clock.now()
  const network = networkOf(address)
  if ((await pendingAuth.countAnonymous(db, network, now)) >= OPEN_CHALLENGES) {
    throw new Refusal('too_many_tries', { retryAfter: limits.challengeFor / 1_000 })
  }
  const ticket = newTicket()
  const { challenge, options } = await signInOptions(site, [])
  const until = later(now, limits.challengeFor)
  const key_hash = pendingAuth.keyOf.passkeyAlone(ticket)
  const pending = { key_hash, account_id: null, network, challenge, challenge_until: until, expires_at: until }
  await pendingAuth.savePending(db, pending, now)
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
  const pending = await pendingAuth.takePending(db, pendingAuth.keyOf.passkeyAlone(ticket), clock.now())
  if (pending?.network !== networkOf(source.address)) throw new Refusal('sign_in_expired', { field: 'ticket' })
  const expected = { site: siteOf(source.origin), challenge: pendingAuth.challengeOf(pending, clock.now()) }
  return db.transaction().execute(async (tx) => {
    const account = await ownerOfPasskey(tx, deps, passkey, expected)
    if (account === null) throw new Refusal('wrong_second_factor')
    return deps.openSession(tx, await readPasskeyUser(tx, account), source, before)
  })
}
