import type { AccountId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** The saved card that a charge was paid with, or the booking by staff. Both null for any other payment. */
export interface ChargeSource {
  readonly card: { readonly brand: string | null; readonly last4: string } | null
  readonly booking: { readonly operator: string; readonly reference: string } | null
}

/** Reads how the money of a ledger entry arrived. */
export async function readChargeSource(db: Kysely<Schema>, account: AccountId, entry: string): Promise<ChargeSource> {
  const card = await db
    .selectFrom('top_up as t')
    .innerJoin('card_charge as c', (join) => join.onRef('c.account_id', '=', 't.account_id').onRef('c.id', '=', 't.id'))
    .innerJoin('payment_method as p', (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.pm_id'),
    )
    .select(['p.brand', 'p.last4'])
    .where('t.account_id', '=', account)
    .where('t.entry', '=', entry)
    .executeTakeFirst()
  const booking = await db
    .selectFrom('staff_booking')
    .select(['operator', 'reference'])
    .where('account_id', '=', account)
    .where('entry', '=', entry)
    .executeTakeFirst()
  return { card: card ?? null, booking: booking ?? null }
}
