import { hostname } from 'node:os'
import { statement, type Tx } from '../db/tx.ts'

/** A key that the database knows. */
export interface RecordedKey {
  readonly id: string
  /** A value sealed by the key: a key that does not open it is another key under the same name. */
  readonly sealedCheck: string
  /** True once the key has become the current one, so that values may need it. */
  readonly hasSealed: boolean
  readonly retired: boolean
}

/** The key that seals, and the key of hashes, sealed by it. */
export interface RingState {
  readonly current: string
  readonly sealedHashKey: string
}

/** A running server, and the keys that it has. */
export interface KeyHolder {
  readonly process: string
  readonly sealsWith: string
  readonly knows: readonly string[]
}

/** The contexts of the values that the keys themselves store. */
export const checkOf = (id: string): string => `secret_key ${id} check`
export const HASH_KEY = 'secret_ring hash key'

const READ = statement(
  'secret_key.read',
  `select id, sealed_check as "sealedCheck", seals_since is not null as "hasSealed", retired_at is not null as retired
   from secret_key order by added_at, id`,
)
const ADD = statement(
  'secret_key.add',
  `insert into secret_key (id, sealed_check) select id, sealed from unnest($1::text[], $2::text[]) as k(id, sealed)
   on conflict do nothing`,
)
const SEALS = statement(
  'secret_key.seals',
  'update secret_key set seals_since = now() where id = $1 and seals_since is null',
)
const RETIRE = statement(
  'secret_key.retire',
  'update secret_key set retired_at = now() where id <> $1 and seals_since is not null and retired_at is null returning id',
)
const READ_RING = statement(
  'secret_ring.read',
  'select current_key as current, sealed_hash_key as "sealedHashKey" from secret_ring',
)
const BEGIN_RING = statement(
  'secret_ring.begin',
  'insert into secret_ring (current_key, sealed_hash_key) values ($1, $2) on conflict do nothing',
)
const SWITCH = statement('secret_ring.switch', 'update secret_ring set current_key = $1, sealed_hash_key = $2')

const REPORT = statement(
  'secret_key_holder.report',
  `insert into secret_key_holder as h (process, seals_with, knows) values ($1, $2, $3)
   on conflict (process) do update set seals_with = excluded.seals_with, knows = excluded.knows, reported_at = now()`,
)
const FORGET = statement(
  'secret_key_holder.forget',
  `delete from secret_key_holder where process = $1 or reported_at < now() - interval '1 minute'`,
)
/** A process that has not reported for 30 seconds has ended, or reads the state before it seals again. */
const HOLDERS = statement(
  'secret_key_holder.read',
  `select process, seals_with as "sealsWith", knows from secret_key_holder
    where reported_at > now() - interval '30 seconds' order by process`,
)

const HAS_ACCOUNTS = statement('account.any', 'select exists (select from account) as "hasAccounts"')

export const readKeys = (db: Tx): Promise<readonly RecordedKey[]> => db.run<RecordedKey>(READ, [])

export const readRing = async (db: Tx): Promise<RingState | undefined> => (await db.run<RingState>(READ_RING, []))[0]

export async function requireRing(db: Tx): Promise<RingState> {
  const ring = await readRing(db)
  if (ring === undefined) throw new Error('the database names no key')
  return ring
}

export async function addKeys(db: Tx, keys: readonly Pick<RecordedKey, 'id' | 'sealedCheck'>[]): Promise<void> {
  await db.run(ADD, [keys.map(({ id }) => id), keys.map(({ sealedCheck }) => sealedCheck)])
}

/** Names the first key that seals. Of servers that start together, one does. */
export async function beginRing(db: Tx, { current, sealedHashKey }: RingState): Promise<void> {
  await db.run(BEGIN_RING, [current, sealedHashKey])
  await db.run(SEALS, [(await readRing(db))?.current])
}

export async function switchRing(db: Tx, { current, sealedHashKey }: RingState): Promise<void> {
  await db.run(SWITCH, [current, sealedHashKey])
  await db.run(SEALS, [current])
}

/** Retires every key that sealed before the current one. Returns their ids. */
export const retireOthers = async (db: Tx, current: string): Promise<readonly string[]> =>
  (await db.run<{ readonly id: string }>(RETIRE, [current])).map(({ id }) => id)

export const thisProcess = `${hostname()}:${process.pid}`

export async function reportHolder(db: Tx, { process, sealsWith, knows }: KeyHolder): Promise<void> {
  await db.run(REPORT, [process, sealsWith, knows])
}

export async function forgetHolder(db: Tx, process: string): Promise<void> {
  await db.run(FORGET, [process])
}

export const readHolders = (db: Tx): Promise<readonly KeyHolder[]> => db.run<KeyHolder>(HOLDERS, [])

/** False for a database that no server has used yet. */
export const hasAccounts = async (db: Tx): Promise<boolean> =>
  (await db.run<{ readonly hasAccounts: boolean }>(HAS_ACCOUNTS, []))[0]?.hasAccounts === true
