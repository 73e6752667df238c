import { type Selectable, sql, type Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { PaymentAlarmTable } from '../../db/schema/payments.ts'

export type OpenAlarm = Pick<
  Selectable<PaymentAlarmTable>,
  'channel' | 'kind' | 'about' | 'amount_micros' | 'currency' | 'at'
>

/** Reads the unresolved alarms, the oldest first. */
export const openAlarms = (db: Kysely<Schema>, limit: number): Promise<readonly OpenAlarm[]> =>
  db
    .selectFrom('payment_alarm')
    .select(['channel', 'kind', 'about', 'amount_micros', 'currency', 'at'])
    .where('resolved_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()

/** Counts the unresolved alarms of each kind. */
export const countAlarms = (
  db: Kysely<Schema>,
): Promise<readonly { readonly kind: string; readonly count: number }[]> =>
  db
    .selectFrom('payment_alarm')
    .select(['kind', sql<number>`count(*)::integer`.as('count')])
    .where('resolved_at', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()

/** Resolves every open alarm about an order or a payment. Returns how many. */
export async function resolveAlarms(
  db: Kysely<Schema>,
  about: string,
  resolved: { readonly resolution: string; readonly by: string; readonly at: Date },
): Promise<number> {
  const { resolution, by, at } = resolved
  const updated = await db
    .updateTable('payment_alarm')
    .set({ resolved_at: at, resolution, resolved_by: by })
    .where('about', '=', about)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}
