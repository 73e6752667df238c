import { type Micros, micros } from '@hongyan/contract/money'
import { parseNumber } from '@hongyan/contract/sms/number'
import { type Currency, homeCountry, type Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { PriceBook } from '../../../pipeline/price-book.ts'

const MESSAGES = 20n

export interface NewCustomer {
  readonly partition: Partition
  readonly currency: Currency
  /** The verified phone, in E.164. */
  readonly phone?: string
}

/**
 * The price of 20 messages of one part to the country of the customer's phone, or to the partition's country where there
 * is no phone or no price (ruling 42). Zero without a price.
 */
export function signupGift(book: PriceBook, { partition, currency, phone }: NewCustomer): Micros {
  const number = phone === undefined ? null : parseNumber(phone, null)
  const countries = [number?.ok === true ? number.iso : null, homeCountry[partition]]
  const prices = countries.map((country) =>
    country === null ? null : book.unitPrice({ currency, country, product: 'sms', scene: MessageScene.Notification }),
  )
  return micros(MESSAGES * (prices.find((price) => price !== null) ?? 0n))
}
