import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { alone, inTransaction, type Tx } from '../db/tx.ts'
import { keyIdOf, type KeyRing, keyRing, newHashKey } from '../kit/secret-box.ts'
import { StartError } from '../kit/start-error.ts'
import { keyFileIn, makeKeyFile, readKeyFile } from './key-file.ts'
import {
  addKeys,
  beginRing,
  checkOf,
  HASH_KEY,
  hasAccounts,
  readKeys,
  readRing,
  type RecordedKey,
  requireRing,
} from './store.ts'

const CHECK = 'hongyan'

export type KeyPlace = Pick<Config, 'secretKeys' | 'dataDir'>

export interface KeyDeps {
  readonly pool: Pool
  readonly config: KeyPlace
  readonly columns: readonly SealedColumn[]
}

/** The place of the keys, and the remedy where one is missing, for the operator. */
export const placeOf = ({ secretKeys, dataDir }: KeyPlace): { readonly place: string; readonly remedy: string } =>
  secretKeys !== null
    ? { place: 'SECRET_KEYS', remedy: 'add it to SECRET_KEYS again' }
    : { place: keyFileIn(dataDir), remedy: 'restore the file from the backup that belongs to this database' }

/**
 * Opens the keys of SECRET_KEYS or of the key file, and checks them against the database. Makes a key file for a new
 * database only. Throws a StartError where a key that the database needs is missing or is another key.
 */
export async function openKeys(deps: KeyDeps): Promise<KeyRing> {
  const { pool, config, columns } = deps
  const db = alone(pool)
  const recorded = await readKeys(db)
  const known = recorded.length > 0
  const needed = known ? recorded.filter(isNeeded).map(({ id }) => id) : await keysInUse(db, columns)
  const ring = ringAt(config, needed)
  if (!known) await refuseStrangers(db, columns, ring, config)
  else refuseWrong(recorded, ring, config)
  await record(pool, ring, recorded)
  refuseWrong(await readKeys(db), ring, config)
  await useCurrent(db, ring)
  return ring
}

/** Takes over the key that seals, as the database names it. */
export async function useCurrent(db: Tx, ring: KeyRing): Promise<void> {
  const { current, sealedHashKey } = await requireRing(db)
  ring.use(current, Buffer.from(ring.open(sealedHashKey, HASH_KEY), 'base64'))
}

export const isNeeded = ({ hasSealed, retired }: RecordedKey): boolean => hasSealed && !retired

/** The ids of the keys of all sealed values, in a database of a server that recorded no keys. */
async function keysInUse(db: Tx, columns: readonly SealedColumn[]): Promise<readonly string[]> {
  const samples = await Promise.all(columns.map((column) => column.samples(db)))
  return [...new Set(samples.flat().map(({ sealed }) => keyIdOf(sealed)))]
}

function ringAt(config: KeyPlace, needed: readonly string[]): KeyRing {
  const { secretKeys, dataDir } = config
  if (secretKeys !== null) return keyRing(() => secretKeys)
  if (readKeyFile(dataDir) === null) {
    const { place, remedy } = placeOf(config)
    if (needed.length > 0) {
      throw new StartError(`The key file ${place} is missing, but the database needs its key ${needed[0]}: ${remedy}.`)
    }
    makeKeyFile(dataDir)
  }
  return keyRing(() => readKeyFile(dataDir) ?? '')
}

/** Checks the keys of a database without check values by one value of each key and column. */
async function refuseStrangers(
  db: Tx,
  columns: readonly SealedColumn[],
  ring: KeyRing,
  config: KeyPlace,
): Promise<void> {
  for (const column of columns) {
    for (const { sealed, context } of await column.samples(db)) {
      const id = keyIdOf(sealed)
      if (!ring.ids().includes(id)) throw missing(id, config)
      if (!opens(ring, sealed, context)) throw wrongKey(id, config)
    }
  }
}

/** Throws where a key that the database needs is missing, or a key is another one under the same name. */
export function refuseWrong(recorded: readonly RecordedKey[], ring: KeyRing, config: KeyPlace): void {
  for (const key of recorded) {
    const { id } = key
    if (!ring.ids().includes(id)) {
      if (isNeeded(key)) throw missing(id, config)
    } else if (!opens(ring, key.sealedCheck, checkOf(id))) {
      throw key.retired ? reused(id, config) : wrongKey(id, config)
    }
  }
}

export function opens(ring: KeyRing, sealed: string, context: string): boolean {
  try {
    ring.open(sealed, context)
    return true
  } catch {
    return false
  }
}

function missing(id: string, config: KeyPlace): StartError {
  const { place, remedy } = placeOf(config)
  return new StartError(`The database needs the key ${id}, which ${place} lacks: ${remedy}.`)
}

function wrongKey(id: string, config: KeyPlace): StartError {
  const { place } = placeOf(config)
  return new StartError(
    `The key ${id} in ${place} is not the one that sealed this database: restore the one that belongs to it, or give a new key another name.`,
  )
}

function reused(id: string, config: KeyPlace): StartError {
  const { place } = placeOf(config)
  return new StartError(
    `The name ${id} in ${place} belongs to a retired key of this database: give the new key another name.`,
  )
}

/** Records a check value for each new key, and the first key as the current one where there is none. */
async function record(pool: Pool, ring: KeyRing, recorded: readonly RecordedKey[]): Promise<void> {
  const known = new Set(recorded.map(({ id }) => id))
  const fresh = ring.ids().filter((id) => !known.has(id))
  const checks = fresh.map((id) => ({ id, sealedCheck: ring.sealWith(id, CHECK, checkOf(id)) }))
  await inTransaction(pool, async (tx) => {
    await addKeys(tx, checks)
    if ((await readRing(tx)) !== undefined) return
    // Hashes of a database that is in use were made with a key derived from the first one.
    const hashKey = (await hasAccounts(tx)) ? ring.firstHashKey() : newHashKey()
    const sealedHashKey = ring.seal(hashKey.toString('base64'), HASH_KEY)
    await beginRing(tx, { current: ring.current(), sealedHashKey })
  })
}
