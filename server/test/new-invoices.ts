import { InvoiceId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { invoiceCycle } from '../src/compose/payments.ts'
import { closeAccount } from '../src/features/finance/invoices/close.ts'
import { issueInvoice } from '../src/features/finance/invoices/issue.ts'
import { text } from './credit-account.ts'
import { movesOf } from './moves.ts'
import type { SignedIn, World } from './world.ts'

const UNIT = 1_000_000n
const OCTOBER = new Date('2026-10-15T12:00:00Z')

/**
 * Gives an account credit, uses `amount` of it in October beyond its funds, and returns the draft invoice of that
 * month. The world's clock does not move, so nothing is overdue.
 */
export async function newDraftInvoice(world: World, { id }: Pick<SignedIn, 'id'>, amount: bigint): Promise<InvoiceId> {
  await world.db
    .updateTable('account')
    .set({ credit_enabled: true, credit_micros: micros(10_000n * UNIT) })
    .where('id', '=', id)
    .execute()
  const moves = movesOf(world.pool, id)
  await moves.settle(await moves.accept([text(amount)], OCTOBER), 'post', OCTOBER)
  const closed = await closeAccount(invoiceCycle(world), id)
  return InvoiceId.parse(closed?.draft?.id)
}

/** Makes a draft invoice in the same way and issues it. */
export async function newIssuedInvoice(world: World, owner: Pick<SignedIn, 'id'>, amount: bigint): Promise<InvoiceId> {
  const id = await newDraftInvoice(world, owner, amount)
  await issueInvoice(invoiceCycle(world), { account_id: owner.id, id })
  return id
}
