import { paymentMethods } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import type { AccountId } from '@hongyan/contract/ids'
import { implement, type Route } from '../../../http/implement.ts'
import { addCard, admitCard } from './add.ts'
import { paymentMethodAudit } from './audit.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { pollPending } from './pending.ts'
import { cardsOf, readOwner } from './owner.ts'
import { presentCard } from './present.ts'
import { makeDefault, removeCard } from './settle.ts'
import { readCards, type Wallet } from './store.ts'

export const paymentMethodRoutes = (deps: PaymentMethodDeps): readonly Route[] =>
  implement(
    paymentMethods,
    {
      list: ({ caller }) => listCards(deps, caller.account),
      add: ({ caller, body }) => addCard(deps, caller.account, body),
      makeDefault: async ({ caller, params }) => {
        const row = await makeDefault(deps, await walletOf(deps, caller.account), params.id)
        return presentCard(row, deps.clock.now())
      },
      remove: async ({ caller, params }) => {
        await removeCard(deps, await walletOf(deps, caller.account), params.id)
        return {}
      },
    },
    {
      audit: { add: paymentMethodAudit, makeDefault: paymentMethodAudit, remove: paymentMethodAudit },
      admit: { add: ({ account }) => admitCard(deps, account) },
    },
  )

async function walletOf(deps: PaymentMethodDeps, account: AccountId): Promise<Wallet> {
  const { channel, test } = await cardsOf(deps, account)
  return { account, channel, test }
}

/** Lists the cards; none for an account without a card provider. Polls pending cards, in case their webhook is lost. */
async function listCards(deps: PaymentMethodDeps, account: AccountId): Promise<PaymentMethod[]> {
  const { partition } = await readOwner(deps.db, account)
  const offered = deps.cards[partition]
  if (offered === null) return []
  const { channel, test, provider } = offered
  const wallet = { account, channel, test }
  const found = await readCards(deps.db, wallet)
  const rows = (await pollPending(deps, provider, found)) ? await readCards(deps.db, wallet) : found
  const now = deps.clock.now()
  return rows.map((row) => presentCard(row, now))
}
