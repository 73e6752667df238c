import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import { micros, type Micros } from '@hongyan/contract/money'
import { type Recharges, rechargesOf } from '../src/compose/payments.ts'
import { type Owner, setAutoRecharge } from '../src/features/finance/auto-recharge/set.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { pollDueCharges } from '../src/payments/charges/due-charges.ts'
import type { CardProvider } from '../src/providers/payments/cards.ts'
import { admit } from './book.ts'
import type { World } from './world.ts'

/** Auto-recharge with a card provider that the test chooses. Its loops do not run. */
export interface Recharger extends Recharges {
  /** Polls the charges that are due, then recharges the accounts that are due. */
  readonly round: () => Promise<void>
  /** Stores a card as if the owner had added it. */
  readonly card: (account: AccountId, remoteId?: string) => Promise<PaymentMethodId>
  /** Stores a card and turns on auto-recharge with it. */
  readonly on: (account: AccountId, below?: bigint, topup?: bigint) => Promise<PaymentMethodId>
  readonly off: (account: AccountId) => Promise<void>
  /** Accepts messages at these prices. Returns false when the balance does not cover them. */
  readonly spend: (account: AccountId, ...prices: readonly bigint[]) => Promise<boolean>
  readonly balance: (account: AccountId) => Promise<Micros>
}

/** The parts of a world that recharging needs. A killable process has its own `db` and `pool`. */
type RechargedWorld = Pick<World, 'db' | 'pool' | 'clock' | 'payments'>

export const unit = 1_000_000n

export function newRecharger(world: RechargedWorld, provider: CardProvider): Recharger {
  const { db, pool, clock, payments } = world
  const offered = { channel: 'stripe', test: true, takes: 'numbers', provider: async () => provider } as const
  const cards = { us: offered, cn: offered }
  const engine = { ...payments.engine, db, cards }
  const recharges = rechargesOf(engine, pool)
  const card: Recharger['card'] = async (account, remoteId = `pm_${uuidv7(clock.now())}`) => {
    const id = uuidv7(clock.now()) as PaymentMethodId // a new UUIDv7
    const kept = { last4: '4242', exp_month: 12, exp_year: 2030, brand: 'visa', status: 1 } as const
    await db
      .insertInto('payment_method')
      .values({
        account_id: account,
        id,
        channel: 'stripe',
        test: true,
        customer: `cus_${account}`,
        remote_id: remoteId,
        ...kept,
        created_at: clock.now(),
      })
      .execute()
    return id
  }
  const ownerOf = (account: AccountId): Owner => ({ account, address: '192.0.2.7' })
  return {
    ...recharges,
    async round() {
      await pollDueCharges(engine)
      await recharges.recharging.round()
    },
    card,
    async on(account, below = 100n, topup = 200n) {
      const pm_id = await card(account)
      const amounts = { below: micros(below * unit), topup: micros(topup * unit) }
      await setAutoRecharge(recharges.deps, ownerOf(account), { enable: true, ...amounts, pm_id, agreed: true })
      return pm_id
    },
    off: async (account) => void (await setAutoRecharge(recharges.deps, ownerOf(account), { enable: false })),
    spend: async (account, ...prices) => {
      const afforded = await admit(pool, [{ account, prices }], clock.now())
      return afforded.length > 0
    },
    async balance(account) {
      const { balance_micros: balance } = await db
        .selectFrom('balance')
        .select('balance_micros')
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
      return balance
    },
  }
}
