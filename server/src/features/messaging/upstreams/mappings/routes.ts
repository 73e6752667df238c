import { upstreamMappings } from '@hongyan/contract/endpoints/messaging/upstreams'
import { implement, onEveryRow, type Route } from '../../../../http/implement.ts'
import { requireRouting } from '../access.ts'
import { mappingsAudit } from '../audit.ts'
import type { UpstreamDeps } from '../deps.ts'
import { findRow } from '../store.ts'
import { listMappings } from './list.ts'
import { changeMapping, createMapping, removeMapping } from './service.ts'

export const mappingRoutes = (deps: UpstreamDeps): readonly Route[] =>
  implement(
    upstreamMappings,
    {
      list: async ({ caller: { account }, query, total }) => {
        if (query.upstream !== undefined) await findRow(deps.db, { account, id: query.upstream })
        const page = await listMappings(deps.db, account, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller, body }) => createMapping(deps, caller.account, body),
      update: ({ caller, body }) => changeMapping(deps, caller.account, body),
      remove: async ({ caller, query }) => {
        await removeMapping(deps, caller.account, query)
        return {}
      },
    },
    {
      admit: onEveryRow(upstreamMappings, ({ account }) => requireRouting(deps, account)),
      audit: { create: mappingsAudit, update: mappingsAudit, remove: mappingsAudit },
    },
  )
