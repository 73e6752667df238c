import type { AccountId } from '@hongyan/contract/ids'
import { micros, ZERO } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'

const funds = ['paid', 'gift', 'cashback'] as const

/** Pays back drawn credit from funds when a move has left both. Their sum stays. The caller has locked the balance. */
export async function repayFromFunds(tx: Transaction<Schema>, account: AccountId, at: Date): Promise<void> {
  const has = await tx
    .selectFrom('balance')
    .select(['paid_micros as paid', 'gift_micros as gift', 'cashback_micros as cashback', 'credit_micros as credit'])
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  let drawn = -has.credit
  for (const from of funds) {
    const amount = has[from] < drawn ? has[from] : micros(drawn)
    if (amount <= ZERO) continue
    await ledger.transfer(txOf(tx), [{ id: uuidv7(at), account, amount, count: 1, from, to: 'credit' }], at)
    drawn -= amount
  }
}
