import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { type ChargeRow, forgetKey, lockOutcome, writeCharge } from './charge-store.ts'
import type { ChargeDeps, ChargeKey, PaidFact } from './paying-deps.ts'

/** How a charge ended that brought no money. */
export type Failed =
  | { readonly kind: 'declined'; readonly code: string; readonly advice: string | null }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'authentication_required' | 'unknown' }

/**
 * The money is there: it is credited first, so that whoever dies in between finds it credited when asking again. A charge
 * that was called over before is told right.
 */
export async function endSucceeded({ db, clock, pay }: ChargeDeps, key: ChargeKey, paid: PaidFact): Promise<void> {
  await pay.credit(key, paid)
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [key.account_id])
    if (!(await isPaid(tx, key))) return
    const before = await lockOutcome(tx, key)
    if (before === 'succeeded') return
    const ended = before === null ? { ended_at: clock.now() } : {}
    await writeCharge(tx, key, { outcome: 'succeeded', payment_id: paid.paymentId, ...ended })
  })
}

/** No money came, once however often that is told; whoever asked may ask again. */
export async function endFailed({ db, clock, log }: ChargeDeps, charge: ChargeRow, failed: Failed): Promise<void> {
  const code = 'code' in failed ? failed.code : null
  const advice = 'advice' in failed ? failed.advice : null
  await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [charge.account_id])
    if ((await lockOutcome(tx, charge)) !== null) return
    await writeCharge(tx, charge, { outcome: failed.kind, code, advice, ended_at: clock.now() })
    await failOrder(tx, charge)
    if (failed.kind !== 'unknown') await forgetKey(tx, charge)
    log.warn({ charge: charge.id, kind: failed.kind, code }, 'a card paid nothing for an invoice')
  })
}

const failOrder = (tx: Transaction<Schema>, { account_id, id }: ChargeKey) =>
  tx
    .updateTable('top_up')
    .set({ status: TopUpStatus.Failed })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()

async function isPaid(tx: Transaction<Schema>, { account_id, id }: ChargeKey): Promise<boolean> {
  const { status } = await tx
    .selectFrom('top_up')
    .select('status')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status === TopUpStatus.Paid
}
