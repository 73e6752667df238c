import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TariffProduct } from '@hongyan/contract/vocabulary/payment'
import { statement, type Tx } from '../db/tx.ts'
import { type PriceBookVersion, priceBook, type PriceRow } from '../pipeline/price-book.ts'

/** The channel that the gateway's processes listen on; the payload is the version. */
export const PRICES_CHANGED = 'prices_changed'

/** The stored form of `*`, which can be part of a key. */
export const EVERY_SCENE = 0

interface VersionRow {
  version: number
  sample: boolean
  effectiveFrom: Date
}

interface JoinedRow extends VersionRow {
  currency: Currency
  country: string
  product: TariffProduct
  scene: MessageScene | typeof EVERY_SCENE
  unitPrice: Micros
}

/** The summary of a version, without its rows. */
export interface ListedVersion extends VersionRow {
  readonly createdAt: Date
  readonly prices: number
}

const JOINED = `select b.version, b.sample, b.effective_from as "effectiveFrom", p.currency, p.country, p.product, p.scene,
     p.unit_price_micros as "unitPrice"
   from price_book b join price p on p.version = b.version`

const NEWER = statement(
  'price_book.newer',
  `${JOINED} where b.version > $1 and b.effective_from >= coalesce(
     (select max(effective_from) from price_book where effective_from <= $2), '-infinity')
   order by b.version, p.country, p.product, p.currency, p.scene`,
)

const ONE = statement(
  'price_book.one',
  `${JOINED} where b.version = $1 order by p.country, p.product, p.currency, p.scene`,
)

const IN_FORCE = statement(
  'price_book.in_force',
  `${JOINED} where b.version = (select version from price_book where effective_from <= $1
     order by effective_from desc, version desc limit 1)
   order by p.country, p.product, p.currency, p.scene`,
)

const LIST = statement(
  'price_book.list',
  `select b.version, b.sample, b.effective_from as "effectiveFrom", b.created_at as "createdAt",
     (select count(*)::int from price p where p.version = b.version) as prices
   from price_book b order by b.version desc limit $1`,
)

const TO_COME = statement(
  'price_book.to_come',
  'select count(*)::int as total from price_book where effective_from > $1',
)

/** Makes other writers wait, but no readers, so that versions are numbered in the order of their commits. */
const LOCK = statement('price_book.lock', 'lock table price_book in share row exclusive mode')

const LAST = statement('price_book.last', 'select max(version) as version from price_book')

const INSERT_BOOK = statement(
  'price_book.insert',
  'insert into price_book (version, sample, effective_from, created_at) values ($1, $2, $3, $4)',
)

const INSERT_PRICES = statement(
  'price.insert',
  `insert into price (version, currency, country, product, scene, unit_price_micros)
   select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[])`,
)

const NOTIFY = statement('price_book.notify', 'select pg_notify($1, $2)')

/** The versions after `version` that are in force at `now` or will be, each complete. */
export async function readNewerVersions(db: Tx, version: number, now: Date): Promise<readonly PriceBookVersion[]> {
  return wholeVersions(await db.run<JoinedRow>(NEWER, [version, now]))
}

export async function readVersion(db: Tx, version: number): Promise<PriceBookVersion | null> {
  return wholeVersions(await db.run<JoinedRow>(ONE, [version]))[0] ?? null
}

/** The version in force at a moment, as known now for a future one. */
export async function readVersionInForce(db: Tx, at: Date): Promise<PriceBookVersion | null> {
  return wholeVersions(await db.run<JoinedRow>(IN_FORCE, [at]))[0] ?? null
}

/** The newest first. */
export const listVersions = (db: Tx, most: number): Promise<readonly ListedVersion[]> =>
  db.run<ListedVersion>(LIST, [most])

export async function countVersionsToCome(db: Tx, now: Date): Promise<number> {
  return (await db.run<{ total: number }>(TO_COME, [now]))[0]?.total ?? 0
}

/** Locks the versions until the transaction ends. Returns the newest number, or null without any. */
export async function lockVersions(tx: Tx): Promise<number | null> {
  await tx.run(LOCK, [])
  return lastVersion(tx)
}

export async function lastVersion(db: Tx): Promise<number | null> {
  return (await db.run<{ version: number | null }>(LAST, []))[0]?.version ?? null
}

export type NewVersion = Omit<PriceBookVersion, 'book'> & { readonly createdAt: Date }

/** Writes a complete version under the caller's lock; the commit notifies every process. */
export async function insertVersion(tx: Tx, { version, sample, effectiveFrom, createdAt, rows }: NewVersion) {
  await tx.run(INSERT_BOOK, [version, sample, effectiveFrom, createdAt])
  await tx.run(INSERT_PRICES, [
    version,
    rows.map(({ currency }) => currency),
    rows.map(({ country }) => country),
    rows.map(({ product }) => product),
    rows.map(({ scene }) => (scene === '*' ? EVERY_SCENE : scene)),
    rows.map(({ unitPrice }) => unitPrice),
  ])
  await tx.run(NOTIFY, [PRICES_CHANGED, String(version)])
}

function wholeVersions(joined: readonly JoinedRow[]): readonly PriceBookVersion[] {
  const versions = new Map<number, VersionRow & { rows: PriceRow[] }>()
  for (const { version, sample, effectiveFrom, scene, currency, country, product, unitPrice } of joined) {
    const whole = versions.get(version) ?? { version, sample, effectiveFrom, rows: [] }
    whole.rows.push({ currency, country, product, scene: scene === EVERY_SCENE ? '*' : scene, unitPrice })
    versions.set(version, whole)
  }
  return [...versions.values()].map((whole) => ({ ...whole, book: priceBook(whole.rows) }))
}
