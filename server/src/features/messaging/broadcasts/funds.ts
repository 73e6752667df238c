import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, micros } from '@hongyan/contract/money'
import { startsSoon } from '../../../broadcasts/quote-fault.ts'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ledger } from '../../../ledger/ledger.ts'

interface Cost {
  readonly account: AccountId
  /** In micro-units, where every message is taken. */
  readonly atMost: bigint
  readonly startsAt: Date
}

/** Throws with the shortfall where a broadcast starts within the hour and the account cannot pay all of it. */
export async function requireFunds(tx: Tx, { account, atMost, startsAt }: Cost, now: Date): Promise<void> {
  if (!startsSoon(startsAt, now)) return
  const { others: available } = await ledger.read(tx, account)
  if (available >= atMost) return
  throw new Refusal('balance_insufficient', { details: { shortfall: decimalOf(micros(atMost - available)) } })
}
