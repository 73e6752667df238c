import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { implement, type Route } from '../../../http/implement.ts'
import { credentialAudit } from './audit.ts'
import { listRequests } from './requests.ts'
import {
  changeCredential,
  createCredential,
  type CredentialDeps,
  listCredentials,
  removeCredential,
} from './service.ts'

export const credentialRoutes = (deps: CredentialDeps): readonly Route[] =>
  implement(
    credentials,
    {
      list: async ({ caller, query, total }) => {
        const page = await listCredentials(deps, caller.account, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller, body, key }) => createCredential(deps, caller.account, body, key),
      update: ({ caller, params, body }) => changeCredential(deps, { account: caller.account, id: params.id }, body),
      remove: async ({ caller, params }) => {
        await removeCredential(deps, { account: caller.account, id: params.id })
        return {}
      },
      requests: async ({ caller: { account }, params: { id }, query, locale, total }) => {
        const page = await listRequests(deps.db, { account, id }, query, locale)
        total(page.total)
        return page.rows
      },
    },
    { audit: { create: credentialAudit, update: credentialAudit, remove: credentialAudit } },
  )
