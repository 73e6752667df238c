import { type Selectable, sql, type Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { PaymentAlarmTable } from '../../db/schema/payments.ts'

export type OpenAlarm = Pick<
  Selectable<PaymentAlarmTable>,
  'channel' | 'kind' | 'about' | 'event_id' | 'payment_id' | 'amount_micros' | 'currency' | 'at'
>

/** The kinds of alarms about money that a provider received and no account was credited with. */
export const UNASSIGNED = ['second_payment', 'wrong_amount', 'wrong_currency']

const columns = ['channel', 'kind', 'about', 'event_id', 'payment_id', 'amount_micros', 'currency', 'at'] as const

/** Reads the unresolved alarms, the oldest first. */
export const openAlarms = (db: Kysely<Schema>, limit: number): Promise<readonly OpenAlarm[]> =>
  db.selectFrom('payment_alarm').select(columns).where('resolved_at', 'is', null).orderBy('at').limit(limit).execute()

/** Reads the unresolved alarms of some kinds, the oldest first. */
export const openAlarmsOf = (db: Kysely<Schema>, kinds: readonly string[]): Promise<readonly OpenAlarm[]> =>
  db
    .selectFrom('payment_alarm')
    .select(columns)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', kinds)
    .orderBy('at')
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

export interface Resolved {
  readonly resolution: string
  readonly by: string
  readonly at: Date
}

/** Resolves the open alarms about one payment of an order: its webhook and its poll may have raised one each. */
export async function resolvePayment(
  db: Kysely<Schema>,
  { channel, about, event_id: event, payment_id: payment }: OpenAlarm,
  { resolution, by, at }: Resolved,
): Promise<void> {
  await db
    .updateTable('payment_alarm')
    .set({ resolved_at: at, resolution, resolved_by: by })
    .where('channel', '=', channel)
    .where('about', '=', about)
    .where((is) => (payment === null ? is('event_id', '=', event) : is('payment_id', '=', payment)))
    .where('resolved_at', 'is', null)
    .execute()
}

/** Resolves every open alarm about an order or a payment. Returns how many. */
export async function resolveAlarms(db: Kysely<Schema>, about: string, resolved: Resolved): Promise<number> {
  const { resolution, by, at } = resolved
  const updated = await db
    .updateTable('payment_alarm')
    .set({ resolved_at: at, resolution, resolved_by: by })
    .where('about', '=', about)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}
