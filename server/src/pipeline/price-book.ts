import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TariffProduct } from '@hongyan/contract/vocabulary/payment'

/** What a price holds for. There is no conversion: an account pays by the prices of its own currency. */
export interface Tariff {
  readonly currency: Currency
  /** ISO 3166 alpha-2; `*` in a row stands for every country that has no row of its own, which fees alone have. */
  readonly country: string
  readonly product: TariffProduct
  readonly scene: MessageScene
}

/** A row as it is written down; `*` stands for every scene that has no row of its own. */
export interface PriceRow extends Omit<Tariff, 'scene'> {
  readonly scene: MessageScene | '*'
  /** Price of one part. */
  readonly unitPrice: Micros
}

export const EVERY_COUNTRY = '*'

/** Price of one part by country, product and scene in a currency; immutable. */
export interface PriceBook {
  /** Null where the book has no price: there is no route to that country. */
  unitPrice(tariff: Tariff): Micros | null
  /** Everything that has a price. */
  readonly tariffs: readonly Tariff[]
}

const keyOf = ({ currency, country, product, scene }: Tariff): string => `${currency}/${country}/${product}/${scene}`

/** A book of the rows. Of two rows for the same tariff the later one holds. */
export function priceBook(rows: readonly PriceRow[]): PriceBook {
  const prices = new Map<string, Micros>()
  const tariffs = new Map<string, Tariff>()
  const [named, everyScene] = [rows.filter(({ scene }) => scene !== '*'), rows.filter(({ scene }) => scene === '*')]
  for (const { currency, country, product, scene: given, unitPrice } of [...everyScene, ...named]) {
    for (const scene of given === '*' ? Object.values(MessageScene) : [given]) {
      const tariff = { currency, country, product, scene }
      prices.set(keyOf(tariff), unitPrice)
      tariffs.set(keyOf(tariff), tariff)
    }
  }
  const everywhere = (tariff: Tariff) => prices.get(keyOf({ ...tariff, country: EVERY_COUNTRY }))
  return {
    unitPrice: (tariff) => prices.get(keyOf(tariff)) ?? everywhere(tariff) ?? null,
    tariffs: [...tariffs.values()],
  }
}

/** A whole version of the price book as it was imported; never changed (semantics D5). */
export interface PriceBookVersion {
  readonly version: number
  /** Shipped with the product as an example. */
  readonly sample: boolean
  readonly effectiveFrom: Date
  readonly rows: readonly PriceRow[]
  readonly book: PriceBook
}

/** The versions that hold from some moment on, as one immutable value that switches by itself. */
export interface PriceBooks {
  readonly inForce: (at: Date) => PriceBookVersion
  /** The version that will follow, where one is announced. */
  readonly next: (at: Date) => PriceBookVersion | null
}

/**
 * Each version holds from its moment until that of another one. Of two for the same moment the newer holds, so that an
 * announced version can be replaced; the first holds before its moment too, so that there is always one.
 */
export function priceBooks(
  first: PriceBookVersion,
  others: readonly PriceBookVersion[],
): PriceBooks & { readonly versions: readonly PriceBookVersion[] } {
  const sorted = [first, ...others].toSorted(
    (one, other) => one.effectiveFrom.getTime() - other.effectiveFrom.getTime() || one.version - other.version,
  )
  const versions = sorted.filter(
    (one, index) => one.effectiveFrom.getTime() !== sorted[index + 1]?.effectiveFrom.getTime(),
  )
  return {
    versions,
    inForce: (at) => versions.findLast(({ effectiveFrom }) => effectiveFrom <= at) ?? versions[0] ?? first,
    next: (at) => versions.find(({ effectiveFrom }) => effectiveFrom > at) ?? null,
  }
}
