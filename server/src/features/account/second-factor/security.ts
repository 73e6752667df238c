import type { Passkey, Security } from '@hongyan/contract/endpoints/account/security'
import type { AccountId, PasskeyId } from '@hongyan/contract/ids'
import { secondFactor as limits } from '@hongyan/contract/limits/account'
import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Caller, Source } from '../../../http/implement.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { ChangeGuardDeps, GuardDeps } from './deps.ts'
import * as pendingAuth from './pending-auth.ts'
import { renewRecoveryCodes } from './recovery.ts'
import { neededSite, siteOf } from './site.ts'
import * as store from './store.ts'
import { newSecret, sealedTotp, stepOf, uriOf } from './totp.ts'
import { registrationOptions, type Json, newPasskeyOf } from './webauthn.ts'

type Change = NoticeValues['second_factor_changed']['change']

export async function readSecurity({ db }: GuardDeps, { account }: Caller, { origin }: Source): Promise<Security> {
  const { totpSince, passkeys, recoveryLeft } = await store.readSecondFactors(db, account)
  return {
    totp_since: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map(present),
    recovery_left: recoveryLeft,
    passkeys_possible: siteOf(origin) !== null,
  }
}

const present = ({ id, name, created_at, last_used_at }: store.PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

/** Makes a pending secret. It takes effect, and replaces the current one, once the owner enters a code of it. */
export async function beginTotp(
  { db, clock, secrets }: GuardDeps,
  { account }: Caller,
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  await store.beginTotp(db, account, secrets.seal(secret, sealedTotp(account)), clock.now())
  return { secret, uri: uriOf(secret, labelOf(await store.readPasskeyUser(db, account))) }
}

/** The account's name on the owner's device. */
const labelOf = ({ email, phone, id }: store.PasskeyUser): string => email ?? phone ?? id

export const confirmTotp = (deps: ChangeGuardDeps, caller: Caller, code: string): Promise<string[]> =>
  changeSecondFactors(deps, caller, 'totp_on', async (tx) => {
    const { clock, secrets } = deps
    const sealed = await store.readTotp(tx, caller.account, true)
    const step = sealed === null ? null : stepOf(secrets.open(sealed, sealedTotp(caller.account)), code, clock.now())
    if (step === null) throw new Refusal('wrong_second_factor', { field: 'code' })
    const codes = await firstCodes(tx, deps, caller.account)
    await store.confirmTotp(tx, caller.account, step, clock.now())
    return codes
  })

/** Makes recovery codes for an account's first second factor; null for a further one. */
async function firstCodes(tx: Transaction<Schema>, deps: GuardDeps, account: AccountId): Promise<string[]> {
  return store.isOn(await store.readSecondFactors(tx, account)) ? [] : renewRecoveryCodes(tx, deps, account)
}

export const removeTotp = (deps: ChangeGuardDeps, caller: Caller): Promise<void> =>
  changeSecondFactors(deps, caller, 'totp_off', async (tx) => {
    if (!(await store.removeTotp(tx, caller.account))) throw new Refusal('not_found')
    await deleteUselessCodes(tx, caller.account)
  })

/** Deletes the recovery codes with the last second factor: without one they open nothing. */
async function deleteUselessCodes(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  if (!store.isOn(await store.readSecondFactors(tx, account))) await store.forgetRecoveryCodes(tx, account)
}

export const newRecoveryCodes = (deps: ChangeGuardDeps, caller: Caller): Promise<string[]> =>
  changeSecondFactors(deps, caller, 'recovery_codes', async (tx) => {
    if (!store.isOn(await store.readSecondFactors(tx, caller.account))) throw new Refusal('not_found')
    return renewRecoveryCodes(tx, deps, caller.account)
  })

export async function newPasskeyOptions(
  { db, clock }: GuardDeps,
  { account, session }: Caller,
  { origin, address }: Source,
): Promise<Json> {
  const site = neededSite(origin)
  const { passkeys } = await store.readSecondFactors(db, account)
  if (passkeys.length >= limits.passkeys) throw new Refusal('too_many_kept')
  const holder = await store.readPasskeyUser(db, account)
  const { challenge, options } = await registrationOptions(site, { id: account, label: labelOf(holder) }, passkeys)
  const now = clock.now()
  const until = new Date(now.getTime() + limits.challengeFor)
  const key_hash = pendingAuth.keyOf.newPasskey(session)
  const network = networkOf(address)
  const pending = { key_hash, account_id: account, network, challenge, challenge_until: until, expires_at: until }
  await pendingAuth.savePending(db, pending, now)
  return options
}

export async function addPasskey(
  deps: ChangeGuardDeps,
  caller: Caller,
  { name, passkey }: { readonly name: string; readonly passkey: Json },
  { origin }: Source,
): Promise<Passkey & { codes: string[] }> {
  const { db, clock } = deps
  const site = neededSite(origin)
  const pending = await pendingAuth.takePending(db, pendingAuth.keyOf.newPasskey(caller.session), clock.now())
  const challenge = pending && pendingAuth.challengeOf(pending, clock.now())
  const made = challenge ? await newPasskeyOf(site, challenge, passkey) : null
  if (made === null) throw new Refusal('wrong_second_factor', { field: 'passkey' })
  return changeSecondFactors(deps, caller, 'passkey_added', async (tx) => {
    const { account } = caller
    const { passkeys } = await store.readSecondFactors(tx, account)
    if (passkeys.length >= limits.passkeys) throw new Refusal('too_many_kept')
    const codes = await firstCodes(tx, deps, account)
    const at = clock.now()
    const row = {
      ...made,
      account_id: account,
      id: uuidv7(at) as PasskeyId, // a fresh id
      rp_id: site.rpId,
      name,
      created_at: at,
      last_used_at: null,
    }
    if (!(await store.insertPasskey(tx, row))) throw new Refusal('wrong_second_factor', { field: 'passkey' })
    return { ...present(row), codes }
  })
}

export async function renamePasskey(
  { db }: GuardDeps,
  { account }: Caller,
  id: PasskeyId,
  name: string,
): Promise<Passkey> {
  const row = await store.renamePasskey(db, account, id, name)
  if (row === undefined) throw new Refusal('not_found')
  return present(row)
}

export const removePasskey = (deps: ChangeGuardDeps, caller: Caller, id: PasskeyId): Promise<void> =>
  changeSecondFactors(deps, caller, 'passkey_removed', async (tx) => {
    if (!(await store.removePasskey(tx, caller.account, id))) throw new Refusal('not_found')
    await deleteUselessCodes(tx, caller.account)
  })

/** Changes the account's second factors under a lock, and notifies the owner. The caller has stepped up before. */
async function changeSecondFactors<T>(
  { db, clock, markVerified }: ChangeGuardDeps,
  caller: Caller,
  change: Change,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const { account } = caller
  return db.transaction().execute(async (tx) => {
    await store.lockSecondFactors(tx, account)
    const result = await work(tx)
    const at = clock.now()
    if (change === 'totp_on' || change === 'passkey_added') await markVerified(tx, caller, at)
    await notify(txOf(tx), { account, kind: 'second_factor_changed', values: { change }, at })
    return result
  })
}
