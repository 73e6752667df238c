import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Generated, GeneratedAlways } from 'kysely'

interface BalanceTable {
  account_id: AccountId
  paid_micros: Generated<Micros>
  gift_micros: Generated<Micros>
  cashback_micros: Generated<Micros>
  credit_micros: Generated<Micros>
  /** The unpaid sum of issued invoices; not part of the balance. */
  billed_micros: Generated<Micros>
  held_micros: Generated<Micros>
  balance_micros: GeneratedAlways<Micros>
  /** The recharge bound: the balance below which the ledger leaves a row in recharge_due. */
  recharge_below: Micros | null
  /** The low-balance bound: the spendable amount below which the ledger leaves a row in balance_low_due. */
  low_below: Micros | null
}

export interface LedgerTables {
  balance: BalanceTable
}
