import { audit, type AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { SECOND } from '@hongyan/contract/durations'
import { shortId } from '@hongyan/contract/account'
import { audit as limits } from '@hongyan/contract/limits/account'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { implement, type Route } from '../../../http/implement.ts'
import type { Clock } from '../../../kit/clock.ts'
import { momentIn } from '../../../kit/format.ts'
import { createGate } from '../../../kit/gate.ts'
import { countEntries, type EntryRow, newestEntries, readEntries, zoneOf } from './store.ts'
import { entriesTable } from './table.ts'

export interface AuditDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** Entries that one statement reads for a file. */
const PAGE = 500
/** A file is kept in memory as a whole, up to some hundred megabytes, so few are written at once. */
const gate = createGate({ atOnce: 2, waiting: 10, patience: 10 * SECOND })

export const auditRoutes = ({ db, clock }: AuditDeps): readonly Route[] =>
  implement(audit, {
    list: async ({ caller: { account }, query: { limit, offset, sort, ...filters }, total }) => {
      const zone = await zoneOf(db, account)
      total(await countEntries(db, account, zone, filters))
      return (await readEntries(db, account, zone, filters, { limit, offset, sort })).map(present)
    },
    file: async ({ caller: { account }, query, locale }) => {
      const zone = await zoneOf(db, account)
      const [today = ''] = momentIn(zone)(clock.now()).split(' ')
      const name = `audit-${today}-${shortId(account).toLowerCase()}.csv`
      const pages = newestEntries(db, account, zone, query, { limit: PAGE, most: limits.fileRows })
      return { name, content: await gate('in turn', () => entriesTable(pages, zone, locale)) }
    },
  })

const present = ({ id, at, session_id, changes, ...row }: EntryRow): AuditEntry => ({
  ...row,
  id,
  at: at.toISOString(),
  session: session_id,
  changes: [...changes],
})
