import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Product } from '@hongyan/contract/vocabulary/payment'

/** What a price holds for. There is no conversion: an account pays by the prices of its own currency. */
export interface Tariff {
  readonly currency: Currency
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly product: Product
  readonly scene: MessageScene
}

/** A row as it is written down; `*` stands for every scene that has no row of its own. */
export interface PriceRow extends Omit<Tariff, 'scene'> {
  readonly scene: MessageScene | '*'
  /** Price of one part. */
  readonly unitPrice: Micros
}

/** Price of one part by country, product and scene in a currency; immutable. */
export interface PriceBook {
  /** Null where the book has no price: there is no route to that country. */
  unitPrice(tariff: Tariff): Micros | null
}

const keyOf = ({ currency, country, product, scene }: Tariff): string => `${currency}/${country}/${product}/${scene}`

/** A book of the rows. Of two rows for the same tariff the later one holds. */
export function priceBook(rows: readonly PriceRow[]): PriceBook {
  const prices = new Map<string, Micros>()
  const [named, everyScene] = [rows.filter(({ scene }) => scene !== '*'), rows.filter(({ scene }) => scene === '*')]
  for (const row of [...everyScene, ...named]) {
    const scenes = row.scene === '*' ? Object.values(MessageScene) : [row.scene]
    for (const scene of scenes) prices.set(keyOf({ ...row, scene }), row.unitPrice)
  }
  return { unitPrice: (tariff) => prices.get(keyOf(tariff)) ?? null }
}
