import { SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { type Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type MessageChannel, MessageScene } from '@hongyan/contract/vocabulary/message'
import { check } from '../pipeline/check.ts'
import type { DestinationSchedule } from '../pipeline/destinations.ts'
import { NONE_LISTED } from '../pipeline/listed.ts'
import { isRefused, type Priced, type Refused } from '../pipeline/message.ts'
import { price } from '../pipeline/price.ts'
import type { Clock } from '../kit/clock.ts'
import type { Admitted } from './admission.ts'
import type { Admit } from './admit.ts'
import type { PriceBookCache } from '../pricing/price-book-cache.ts'
import type { KnownAccount, RulesCache } from './rules.ts'

/** What the product itself says to a phone: a code, or a word about one. */
export interface OwnMessage {
  /** In E.164. */
  readonly to: string
  readonly text: string
  readonly channel: MessageChannel
  readonly requestId: string
}

/** The price of one of the product's own texts, in the currency of the house account that sends it. */
export interface Quote {
  readonly currency: Currency
  readonly price: Micros
}

/** The gateway's door for the house: the same checks, prices and books as for any customer, and no credential. */
export interface OwnMessages {
  /** The price of a text to a phone, or why the phone cannot be written to. */
  readonly quote: (to: string, text: string) => Promise<Quote | Refused>
  readonly send: (message: OwnMessage) => Promise<Admitted>
}

export interface OwnMessagesDeps {
  readonly admit: Admit
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly destinations: DestinationSchedule
  readonly clock: Clock
  readonly houseAccount: (partition: Partition) => Promise<AccountId>
}

/** Carriers of the mainland ask for a signature in front of every text. */
const MAINLAND = { callingCode: '+86', signature: '鸿雁' } as const

/** Milliseconds for which prices are stated for a house account as it was read, as for customers' accounts. */
const FRESH_FOR = 5 * SECOND

/** The product's own sender ID elsewhere. */
const NAME = 'HONGYAN'

export function createOwnMessages(deps: OwnMessagesDeps): OwnMessages {
  const { admit, rules, prices, destinations, clock, houseAccount } = deps
  const houseOf = async (to: string): Promise<KnownAccount> => {
    const id = await houseAccount(isMainland(to) ? Partition.Cn : Partition.Us)
    const house = await rules.ofAccount(id)
    if (house === null) throw new Error(`the house account ${id} is gone`)
    return house
  }

  /** A price is asked for far more often than a text is sent: by every request of a flood. */
  const recent = new Map<boolean, { readonly at: number; readonly house: Promise<KnownAccount> }>()
  const recentHouseOf = (to: string): Promise<KnownAccount> => {
    const now = clock.now().getTime()
    const known = recent.get(isMainland(to))
    if (known !== undefined && now < known.at + FRESH_FOR) return known.house
    const house = houseOf(to)
    recent.set(isMainland(to), { at: now, house })
    house.catch(() => recent.delete(isMainland(to)))
    return house
  }

  const ready = ({ rules: own }: KnownAccount, to: string, text: string): Priced | Refused => {
    const signature = isMainland(to) ? MAINLAND.signature : NAME
    const content = { kind: 'content', text } as const
    const scene = MessageScene.Verification
    const draft = { recipients: [to], content, scene, listed: NONE_LISTED, now: clock.now(), signature }
    const checked = check(own, destinations, draft)
    return isRefused(checked) ? checked : price(prices.inForce().book, own.currency, checked)
  }

  return {
    async quote(to, text) {
      const house = await recentHouseOf(to)
      const step = ready(house, to, text)
      return isRefused(step) ? step : { currency: house.rules.currency, price: step.total }
    },
    async send({ to, text, channel, requestId }) {
      const house = await houseOf(to)
      const priced = ready(house, to, text)
      if (isRefused(priced)) return { kind: 'refused', code: priced.refused }
      const common = { credential: null, clientRef: null, requestClaims: [], limitClaims: [], rateClaims: null }
      return admit.submit({ ...common, ...house, channel, requestId, priced })
    },
  }
}

const isMainland = (to: string): boolean => to.startsWith(MAINLAND.callingCode)
