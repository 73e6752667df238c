import { SECOND } from '@hongyan/contract/durations'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { CardProvider } from '../../../providers/payments/cards.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { settle } from './settle.ts'
import type { CardRow } from './store.ts'

/** The shortest time between two polls of the same card. */
const POLL_EVERY = 5 * SECOND

/** Polls cards whose holder has to authenticate, unless they were polled just now; returns whether any was. */
export async function pollPending(
  deps: PaymentMethodDeps,
  provider: () => Promise<CardProvider>,
  rows: readonly CardRow[],
): Promise<boolean> {
  const pending = rows.filter(({ status }) => status === PaymentMethodStatus.Pending)
  if (pending.length === 0) return false
  const claimed = await claimToPoll(deps.db, pending, deps.clock.now())
  const { querySetup } = await provider()
  await Promise.all(
    claimed.map(async (row) => {
      if (row.setup_id !== null) await settle(deps, row, await querySetup(row.setup_id))
    }),
  )
  return claimed.length > 0
}

async function claimToPoll(db: Kysely<Schema>, rows: readonly CardRow[], now: Date): Promise<readonly CardRow[]> {
  const before = new Date(now.getTime() - POLL_EVERY)
  return db
    .updateTable('payment_method')
    .set({ polled_at: now })
    .where((is) => is.or(rows.map(({ account_id, id }) => is.and({ account_id, id }))))
    .where((is) => is.or([is('polled_at', 'is', null), is('polled_at', '<=', before)]))
    .where('status', '=', PaymentMethodStatus.Pending)
    .where('removed_at', 'is', null)
    .returningAll()
    .execute()
}

/** Settles a set-up by its webhook; false for a set-up that is not ours. */
export async function settleSetup(
  deps: PaymentMethodDeps,
  provider: () => Promise<CardProvider>,
  setupId: string,
): Promise<boolean> {
  const row = await deps.db
    .selectFrom('payment_method')
    .selectAll()
    .where('setup_id', '=', setupId)
    .where('status', '=', PaymentMethodStatus.Pending)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return false
  const { querySetup } = await provider()
  const answer = await querySetup(setupId)
  if (answer.kind === 'unreachable') throw new Error('the provider of a set-up cannot be reached')
  await settle(deps, row, answer)
  return true
}
