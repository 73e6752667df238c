import { contacts, phonebooks, segments } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { implement, type Route } from '../../../http/implement.ts'
import { phonebookAudit } from './audit.ts'
import { listContacts } from './contact-list.ts'
import * as contact from './contacts.ts'
import { beginImport } from './imports/begin.ts'
import type { ImportDeps } from './imports/deps.ts'
import { leftOutPath } from './imports/file.ts'
import { findImport, presentImport } from './imports/store.ts'
import * as book from './phonebooks.ts'
import { presentPhonebook } from './present.ts'
import * as segment from './segments.ts'
import { findPhonebook, listPhonebooks } from './store.ts'

export interface PhonebookRouteDeps extends book.PhonebookDeps, Pick<ImportDeps, 'uploads'> {
  /** The public address of a path of this server. */
  readonly addressOf: (path: string) => string
}

/** Reading and deleting stay open to a suspended account (ruling 35). */
export const phonebookRoutes = (deps: PhonebookRouteDeps): readonly Route[] => [
  ...ofPhonebooks(deps),
  ...ofContacts(deps),
  ...ofSegments(deps),
]

const ofPhonebooks = (deps: PhonebookRouteDeps): readonly Route[] =>
  implement(
    phonebooks,
    {
      list: async ({ caller: { account }, query: { text, limit, offset }, total }) => {
        const found = await listPhonebooks(deps.db, account, text)
        total(found.length)
        return found.slice(offset, offset + limit).map(presentPhonebook)
      },
      create: ({ caller: { account }, body, key }) => book.createPhonebook(deps, account, body.name, key),
      get: ({ caller: { account }, params }) => book.readPhonebook(deps, { account, phonebook: params.id }),
      update: ({ caller: { account }, params, body }) =>
        book.updatePhonebook(deps, { account, phonebook: params.id }, body),
      remove: async ({ caller: { account }, params }) => {
        await book.removePhonebook(deps, { account, phonebook: params.id })
        return {}
      },
      import: ({ caller: { account }, params, body, key }) =>
        beginImport(deps, { account, phonebook: params.id }, body, key),
      imported: async ({ caller: { account }, params: { id: phonebook, iid: id } }) => {
        await findPhonebook(deps.db, { account, phonebook })
        return presentImport(await findImport(deps.db, { account, phonebook, id }))
      },
      leftOut: async ({ caller: { account }, params: { id: phonebook, iid: id } }) => {
        await findPhonebook(deps.db, { account, phonebook })
        return { url: deps.addressOf(await leftOutPath(deps, { account, phonebook, id })) }
      },
    },
    {
      audit: {
        create: phonebookAudit,
        update: phonebookAudit,
        remove: phonebookAudit,
        import: { noState: 'a file is merged after the call' },
      },
    },
  )

const ofContacts = (deps: PhonebookRouteDeps): readonly Route[] =>
  implement(
    contacts,
    {
      list: async ({ caller: { account }, params, query, total }) => {
        const page = await listContacts(deps.db, { account, phonebook: params.id }, query)
        total(page.total, page.isExact)
        return [...page.contacts]
      },
      create: ({ caller: { account }, params, body, key }) =>
        contact.createContact(deps, { account, phonebook: params.id }, body, key),
      update: ({ caller: { account }, params: { id: phonebook, cid: id }, body }) =>
        contact.updateContact(deps, { account, phonebook, id }, body),
      remove: async ({ caller: { account }, params: { id: phonebook, cid: id } }) => {
        await contact.removeContact(deps, { account, phonebook, id })
        return {}
      },
    },
    { audit: { create: phonebookAudit, update: phonebookAudit, remove: phonebookAudit } },
  )

const ofSegments = (deps: PhonebookRouteDeps): readonly Route[] =>
  implement(
    segments,
    {
      list: ({ caller: { account }, params }) => segment.listSegments(deps, { account, phonebook: params.id }),
      create: ({ caller: { account }, params, body, key }) =>
        segment.createSegment(deps, { account, phonebook: params.id }, body, key),
      update: ({ caller: { account }, params: { id: phonebook, sid: id }, body }) =>
        segment.updateSegment(deps, { account, phonebook, id }, body),
      remove: async ({ caller: { account }, params: { id: phonebook, sid: id } }) => {
        await segment.removeSegment(deps, { account, phonebook, id })
        return {}
      },
      count: ({ caller: { account }, params, body }) =>
        segment.countSegment(deps, { account, phonebook: params.id }, body.conditions),
    },
    { audit: { create: phonebookAudit, update: phonebookAudit, remove: phonebookAudit } },
  )
