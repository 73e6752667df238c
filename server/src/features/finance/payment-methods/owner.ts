import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { AccountTable } from '../../../db/schema/account.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'
import type { PaymentMethodDeps } from './deps.ts'

export type Owner = Pick<Selectable<AccountTable>, 'id' | 'partition' | 'email' | 'blocks'>

export const readOwner = (db: Kysely<Schema>, account: AccountId): Promise<Owner> =>
  db
    .selectFrom('account')
    .select(['id', 'partition', 'email', 'blocks'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()

/** The card provider of an account; throws without one. */
export async function cardsOf({ db, cards }: PaymentMethodDeps, account: AccountId): Promise<OfferedCards> {
  const { partition } = await readOwner(db, account)
  const offered = cards[partition]
  if (offered === null) throw new Refusal('channel_unavailable')
  return offered
}

/** Refuses an account that may not pay by card, because adding a card tries it at the bank (ruling 35). */
export function refuseBlocked({ blocks }: Owner): void {
  if (blocks.includes(AccountStatus.AllPaymentBlocked)) throw new Refusal('payments_blocked')
  if (blocks.includes(AccountStatus.StripeBlocked)) throw new Refusal('channel_blocked')
}
