import { ipRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { txOf } from '../../../db/tx.ts'
import { implement, type Route } from '../../../http/implement.ts'
import { ipAudit } from './audit.ts'
import { listCalls } from './calls.ts'
import { type Asker, checkAddress, type IpDeps, keepChange, saveRestriction, showRestriction } from './service.ts'

const askerOf = (call: {
  readonly caller: Pick<Asker, 'account'>
  readonly source: Pick<Asker, 'address'>
}): Asker => ({ account: call.caller.account, address: call.source.address })

/** The rules never apply to these calls: an owner can always mend them. */
export const ipRestrictionRoutes = (deps: IpDeps): readonly Route[] =>
  implement(
    ipRestriction,
    {
      get: (call) => showRestriction(deps, askerOf(call)),
      save: (call) => saveRestriction(deps, askerOf(call), call.body),
      keep: (call) => keepChange(deps, askerOf(call), call.body.version),
      check: ({ caller, body }) => checkAddress(deps, caller.account, body),
      events: async ({ caller, query, total }) => {
        const page = await listCalls(txOf(deps.db), caller.account, query, deps.countryOf)
        total(page.total)
        return page.rows
      },
    },
    { audit: { save: ipAudit, keep: ipAudit } },
  )
