import { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import { implement, type Route } from '../../../http/implement.ts'
import { autoRechargeAudit } from './audit.ts'
import { setAutoRecharge, type SetDeps } from './set.ts'

export const autoRechargeRoutes = (deps: SetDeps): readonly Route[] =>
  implement(
    autoRecharge,
    {
      set: ({ caller, source, body }) =>
        setAutoRecharge(deps, { account: caller.account, address: source.address }, body),
    },
    { audit: { set: autoRechargeAudit } },
  )
