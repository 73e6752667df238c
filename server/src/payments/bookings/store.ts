import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { StaffBookingTable } from '../../db/schema/payments.ts'

export type BookingRow = Selectable<StaffBookingTable>
export type BookingKind = BookingRow['kind']

/** Money that leaves: its references are apart from those of money that comes in. */
const isOut = (kind: BookingKind): boolean => kind === 'debit' || kind === 'returned'

/** Writes a booking; null where its reference was booked before. Waits for a booking of the same reference. */
export async function insertBooking(
  tx: Transaction<Schema>,
  row: Insertable<StaffBookingTable>,
): Promise<BookingRow | null> {
  const written = await tx
    .insertInto('staff_booking')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return written ?? null
}

export async function setEntry(
  tx: Transaction<Schema>,
  { account_id, id }: Pick<BookingRow, 'account_id' | 'id'>,
  entry: string,
): Promise<void> {
  await tx
    .updateTable('staff_booking')
    .set({ entry })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}

/** Finds the booking of a reference, in any spelling of its case. */
export async function findBooking(
  db: Kysely<Schema>,
  { kind, reference }: Pick<BookingRow, 'kind' | 'reference'>,
): Promise<BookingRow | null> {
  const found = await db
    .selectFrom('staff_booking')
    .selectAll()
    .where(sql<boolean>`(kind in ('debit', 'returned')) = ${isOut(kind)} and upper(reference) = upper(${reference})`)
    .executeTakeFirst()
  return found ?? null
}

/** True for a refund at a provider that staff recorded with `payment return`. */
export const isReturned = async (db: Kysely<Schema>, refund: string): Promise<boolean> =>
  (await findBooking(db, { kind: 'returned', reference: refund }))?.kind === 'returned'
