import type { About } from '@hongyan/contract/endpoints/support/tickets'
import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { paths } from '../../../lib/paths.ts'

/** A page of the console, as the router takes it. */
export interface RecordPage {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const opened = (to: string) => (id: string) => ({ to, search: { open: id } })
const tab = (to: string, name: string) => () => ({ to, search: { tab: name } })

/** The page of one record, or that of the list it is in; null for records without a page. */
const pages: Readonly<Record<RecordKind, ((id: string) => RecordPage) | null>> = {
  message: opened(paths.logs),
  credential: opened(paths.credentials),
  refused_request: () => ({ to: paths.credentials }),
  broadcast: (id) => ({ to: paths.broadcastOne.replace('$id', id) }),
  phonebook: (id) => ({ to: paths.phonebook.replace('$id', id) }),
  contact: () => ({ to: paths.phonebooks }),
  segment: () => ({ to: paths.phonebooks }),
  signature: opened(paths.signatures),
  template: opened(paths.templates),
  export: () => ({ to: paths.exports }),
  transaction: opened(paths.transactions),
  invoice: opened(paths.invoices),
  card: tab(paths.topUp, 'auto'),
  upstream: opened(paths.upstreams),
  mapping: tab(paths.upstreams, 'mappings'),
  routing_rule: (id) => ({ to: paths.upstreams, search: { tab: 'routing', rule: id } }),
  rate_rule: (id) => ({ to: paths.rateLimiting, search: { rule: id } }),
  ip_entry: () => ({ to: paths.ipRestriction }),
  ip_call: () => ({ to: paths.ipRestriction }),
  webhook_endpoint: opened(paths.receipts),
  webhook_delivery: () => ({ to: paths.receipts }),
  listed_recipient: (id) => ({ to: paths.protection, search: { id } }),
  erasure: tab(paths.settings, 'people'),
  session: tab(paths.settings, 'security'),
  passkey: tab(paths.settings, 'security'),
  audit_entry: tab(paths.settings, 'audit'),
  notice: null,
  ticket: (id) => ({ to: paths.supportTicket.replace('$id', id) }),
  request: null,
}

/** The page that shows a record of the account; null where none does. */
export const pageOf = ({ kind, id }: About): RecordPage | null => pages[kind]?.(id) ?? null
