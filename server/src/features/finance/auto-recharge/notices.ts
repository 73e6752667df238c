import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'

type Reason = NoticeValues['recharge_failed']['reason']

/** Why nothing was charged, and what would have been. */
export interface Failure<R extends Reason = Reason> {
  readonly account: AccountId
  readonly reason: R
  readonly amount: Micros
  readonly currency: Currency
  readonly at: Date
  /** Where it can be paid in person. */
  readonly link?: string
}

/** The owner will be told. */
export async function tellFailure(tx: Transaction<Schema>, failure: Failure): Promise<void> {
  const { account, reason, amount, currency, at, link } = failure
  const values = { reason, amount: decimalOf(amount), currency, ...(link !== undefined && { link }) }
  await notify(txOf(tx), { account, kind: 'recharge_failed', values, at })
}

/** That its bank wants to see the owner: told once there is a link to pay it by. */
export async function askForLink(
  tx: Transaction<Schema>,
  row: { readonly account_id: AccountId; readonly id: TopUpId; readonly amount_micros: Micros; readonly at: Date },
): Promise<void> {
  await tx.insertInto('recharge_link').values(row).execute()
}

const DAY = 24 * 3_600_000

/** That nothing more is charged before the account's next day: told once in a day, however often it is looked at. */
export async function tellCapped(
  tx: Transaction<Schema>,
  capped: Omit<Failure, 'reason' | 'link'>,
  tomorrow: Date,
): Promise<void> {
  const today = new Date(tomorrow.getTime() - DAY)
  const { rows } = await sql`
    select from notice where account_id = ${capped.account} and kind = 'recharge_failed'
       and details ->> 'reason' = 'capped' and at >= ${today}::timestamptz limit 1`.execute(tx)
  if (rows.length === 0) await tellFailure(tx, { ...capped, reason: 'capped' })
}
