import { DAY, MINUTE, SECOND } from '@hongyan/contract/durations'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { CardToForgetTable } from '../../../db/schema/payment-methods.ts'
import { txOf } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { OfferedCards } from '../../../providers/payments/cards.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { pollPending } from './pending.ts'
import { drop } from './settle.ts'
import type { CardRow } from './store.ts'

const EVERY = 5 * SECOND
const AT_ONCE = 20
/** How long a pending card is kept for its holder's authentication. */
const PENDING_FOR = DAY
/** The wait before a failed deletion at a provider is retried. */
const FORGET_AGAIN = MINUTE

/** Removed cards that their provider has not deleted yet. */
const cardsToForget = dueRows<Selectable<CardToForgetTable>>({
  table: 'card_to_forget',
  key: ['account_id', 'channel', 'test', 'remote_id'],
  due: 'due_at',
  since: 'due_at',
  where: 'channel = $2 and test = $3',
  backOff: { first: FORGET_AGAIN, factor: 0, most: FORGET_AGAIN },
  batch: AT_ONCE,
})

/**
 * Polls pending cards whose webhook may be lost, drops those that are a day old, and deletes removed cards at their
 * provider.
 */
export async function keepCardsUp(deps: PaymentMethodDeps): Promise<void> {
  const offered = new Set(Object.values(deps.cards).filter((cards) => cards !== null))
  for (const cards of offered) {
    await pollSetups(deps, cards)
    await forgetRemoved(deps, cards)
  }
}

async function pollSetups(deps: PaymentMethodDeps, { channel, test, provider }: OfferedCards): Promise<void> {
  const now = deps.clock.now()
  const due = await readDue(deps.db, { channel, test }, now)
  await pollPending(deps, provider, due)
  const old = due.filter(({ created_at }) => now.getTime() - created_at.getTime() >= PENDING_FOR)
  for (const row of old) await drop(deps, row)
}

/** Reads the pending cards to poll. A card is due again after a tenth of its age. */
const readDue = (
  db: Kysely<Schema>,
  { channel, test }: Pick<OfferedCards, 'channel' | 'test'>,
  now: Date,
): Promise<readonly CardRow[]> =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where((is) => is.and({ channel, test, status: PaymentMethodStatus.Pending }))
    .where('removed_at', 'is', null)
    .where(sql<boolean>`coalesce(polled_at, created_at) + (${now}::timestamptz - created_at) / 10 <= ${now}`)
    .where('created_at', '<=', new Date(now.getTime() - 2 * EVERY))
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()

async function forgetRemoved(deps: PaymentMethodDeps, { channel, test, provider }: OfferedCards): Promise<void> {
  const now = deps.clock.now()
  const due = await cardsToForget.claim(txOf(deps.db), now, [channel, test])
  if (due.length === 0) return
  const { forget } = await provider()
  for (const { account_id, remote_id } of due) {
    const failure = await forget(remote_id)
    if (failure !== null) {
      deps.log.warn({ account: account_id, ...failure }, 'a removed card was not forgotten and will be tried again')
      continue
    }
    await deps.db
      .deleteFrom('card_to_forget')
      .where((is) => is.and({ account_id, channel, test, remote_id }))
      .execute()
  }
}

export const cardLoop = (deps: PaymentMethodDeps): Loop => ({
  name: 'cards',
  every: EVERY,
  run: () => keepCardsUp(deps),
})
