import { audit, type AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { shortId } from '@hongyan/contract/account'
import { audit as limits } from '@hongyan/contract/limits/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { momentIn } from '../../../kit/format.ts'
import { countEntries, type EntryRow, readEntries, zoneOf } from './store.ts'
import { entriesTable } from './table.ts'

export interface AuditDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

export const auditRoutes = ({ db, clock }: AuditDeps): readonly Route[] =>
  implement(audit, {
    list: async ({ caller: { account }, query: { limit, offset, sort, ...filters }, total }) => {
      const zone = await zoneOf(db, account)
      total(await countEntries(db, account, zone, filters))
      return (await readEntries(db, account, zone, filters, { limit, offset, sort })).map(present)
    },
    file: async ({ caller: { account }, query, locale }) => {
      const zone = await zoneOf(db, account)
      const rows = await readEntries(db, account, zone, query, { limit: limits.fileRows, offset: 0, sort: '-at' })
      const [today = ''] = momentIn(zone)(clock.now()).split(' ')
      const name = `audit-${today}-${shortId(account).toLowerCase()}.csv`
      return { name, content: entriesTable(rows, zone, locale) }
    },
  })

const present = ({ id, at, session_id, changes, ...row }: EntryRow): AuditEntry => ({
  ...row,
  id,
  at: at.toISOString(),
  session: session_id,
  changes: [...changes],
})
