import { exportFilters } from '@hongyan/contract/endpoints/messaging/exports'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { Scope } from '../../../../exports/source.ts'
import { firstIdAt } from '../../../../kit/ids.ts'
import { type LogScope, scopeOf } from '../filter.ts'

/** The part of the log that an export is made of. A message of its own millisecond belongs to it. */
export async function scannedScope(
  db: Kysely<Schema>,
  { account, from, to, filters, before }: Scope,
): Promise<LogScope> {
  const query = exportFilters.messages.parse(filters)
  const scope = await scopeOf(db, account, { ...query, from, to }, before)
  const end = firstIdAt(new Date(before.getTime() + 1))
  return scope.to < end ? scope : { ...scope, to: end }
}
