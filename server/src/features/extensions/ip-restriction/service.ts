import type {
  IpLockOut,
  IpRestriction,
  SavedIpRestriction,
} from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { type AccountId, type CredentialId, IpEntryId } from '@hongyan/contract/ids'
import { addressOf, plainAddress } from '@hongyan/contract/ip/address'
import { formatNetwork, isPublicNetwork, readNetwork } from '@hongyan/contract/ip/network'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import type { Kysely } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import { type Tx, txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CountryOf } from './address-countries.ts'
import { cutOff, denyingEntry, isEnforced, judgeOf, readCallers, suggestedCallers } from './callers.ts'
import { notifyChange } from './notice.ts'
import { presentRestriction } from './present.ts'
import {
  type EntryRow,
  keepRestriction,
  keysOf,
  lockRestriction,
  readHits,
  readRestriction,
  type Restriction,
  type Settings,
  type Trial,
  writeRestriction,
} from './store.ts'

export interface IpDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  /** Refuses private and reserved networks, which no caller has outside of the sandbox. */
  readonly strict: boolean
  /** The country of an address; null where the server knows none of any. */
  readonly countryOf: CountryOf | null
}

/** The account of a call to the console, and the address it comes from. */
export interface Asker {
  readonly account: AccountId
  readonly address: string
}

/** The rules of an account. */
export const showRestriction = (deps: IpDeps, asker: Asker): Promise<IpRestriction> =>
  showIn(txOf(deps.db), deps, asker)

async function showIn(tx: Tx, deps: IpDeps, { account, address }: Asker): Promise<IpRestriction> {
  const now = deps.clock.now()
  const restriction = await readRestriction(tx, account)
  const ids = restriction.entries.flatMap(({ credential }) => credential ?? [])
  return presentRestriction(restriction, {
    keys: await keysOf(tx, account, ids),
    hits: await readHits(tx, account, now),
    callers: await suggestedCallers(tx, account, restriction, now),
    ownAddress: plainAddress(address),
    strict: deps.strict,
    countries: deps.countryOf !== null,
  })
}

/**
 * Replaces the rules of an account. Refuses a change that cuts callers off until it is confirmed, and reverts one that
 * may cut them off unless it is kept.
 */
export async function saveRestriction(deps: IpDeps, asker: Asker, saved: SavedIpRestriction): Promise<IpRestriction> {
  const { account } = asker
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (kysely) => {
    const tx = txOf(kysely)
    const current = await lockRestriction(tx, account)
    await refuseStale(tx, deps, asker, current, saved.version)
    const settings = await settingsOf(tx, deps, account, saved, current, now)
    const since = new Date(now.getTime() - limits.callersOf)
    const lost = cutOff(current, settings, await readCallers(tx, account, since))
    const own = ownDenial(current, settings, asker.address)
    if (!saved.confirmed && (lost.length > 0 || own >= 0)) {
      throw new Refusal('ip_lock_out', {
        ...(own < 0 ? { field: 'mode' } : ({ field: `entries[${own}].cidr`, rule: 'ip_own_address' } as const)),
        details: {
          callers: lost.slice(0, limits.callersShown),
          total: lost.length,
          own_address: own < 0 ? null : plainAddress(asker.address),
        } satisfies IpLockOut,
      })
    }
    const trial = trialOf(current, settings, lost.length > 0 || own >= 0, now)
    await writeRestriction(tx, account, settings, { trial, revertedAt: null })
    await announceConfigChange(kysely, account)
    await notifyChange(tx, account, { before: current, after: settings }, now)
  })
  return showRestriction(deps, asker)
}

/** Keeps a change that would be reverted. */
export async function keepChange(deps: IpDeps, asker: Asker, version: number): Promise<IpRestriction> {
  await deps.db.transaction().execute(async (kysely) => {
    const tx = txOf(kysely)
    await refuseStale(tx, deps, asker, await lockRestriction(tx, asker.account), version)
    await keepRestriction(tx, asker.account)
  })
  return showRestriction(deps, asker)
}

async function refuseStale(tx: Tx, deps: IpDeps, asker: Asker, current: Restriction, version: number): Promise<void> {
  if (current.version === version) return
  throw new Refusal('state_conflict', { field: 'version', details: { current: await showIn(tx, deps, asker) } })
}

/** The entries of a change in their stored form. */
async function settingsOf(
  tx: Tx,
  { strict }: IpDeps,
  account: AccountId,
  { enabled, mode, reportOnly, entries }: SavedIpRestriction,
  current: Restriction,
  now: Date,
): Promise<Settings> {
  const stored = new Map(current.entries.map((entry) => [entry.id, entry]))
  const keys = await keysOf(
    tx,
    account,
    entries.flatMap(({ credential }) => credential ?? []),
  )
  const rows = entries.map(({ id, cidr, effect = mode, note, credential }, nr): EntryRow => {
    const read = readNetwork(cidr)
    const field = `entries[${nr}].cidr`
    if (!read.ok) throw new Refusal('invalid_request', { field, rule: read.rule })
    if (strict && !isPublicNetwork(read.network)) throw new Refusal('invalid_request', { field, rule: 'ip_reserved' })
    if (id !== undefined && !stored.has(id)) throw new Refusal('not_found', { field: `entries[${nr}].id` })
    if (credential !== null && !keys.has(credential))
      throw new Refusal('not_found', { field: `entries[${nr}].credential` })
    const earlier = id === undefined ? undefined : stored.get(id)
    return {
      id: id ?? IpEntryId.parse(uuidv7(now)),
      effect,
      network: formatNetwork(read.network),
      note,
      credential,
      created_at: earlier?.created_at ?? now.toISOString(),
    }
  })
  return { enabled, mode, reportOnly, entries: rows }
}

/** The index of an entry by which a change denies its author's own address; -1 where it does not. */
function ownDenial(before: Settings, after: Settings, address: string): number {
  if (!isEnforced(after) || (isEnforced(before) && denyingEntry(before, address) >= 0)) return -1
  return denyingEntry(after, address)
}

const isAllowList = (settings: Settings): boolean => isEnforced(settings) && settings.mode === 'allow'

/** The trial of a change. A change within a trial leads back to the state before the first one. */
function trialOf(current: Restriction, after: Settings, isConfirmed: boolean, now: Date): Trial | null {
  if (!isEnforced(after)) return null
  const isRisky = isConfirmed || (isAllowList(after) && !isAllowList(current))
  if (!isRisky) return current.trial
  const { enabled, mode, reportOnly, entries } = current
  return {
    revertAt: new Date(now.getTime() + limits.keepWithin),
    before: current.trial?.before ?? { enabled, mode, reportOnly, entries },
  }
}

/**
 * Tells what the saved rules do with an address: with calls of a credential, or with all others and with those of each
 * credential whose own entries decide otherwise.
 */
export async function checkAddress(
  { db }: IpDeps,
  account: AccountId,
  { ip, credential }: { readonly ip: string; readonly credential: CredentialId | null },
) {
  if (addressOf(ip.trim()) === null) throw new Refusal('invalid_request', { field: 'ip', rule: 'ip_address' })
  const tx = txOf(db)
  const restriction = await readRestriction(tx, account)
  if (credential !== null && !(await keysOf(tx, account, [credential])).has(credential))
    throw new Refusal('not_found', { field: 'credential' })
  const judge = judgeOf(restriction)
  const verdictOf = (key: CredentialId | null) => {
    const { passes, entry } = judge(ip.trim(), key)
    return { listed: passes, entry: entry === null ? null : IpEntryId.parse(entry) }
  }
  const verdict = verdictOf(credential)
  const owners = new Set(restriction.entries.flatMap(({ credential: owner }) => owner ?? []))
  const keys = credential === null ? await keysOf(tx, account, [...owners]) : new Map<CredentialId, string>()
  return {
    ip: plainAddress(ip.trim()),
    passes: verdict.listed || !isEnforced(restriction),
    ...verdict,
    except: [...keys]
      .map(([id, key]) => ({ key, ...verdictOf(id) }))
      .filter(({ listed }) => listed !== verdict.listed)
      .map((own) => ({ ...own, passes: own.listed || !isEnforced(restriction) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  }
}
