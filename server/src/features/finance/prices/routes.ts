import { prices } from '@hongyan/contract/endpoints/finance/prices'
import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus, Partition } from '@hongyan/contract/vocabulary/account'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'
import { checkedAndPriced } from '../../../pricing/priced.ts'
import type { RecipientLists } from '../../../gateway/recipient-lists.ts'
import type { LastUpstreamReader } from '../../../gateway/last-upstreams.ts'
import type { Routes } from '../../../gateway/routes.ts'
import type { KnownAccount, RulesCache } from '../../../gateway/rules.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { DestinationSchedule } from '../../../pipeline/destinations.ts'
import type { Draft, Rules } from '../../../pipeline/message.ts'
import { presentFile, presentList, presentQuote } from './present.ts'

export interface PriceRouteDeps {
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly prices: Pick<PriceBookCache, 'inForce' | 'next'>
  readonly lists: Pick<RecipientLists, 'read'>
  readonly routes: Pick<Routes, 'planner'>
  readonly last: Pick<LastUpstreamReader, 'read'>
  readonly destinations: DestinationSchedule
  readonly clock: Clock
}

/**
 * Mainland accounts send with an approved signature and template, and a suspended account sends nothing. A price needs
 * neither.
 */
const priceRules = (rules: Rules): Rules => ({
  ...rules,
  status: AccountStatus.Ok,
  ...(rules.partition === Partition.Cn && { wildcard: { ...rules.wildcard, signature: true, template: true } }),
})

export function priceRoutes(deps: PriceRouteDeps): readonly Route[] {
  const knownOf = async (account: AccountId): Promise<KnownAccount> => {
    const known = await deps.rules.ofAccount(account)
    if (known === null) throw new Refusal('unauthenticated')
    return known
  }
  return implement(prices, {
    get: async ({ caller }) => {
      const { currency } = (await knownOf(caller.account)).rules
      return presentList(deps.prices.inForce(), deps.prices.next(), currency)
    },
    file: async ({ caller }) => {
      const { currency } = (await knownOf(caller.account)).rules
      return presentFile(deps.prices.inForce(), currency)
    },
    quote: async ({ caller, body, locale }) => {
      const known = await knownOf(caller.account)
      const rules = priceRules(known.rules)
      const { version, book } = deps.prices.inForce()
      const { to: recipients, text, scene, signature } = body
      const draft: Draft = {
        recipients,
        content: { kind: 'text', text },
        scene,
        listed: await deps.lists.read(known, recipients),
        now: deps.clock.now(),
        ...(signature !== undefined && { signature }),
      }
      const plan = deps.routes.planner(rules, null, book, await deps.last.read(known, recipients))
      return presentQuote(
        checkedAndPriced(rules, { destinations: deps.destinations, book }, draft, plan),
        version,
        rules.currency,
        locale,
      )
    },
  })
}
