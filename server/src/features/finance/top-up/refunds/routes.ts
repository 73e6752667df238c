import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { implement, type Route } from '../../../../http/implement.ts'
import { refundAudit } from './audit.ts'
import type { PaymentDeps } from '../../../../payments/deps.ts'
import { createRefund } from '../../../../payments/refunds/create-refund.ts'
import { offerRefund } from '../../../../payments/refunds/offer.ts'

export const refundRoutes = (deps: PaymentDeps): readonly Route[] =>
  implement(
    refunds,
    {
      offer: ({ caller, params }) => offerRefund(deps, caller.account, params.id),
      create: ({ caller, params, body, key }) => createRefund(deps, caller.account, params.id, body, key),
    },
    { audit: { create: refundAudit } },
  )
