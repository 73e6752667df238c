import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { CredentialId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { createRecent } from '../kit/recent.ts'
import type { Clock } from '../kit/clock.ts'
import { dayIn } from '../pipeline/day.ts'
import type { OverCap } from '../pipeline/decide.ts'
import type { Rules } from '../pipeline/message.ts'
import { plannedRoute } from '../pipeline/planned-route.ts'
import type { RoutePlanner } from '../pipeline/price.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import type { Channel, LinkHealth, RouteFacts } from '../pipeline/route.ts'
import type { LastUpstreams } from './last-upstreams.ts'
import { NO_MAPPINGS } from './template-mappings.ts'

/** The most channels of a generation whose cap is known to have no room for some message. */
const KNOWN_CAPS = 5_000

/** The state that routing decides by, beside an account's rules. */
export interface Routes {
  /** Chooses channels by an account's rules; null where the product's own carries everything. */
  readonly planner: (
    rules: Rules,
    credential: CredentialId | null,
    book: PriceBook,
    last: LastUpstreams,
  ) => RoutePlanner | null
  readonly health: (upstream: string) => LinkHealth
  /** The price of one part over a channel. */
  readonly unitPrice: (rules: Rules, book: PriceBook, to: Destination) => (channel: Channel) => Micros | null
  /** True where a channel is known to have no room for a cost on the account's day. */
  readonly isOverCap: (rules: Rules, channel: Channel, cost: bigint) => boolean
  /** Notes what a channel has spent on the account's day. */
  readonly learn: (rules: Rules, over: OverCap) => void
}

interface Destination {
  readonly country: string
  readonly scene: MessageScene
}

export interface RoutesDeps {
  readonly clock: Clock
  readonly health: (upstream: string) => LinkHealth
}

export function createRoutes({ clock, health }: RoutesDeps): Routes {
  /** The spending of channels when their caps had no room. It only grows, while owners may raise a cap. */
  const spending = createRecent<string, { readonly day: number; readonly used: bigint }>(KNOWN_CAPS)

  const usedOf = ({ zone }: Rules, upstream: string): bigint => {
    const known = spending.get(upstream)
    return known !== undefined && known.day === dayIn(zone, clock.now()).start.getTime() ? known.used : 0n
  }

  const isOverCap: Routes['isOverCap'] = (rules, { upstream, dailyCap }, cost) => {
    if (dailyCap === null) return false
    return usedOf(rules, upstream) + cost > dailyCap
  }

  const unitPrice: Routes['unitPrice'] =
    ({ currency }, book, to) =>
    ({ provider }) =>
      book.unitPrice({ currency, product: provider === null ? 'sms' : 'managed_sms', ...to })

  return {
    health,
    isOverCap,
    unitPrice,
    learn: ({ zone }, over) =>
      spending.set(over.upstream, { day: dayIn(zone, clock.now()).start.getTime(), used: over.used }),
    planner(rules, credential, book, last) {
      const { routing } = rules
      if (routing === null) return null
      /** What the recipients before this one spend over each channel. */
      const spent = new Map<string, bigint>()
      return ({ to, country, signature, parts, values }, { scene, template }) => {
        const priceOver = unitPrice(rules, book, { country, scene })
        const costOver = (channel: Channel): bigint => (priceOver(channel) ?? ZERO) * BigInt(parts)
        const facts: RouteFacts = {
          health,
          unitPrice: priceOver,
          isOverCap: (channel) => isOverCap(rules, channel, (spent.get(channel.upstream) ?? 0n) + costOver(channel)),
          last: last.get(to) ?? null,
          tried: [],
        }
        const message = {
          to,
          country,
          scene,
          signature,
          template: template?.id ?? null,
          mappings: template?.mappings ?? NO_MAPPINGS,
          credential,
          values,
        }
        const planned = plannedRoute(routing, facts, message, credential)
        if (typeof planned === 'string') return planned
        const { upstream } = planned.route
        spent.set(upstream, micros((spent.get(upstream) ?? 0n) + planned.unitPrice * BigInt(parts)))
        return planned
      }
    },
  }
}
