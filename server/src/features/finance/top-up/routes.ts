import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { implement, type Route } from '../../../http/implement.ts'
import { topUpAudit } from './audit.ts'
import { cancelOrder, checkOrders } from './check-orders.ts'
import { choiceOf } from './choice.ts'
import { createTopUp } from './create-top-up.ts'
import type { TopUpDeps } from './deps.ts'

export const topUpRoutes = (deps: TopUpDeps): readonly Route[] =>
  implement(
    topUp,
    {
      get: ({ caller }) => choiceOf(deps, caller.account),
      create: ({ caller, body, locale, key }) => createTopUp(deps, caller.account, body, { locale, key }),
      cancel: ({ caller, params }) => cancelOrder(deps, caller.account, params.id),
      check: ({ caller, body }) => checkOrders(deps, caller.account, body),
    },
    { audit: { create: topUpAudit, cancel: topUpAudit } },
  )
