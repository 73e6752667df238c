import type { templates } from '@hongyan/contract/endpoints/messaging/templates'
import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { mainlandCounting, partsRange, standardCounting } from '@hongyan/contract/senders/parts'
import { homeCountry } from '@hongyan/contract/vocabulary/account'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type DestinationSchedule, destinationsAt } from '../../../../pipeline/destinations.ts'
import { additionsTo } from '../../../../pipeline/operator-texts.ts'
import type { PriceBookCache } from '../../../../pricing/price-book-cache.ts'
import type { Caller, SenderDeps } from '../deps.ts'
import { findingsOfTemplate } from '../findings.ts'
import { readOwner } from '../owner.ts'

export interface EstimateDeps extends SenderDeps {
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly destinations: DestinationSchedule
}

type Linted = z.output<typeof templates.lint.reply>

/** The most countries of an estimate, and the days whose messages put them in order. */
const COUNTRIES = 8
const DAYS = 30

/** The countries with most messages, and behind them those that the owner enabled last. */
const countriesOf = (account: AccountId, now: Date) => sql`
  select country from (
    select country, enabled_at from sending_country where account_id = ${account}
  ) enabled full join (
    select key as country, sum(messages) as messages from analytics_count
    where account_id = ${account} and dimension = 'country' and key <> '' and messages > 0
      and day > (${now}::timestamptz - make_interval(days => ${DAYS}))::date
    group by key
  ) sent using (country) order by messages desc nulls last, enabled_at desc, country limit ${COUNTRIES}`

/** Checks a template's form, and estimates its messages in the home country and in those the account sends to most. */
export async function lintTemplateForm(deps: EstimateDeps, caller: Caller, form: TemplateForm): Promise<Linted> {
  const { db, clock, prices, destinations } = deps
  const now = clock.now()
  const owner = await readOwner(db, caller.account, now)
  const { rows } = await sql<{ currency: 'USD' | 'CNY'; countries: string[]; sender: string | null }>`
    select a.currency, array(${countriesOf(caller.account, now)}) as countries, (
      select s.name from signature s where s.account_id = a.id and s.id::text = ${form.signature_id}
    ) as sender
    from account a where a.id = ${caller.account}`.execute(db)
  const [account] = rows
  if (account === undefined) throw new Error(`the account ${caller.account} is gone`)
  const { currency, sender } = account
  const home = homeCountry[owner.partition]
  const { book } = prices.inForce()
  const { operators, optOut } = destinationsAt(destinations, now)
  const estimates = [home, ...account.countries.filter((country) => country !== home)]
    .slice(0, COUNTRIES)
    .map((iso2) => {
      const under = (name: string) =>
        iso2 === 'CN'
          ? mainlandCounting(name, optOut[form.scene])
          : standardCounting(additionsTo(operators, iso2, form.scene))
      const parts = partsRange(form.content, form.variables, under, sender)
      const unitPrice = book.unitPrice({ currency, country: iso2, product: 'sms', scene: form.scene })
      const priceOf = (count: number) => decimalOf(micros((unitPrice ?? 0n) * BigInt(count)))
      return {
        iso2,
        parts,
        price: unitPrice === null ? null : { min: priceOf(parts.min), max: priceOf(parts.max) },
      }
    })
  return { findings: await findingsOfTemplate(db, form, owner, caller.locale), currency, estimates }
}
