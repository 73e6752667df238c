import type { AccountId } from '@hongyan/contract/ids'
import type { AccountStatus, Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The customer of an invoice, and the date in the customer's time zone. */
export interface Customer {
  readonly account: AccountId
  readonly partition: Partition
  readonly currency: Currency
  readonly blocks: readonly AccountStatus[]
  readonly zone: string
  /** The current date in the account's time zone. */
  readonly today: string
}

type CustomerRow = Customer & { readonly credit_enabled: boolean }

/**
 * Reads an account with credit. Other accounts have no invoices screen, not even for old invoices (specification
 * section 9). A payment that is open on a channel's page can still be made.
 */
export async function readCustomer(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Customer> {
  const { rows } = await sql<CustomerRow>`
    select id as account, partition, currency, blocks, time_zone as zone, credit_enabled,
      (${now}::timestamptz at time zone time_zone)::date as today
      from account where id = ${account}`.execute(db)
  const [row] = rows
  if (row === undefined || !row.credit_enabled) throw new Refusal('not_found')
  const { credit_enabled: _, ...customer } = row
  return customer
}
