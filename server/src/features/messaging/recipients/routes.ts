import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { implement, type Route } from '../../../http/implement.ts'
import { listAudit, recipientAudit } from './audit.ts'
import { importRecipients } from './import.ts'
import { listEntries } from './list.ts'
import { present } from './present.ts'
import { addRecipient, type RecipientDeps, removeRecipient, updateRecipient } from './service.ts'

export const recipientRoutes = (deps: RecipientDeps): readonly Route[] =>
  implement(
    recipients,
    {
      list: async ({ caller, query, total }) => {
        const page = await listEntries(deps.db, caller.account, query)
        total(page.total)
        return page.rows.map(present)
      },
      add: ({ caller, body }) => addRecipient(deps, caller.account, body),
      import: ({ caller, body }) => importRecipients(deps, caller.account, body),
      update: ({ caller: { account }, params, body }) => updateRecipient(deps, { account, id: params.id }, body),
      remove: async ({ caller: { account }, params }) => {
        await removeRecipient(deps, { account, id: params.id })
        return {}
      },
    },
    {
      audit: {
        add: recipientAudit,
        import: listAudit,
        update: recipientAudit,
        remove: recipientAudit,
      },
    },
  )
