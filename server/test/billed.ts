import { InvoiceId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { invoiceCycle } from '../src/compose/payments.ts'
import { closeAccount } from '../src/features/finance/invoices/close.ts'
import { issueInvoice } from '../src/features/finance/invoices/issue.ts'
import { text } from './debtor.ts'
import { movesOf } from './moves.ts'
import type { SignedIn, World } from './world.ts'

const UNIT = 1_000_000n
const OCTOBER = new Date('2026-10-15T12:00:00Z')

/**
 * Gives an account credit and uses so much of it in October, beyond what funds it has; answers the draft of that month.
 * The world's clock stays where it is, so nothing is overdue.
 */
export async function drafted(world: World, { id }: Pick<SignedIn, 'id'>, amount: bigint): Promise<InvoiceId> {
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

/** The same, issued. */
export async function billed(world: World, owner: Pick<SignedIn, 'id'>, amount: bigint): Promise<InvoiceId> {
  const id = await drafted(world, owner, amount)
  await issueInvoice(invoiceCycle(world), { account_id: owner.id, id })
  return id
}
