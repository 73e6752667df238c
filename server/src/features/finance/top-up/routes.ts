import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { implement, type Route } from '../../../http/implement.ts'
import { topUpAudit } from './audit.ts'
import { cancelOrder, checkOrders } from '../../../payments/poll-channel.ts'
import { beginTopUp } from '../../../payments/orders/create-order.ts'
import { choiceOf } from './choice.ts'
import type { ChoiceDeps } from '../../../payments/deps.ts'

export const topUpRoutes = (deps: ChoiceDeps): readonly Route[] =>
  implement(
    topUp,
    {
      get: ({ caller }) => choiceOf(deps, caller.account),
      create: ({ caller, body, locale }) => beginTopUp(deps, caller.account, body, locale),
      cancel: ({ caller, params }) => cancelOrder(deps, caller.account, params.id),
      check: ({ caller, body }) => checkOrders(deps, caller.account, body),
    },
    { audit: { create: topUpAudit, cancel: topUpAudit } },
  )
