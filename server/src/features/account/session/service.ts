import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import type { SessionInfo } from '@hongyan/contract/endpoints/account/session'
import type { AccountId, SessionId } from '@hongyan/contract/ids'
import { signIn } from '@hongyan/contract/limits/account'
import { session as limits } from '@hongyan/contract/limits/session'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { type Act, recordAct } from '../../../audit/log.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { notify } from '../../../notices/notify.ts'
import type { Background } from '../../../kit/background.ts'
import type { Clock } from '../../../kit/clock.ts'
import { readIdentifier, supposedName } from '../../../kit/identifier.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import type { HeldUntil } from '../../../kit/held-until.ts'
import type { KeyedQueue } from '../../../kit/keyed-queue.ts'
import { networkOf } from '../../../kit/network.ts'
import { newBrowsersGate, passwordGate, strangersGate, verifyPassword } from '../../../kit/password.ts'
import { Refusal, secondsUntil } from '../../../kit/refusal.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { isKnownDevice, notePlaces } from './places.ts'
import * as store from './store.ts'

export interface SessionDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /**
   * Attempts of one pair of account and network run one after the other, so that simultaneous right passwords do not
   * count as failures.
   */
  readonly attempts: KeyedQueue
  /** The networks that the database locked. Nothing lifts such a lock, so it needs no second look. */
  readonly lockedNetworks: HeldUntil
  readonly background: Background
  /** Deletes failures that no longer count, after the response and at most once a second. */
  readonly forgetOver: () => void
}

export interface SignInDeps extends SessionDeps {
  readonly secrets: SecretBox
  /** Starts the second step after a right password or code; returns null where the account has no second factor. */
  readonly requestSecondFactor: (
    tx: Transaction<Schema>,
    account: AccountId,
    source: Source,
  ) => Promise<SecondFactorChallenge | null>
}

export interface Credentials {
  readonly identifier: string
  readonly password: string
}

export interface Started {
  readonly token: string
  readonly info: SessionInfo
}

const USER_AGENT_MAX = 256
const TOKEN_BYTES = 32

/** Signs in with a password. Fails where the password is replaced while it is checked. */
export async function startSession(
  deps: SignInDeps,
  credentials: Credentials,
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const owner = await checkOwner(deps, credentials, source)
  const outcome = await deps.db.transaction().execute(async (tx) => {
    if (!(await store.holdPassword(tx, owner))) throw new Refusal('wrong_credentials')
    return openOrChallenge(tx, deps, owner, source, before)
  })
  return started(outcome)
}

interface SecondStep {
  readonly challenge: SecondFactorChallenge
  readonly account: AccountId
}

/** Opens a session, or starts the second step where the account has a second factor. */
export async function openOrChallenge(
  tx: Transaction<Schema>,
  deps: SignInDeps,
  owner: Pick<store.Owner, 'id' | 'partition'>,
  source: Source,
  before: Caller | null,
): Promise<Started | SecondStep> {
  const challenge = await deps.requestSecondFactor(tx, owner.id, source)
  return challenge === null ? openSession(tx, deps, owner, source, before) : { challenge, account: owner.id }
}

/**
 * Returns the session, or throws the refusal that asks for the second factor. To be called after the transaction, which
 * must have stored the challenge.
 */
export function started(outcome: Started | SecondStep): Started {
  if ('token' in outcome) return outcome
  throw new Refusal('second_factor_required', { details: outcome.challenge, concerns: outcome.account })
}

/** Opens a session with a token of its own; the session that the browser had before ends. */
export async function openSession(
  tx: Transaction<Schema>,
  deps: Pick<SignInDeps, 'clock' | 'secrets'>,
  owner: Pick<store.Owner, 'id' | 'partition'>,
  source: Source,
  before: Caller | null,
): Promise<Started> {
  const now = deps.clock.now()
  const expires = new Date(now.getTime() + limits.lifetime)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  if (before) await store.deleteSession(tx, before)
  await store.deleteOver(tx, owner.id, now)
  await notePlaces(tx, deps, owner.id, source)
  await store.endRun(tx, owner.id)
  const session = uuidv7(now) as SessionId // a fresh id
  await recordAct(txOf(tx), signInOf(owner.id, session, source), now)
  await store.insertSession(tx, {
    account_id: owner.id,
    id: session,
    token_hash: hashOf(token),
    created_at: now,
    seen_at: now,
    expires_at: expires,
    address: source.address,
    user_agent: source.userAgent.slice(0, USER_AGENT_MAX),
    proved_at: now,
  })
  return { token, info: { ptn: owner.partition, exp: Math.floor(expires.getTime() / 1000) } }
}

/** Every new session has an entry in the audit log, written in the same transaction. */
const signInOf = (account: AccountId, session: SessionId, { action, address, userAgent }: Source): Act => ({
  account,
  session,
  actor: 'owner',
  action,
  address,
  userAgent,
})

export async function endSession({ db, clock }: SessionDeps, caller: Caller | null, source: Source): Promise<void> {
  if (caller === null) return
  const { account, session } = caller
  const { action, address, userAgent } = source
  await db.transaction().execute(async (tx) => {
    const act = { account, session, actor: 'owner', action, address, userAgent } as const
    if (await store.deleteSession(tx, caller)) await recordAct(txOf(tx), act, clock.now())
  })
}

/** The session of a token, or null; only the token's hash is stored. */
export const callerByToken = (
  { db, clock }: Pick<SessionDeps, 'db' | 'clock'>,
  token: string,
): Promise<Caller | null> => store.findCaller(db, hashOf(token), clock.now())

/**
 * Finds the account of a right password. An unknown account costs the same work and gets the same refusal as a wrong
 * password. Five failures of an account from one network lock this pair for a while, also for the right password, and
 * sixty of any accounts lock the network. A browser that the owner signed in from passes the lock of its network. All
 * others wait in turn before the next query. Those with a visitor cookie that is unknown to the account have a line
 * of their own, because a guesser can make such cookies up.
 */
async function checkOwner(deps: SignInDeps, credentials: Credentials, source: Source): Promise<store.Owner> {
  const { device } = source
  if (device !== null) {
    const owner = await store.findOwner(deps.db, readIdentifier(credentials.identifier))
    if (await isKnownDevice(deps.db, deps, owner?.id ?? null, device))
      return tryPassword(deps, guessOf(owner, credentials, source, null), wrongFor(owner))
  }
  const now = deps.clock.now()
  const lockedUntil = deps.lockedNetworks.until([networkOf(source.address)], now)
  if (lockedUntil !== null) throw locked(now, lockedUntil)
  const gate = device === null ? strangersGate : newBrowsersGate
  return gate('in turn', () => checkStranger(deps, credentials, source))
}

async function checkStranger(deps: SignInDeps, credentials: Credentials, source: Source): Promise<store.Owner> {
  const now = deps.clock.now()
  const network = networkKey(source.address)
  const lockedUntil = await store.lockOf(deps.db, network, now)
  if (lockedUntil !== null) {
    deps.lockedNetworks.note(networkOf(source.address), lockedUntil)
    throw locked(now, lockedUntil)
  }
  const owner = await store.findOwner(deps.db, readIdentifier(credentials.identifier))
  return tryPassword(deps, guessOf(owner, credentials, source, network), wrongFor(owner))
}

const guessOf = (
  owner: store.Owner | null,
  { identifier, password }: Credentials,
  { address }: Source,
  network: Buffer | null,
): Try => {
  const pair = pairOf(owner?.id ?? supposedName(readIdentifier(identifier)), address)
  return { owner, pair, password, address, network }
}

const wrongFor = (owner: store.Owner | null): Refusal => new Refusal('wrong_credentials', concernsOf(owner))

/** Checks the password of a signed-in owner again; failures count and lock as at signing in. */
export async function checkPasswordAgain(
  deps: SessionDeps,
  account: AccountId,
  password: string,
  { address, field }: { readonly address: string; readonly field: string },
): Promise<store.Owner> {
  const owner = await store.readOwner(deps.db, account)
  return tryPassword(
    deps,
    { owner, pair: pairOf(account, address), password, address, network: null },
    new Refusal('wrong_password', { field }),
  )
}

/** The details of a refusal that make the owner's audit log record a failed attempt. */
export const concernsOf = (owner: Pick<store.Owner, 'id'> | null) => (owner === null ? {} : { concerns: owner.id })

interface Try {
  readonly owner: store.Owner | null
  readonly pair: Buffer
  readonly password: string
  readonly address: string
  /** The key of the network whose failures count; null for a caller that is known to be the owner's browser. */
  readonly network: Buffer | null
}

/** An attempt counts before the password is checked. One that is refused as busy is not made and does not count. */
function tryPassword(deps: SessionDeps, guess: Try, wrong: Refusal): Promise<store.Owner> {
  const { owner, pair, password, network } = guess
  return deps.attempts(pair.toString('base64'), async () => {
    const now = deps.clock.now()
    const lockedUntil = await store.countAttempt(deps.db, pair, now)
    if (lockedUntil) throw locked(now, lockedUntil, owner)
    const place = network === null ? 'first' : 'in turn'
    const matches = await passwordGate(place, () => verifyPassword(owner?.passwordHash ?? null, password)).catch(
      async (error: unknown) => {
        await store.uncountAttempt(deps.db, pair)
        throw error
      },
    )
    if (!owner || !matches) {
      await countWrong(deps, guess)
      throw wrong
    }
    await store.forgetAttempts(deps.db, pair)
    return owner
  })
}

const ofNetwork = { failures: signIn.networkFailures, window: signIn.window, lock: signIn.lock }

/** Counts a wrong password for its network, and after the response for its account, whose existence stays hidden. */
async function countWrong(deps: SessionDeps, { owner, network, address }: Try): Promise<void> {
  const now = deps.clock.now()
  if (network !== null) await store.countAttempt(deps.db, network, now, ofNetwork)
  deps.forgetOver()
  if (owner === null) return
  deps.background.after('counting wrong passwords', () =>
    deps.db.transaction().execute(async (tx) => {
      if ((await store.countWrong(tx, owner.id)) !== signIn.noticedFailures) return
      const values = { failures: String(signIn.noticedFailures), address }
      await notify(txOf(tx), { account: owner.id, kind: 'sign_in_failed', values, at: now })
    }),
  )
}

const locked = (now: Date, until: Date, owner: Pick<store.Owner, 'id'> | null = null): Refusal =>
  new Refusal('sign_in_locked', { retryAfter: secondsUntil(until, now), ...concernsOf(owner) })

/** The key of an account and a network, whose failures are counted together. */
export const pairOf = (account: string, address: string): Buffer =>
  hashOf(JSON.stringify([account, networkOf(address)]))

/** The key of a network, whose failures at all accounts are counted together. */
const networkKey = (address: string): Buffer => hashOf(JSON.stringify(['network', networkOf(address)]))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
