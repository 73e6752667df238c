import { DAY } from '@hongyan/contract/durations'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'

type Reason = NoticeValues['recharge_failed']['reason']

/** The reason that nothing was charged, and the amount. */
export interface Failure<R extends Reason = Reason> {
  readonly account: AccountId
  readonly reason: R
  readonly amount: Micros
  readonly currency: Currency
  readonly at: Date
  /** The payment link, where the owner has to pay in person. */
  readonly link?: string
}

/** Notifies the owner of a recharge that failed. */
export async function notifyFailure(tx: Transaction<Schema>, failure: Failure): Promise<void> {
  const { account, reason, amount, currency, at, link } = failure
  const values = { reason, amount: decimalOf(amount), currency, ...(link !== undefined && { link }) }
  await notify(txOf(tx), { account, kind: 'recharge_failed', values, at })
}

/** Requests a link for a recharge that the owner has to authenticate. The owner is notified once the link is open. */
export async function requestLink(
  tx: Transaction<Schema>,
  row: { readonly account_id: AccountId; readonly id: TopUpId; readonly amount_micros: Micros; readonly at: Date },
): Promise<void> {
  await tx.insertInto('recharge_link').values(row).execute()
}

/** Notifies the owner, once a day, that nothing more is charged before the account's next day. */
export async function notifyCapped(
  tx: Transaction<Schema>,
  capped: Omit<Failure, 'reason' | 'link'>,
  tomorrow: Date,
): Promise<void> {
  const today = new Date(tomorrow.getTime() - DAY)
  const { rows } = await sql`
    select from notice where account_id = ${capped.account} and kind = 'recharge_failed'
       and details ->> 'reason' = 'capped' and at >= ${today}::timestamptz limit 1`.execute(tx)
  if (rows.length === 0) await notifyFailure(tx, { ...capped, reason: 'capped' })
}
