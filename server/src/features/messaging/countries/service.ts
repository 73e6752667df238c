import type { countries, SendingCountry } from '@hongyan/contract/endpoints/messaging/countries'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf } from '@hongyan/contract/money'
import { homeCountry } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { notify } from '../../../notices/notify.ts'
import type { PriceBook } from '../../../pipeline/price-book.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'
import type { HighRiskCountries } from './high-risk.ts'
import { disableCountries, enableCountries, lockPayer, type Payer, readEnabled, readPayer } from './store.ts'

export interface CountriesDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly highRisk: HighRiskCountries
}

export type CountriesUpdate = z.output<typeof countries.save.body>

/** Lists the countries that have a price in the account's currency. */
export async function listCountries(deps: CountriesDeps, account: AccountId): Promise<SendingCountry[]> {
  return present(deps, await readPayer(deps.db, account), await readEnabled(deps.db, account))
}

/**
 * Enables and disables countries. Throws where a country has no price, is the home country, or is high-risk and not
 * enabled alone with its confirmation.
 */
export async function saveCountries(
  deps: CountriesDeps,
  { account, suspended }: { readonly account: AccountId; readonly suspended: boolean },
  update: CountriesUpdate,
): Promise<SendingCountry[]> {
  if (suspended && update.enable.length > 0) throw new Refusal('account_suspended')
  return deps.db.transaction().execute(async (tx) => {
    const payer = await lockPayer(tx, account)
    const before = await readEnabled(tx, account)
    const home = homeCountry[payer.partition]
    const added = [...new Set(update.enable)].filter((country) => country !== home && !before.has(country))
    refuseUnpriced(pricedIn(deps.prices.inForce().book, payer), added)
    refuseHighRisk(deps.highRisk, added, update)
    refuseDisabling(home, update)
    const at = deps.clock.now()
    await enableCountries(tx, account, added, at)
    for (const country of added) if (deps.highRisk.has(country)) await notifyOfRisk(tx, account, country, at)
    await disableCountries(tx, account, update.disable)
    return present(deps, payer, await readEnabled(tx, account))
  })
}

/** A stolen session that opens a country for fraud does not stay unseen. */
const notifyOfRisk = (tx: Transaction<Schema>, account: AccountId, country: string, at: Date): Promise<void> =>
  notify(txOf(tx), { account, kind: 'country_enabled', values: { country }, at })

function refuseUnpriced(priced: ReadonlySet<string>, added: readonly string[]): void {
  const unknown = added.filter((country) => !priced.has(country))
  if (unknown.length > 0) throw new Refusal('no_route', { field: 'enable', details: { countries: unknown } })
}

function refuseHighRisk(highRisk: HighRiskCountries, added: readonly string[], update: CountriesUpdate): void {
  const risky = added.filter((country) => highRisk.has(country))
  const isAlone = added.length === 1 && update.disable.length === 0
  if (risky.length === 0 || (isAlone && update.confirm_high_risk)) return
  throw new Refusal('high_risk_country', { field: 'enable', details: { countries: risky } })
}

function refuseDisabling(home: string, { enable, disable }: CountriesUpdate): void {
  if (disable.includes(home)) throw new Refusal('invalid_request', { field: 'disable', rule: 'home_country' })
  if (disable.some((country) => enable.includes(country))) throw new Refusal('invalid_request', { field: 'disable' })
}

const pricedIn = (book: PriceBook, { currency }: Payer): ReadonlySet<string> =>
  new Set(
    book.tariffs
      .filter((tariff) => tariff.currency === currency && tariff.product === 'sms')
      .map(({ country }) => country),
  )

function present({ prices, highRisk }: CountriesDeps, payer: Payer, enabled: ReadonlySet<string>): SendingCountry[] {
  const { book } = prices.inForce()
  const home = homeCountry[payer.partition]
  const { currency } = payer
  return [...pricedIn(book, payer)].toSorted().map((iso2) => {
    const scene = MessageScene.Notification
    const unitPrice = book.unitPrice({ currency, country: iso2, product: 'sms', scene })
    return {
      iso2,
      unit_price: unitPrice === null ? null : decimalOf(unitPrice),
      enabled: iso2 === home || enabled.has(iso2),
      home: iso2 === home,
      high_risk: highRisk.get(iso2) ?? null,
    }
  })
}
