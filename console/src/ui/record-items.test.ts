import { type RecordKind, recordKinds } from '@hongyan/contract/vocabulary/support'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['features', 'shell']
  .flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The rows of lists that are records of the account, by the type of their columns. */
const kinds: Readonly<Record<string, RecordKind>> = {
  AuditEntry: 'audit_entry',
  Broadcast: 'broadcast',
  BroadcastRecipient: 'message',
  Contact: 'contact',
  Credential: 'credential',
  Erasure: 'erasure',
  Export: 'export',
  Invoice: 'invoice',
  IpCall: 'ip_call',
  IpEntry: 'ip_entry',
  ListedRecipient: 'listed_recipient',
  Message: 'message',
  Phonebook: 'phonebook',
  RefusedRequest: 'refused_request',
  RuleRow: 'rate_rule',
  Segment: 'segment',
  Signature: 'signature',
  Template: 'template',
  TicketSummary: 'ticket',
  Transaction: 'transaction',
  Upstream: 'upstream',
  UpstreamMapping: 'mapping',
  WebhookDelivery: 'webhook_delivery',
  WebhookEndpoint: 'webhook_endpoint',
}

/** The rows without an id of their own: days, countries, sums, parts of a setting, and the pages without an account. */
const noRecords: ReadonlySet<string> = new Set([
  'AnalyticsDay',
  'CountryRow',
  'EventEntry',
  'ExemptNumber',
  'FieldEntry',
  'InboxMessage',
  'Level',
  'NetworkRow',
  'PricedCountry',
  'RateHits',
  'Row',
  'SendApiError',
  'TestNumber',
])

/** The kinds that a menu is about, as `recordItems({ kind: '…' })` and `<RecordMenu kind="…">` write them. */
const kindsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bkind(?:: '|=")(\w+)['"]/g)].map(([, kind = '']) => kind)

test('each list of records has a menu with the id of a row and help with it', () => {
  const without = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bColumn<(\w+)>/g)].flatMap(([, row = '']) => {
      if (noRecords.has(row)) return []
      const beside = files.filter((file) => file.path.startsWith(`${dirname(path).split('/').slice(0, 3).join('/')}/`))
      const kind = kinds[row]
      return kind !== undefined && beside.some((file) => kindsIn(file.text).includes(kind)) ? [] : [`${path}: ${row}`]
    }),
  )
  expect(without).toEqual([])
})

test('a ticket can be opened about each kind of record from the row of one', () => {
  const offered = new Set(files.flatMap(({ text }) => kindsIn(text)))
  // A request is named by an error, and a ticket by its own page.
  const others: readonly RecordKind[] = ['request', 'ticket']
  expect(recordKinds.filter((kind) => !others.includes(kind) && !offered.has(kind))).toEqual([])
})
