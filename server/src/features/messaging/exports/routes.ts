import { exports as rows } from '@hongyan/contract/endpoints/messaging/exports'
import { exports as limits } from '@hongyan/contract/limits/exports'
import { recordAct } from '../../../audit/log.ts'
import { alone } from '../../../db/tx.ts'
import type { Exports } from '../../../exports/exports.ts'
import { implement, type Route } from '../../../http/implement.ts'
import { signLink } from '../../../kit/signed-link.ts'
import { exportAudit } from './audit.ts'
import { EXPORT_FILES, LINK } from './file.ts'
import * as service from './service.ts'

export interface ExportRouteDeps {
  readonly exports: Exports
  /** The public address of a path of this server. */
  readonly addressOf: (path: string) => string
}

/** Stays open to a suspended account (ruling 35). */
export const exportRoutes = ({ exports, addressOf }: ExportRouteDeps): readonly Route[] =>
  implement(
    rows,
    {
      list: async ({ caller, query, total }) => {
        const page = await service.listExports(exports, caller.account, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller, body, key }) => service.createExport(exports, caller.account, body, key),
      estimate: ({ caller, body }) => service.estimate(exports, caller.account, body),
      get: ({ caller, params }) => service.readExport(exports, caller.account, params.id),
      update: ({ caller, params, body }) => service.repeatExport(exports, caller.account, params.id, body.repeat),
      cancel: ({ caller, params }) => service.cancelExport(exports, caller.account, params.id),
      retry: ({ caller, params }) => service.retryExport(exports, caller.account, params.id),
      download: async ({ caller: { account, session }, params: { id }, source }) => {
        const { pool, clock, secrets } = exports
        await service.requireFile(exports, account, id)
        const now = clock.now()
        const { address, userAgent } = source
        const act = { account, session, actor: 'owner', action: 'exports.download', subject: id } as const
        await recordAct(alone(pool), { ...act, address, userAgent }, now)
        const until = new Date(now.getTime() + limits.linkFor)
        return { url: addressOf(`${EXPORT_FILES}/${signLink(secrets, LINK, { account, id }, until)}`) }
      },
      remove: async ({ caller, params }) => {
        await service.removeExport(exports, caller.account, params.id)
        return {}
      },
    },
    {
      audit: {
        create: exportAudit,
        update: exportAudit,
        cancel: exportAudit,
        retry: exportAudit,
        remove: exportAudit,
      },
    },
  )
