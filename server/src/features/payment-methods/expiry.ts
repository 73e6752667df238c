import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Selectable } from 'kysely'
import { oneAtATime, turns } from '../../db/one-at-a-time.ts'
import type { AccountTable, PaymentMethodTable, Schema } from '../../db/schema.ts'
import { createRounds, type Rounds } from '../../kit/rounds.ts'
import type { ExpiryDeps } from './deps.ts'
import { expiryWords } from './expiry-words.ts'
import { endOf } from './present.ts'

type Ending = Pick<
  Selectable<PaymentMethodTable>,
  'account_id' | 'id' | 'last4' | 'exp_month' | 'exp_year' | 'expiry_told'
> &
  Pick<Selectable<AccountTable>, 'email' | 'phone' | 'partition'>

const ROUND_EVERY = 60_000
const AT_ONCE = 100
const DAY = 24 * 3_600_000
/** So many days before its end a card is spoken of. */
const WORDS = [0, 7, 30] as const
/** A letter that was not taken is sent again then, behind those that nobody has tried. */
const AGAIN_AFTER = 3_600_000
/** After that it is no news any more. */
const TOLD_FOR = 3 * DAY

/** Tells owners that a card is about to end, once a month and once a week before, and once when it has ended. */
export async function tellExpiries(deps: ExpiryDeps): Promise<void> {
  const { db, pool, clock, log, tellOwner } = deps
  await oneAtATime(pool, turns.expiryTeller, async () => {
    const now = clock.now()
    for (const card of await readEnding(db, now)) {
      const due = wordDue(card, now)
      if (due === null) continue
      const failure = await tellOwner(card, expiryWords(card, due))
      if (failure === null) {
        await write(db, card, { expiry_told: due, expiry_told_at: now })
        continue
      }
      log.warn({ account: card.account_id, failure }, 'an owner could not be told of the end of a card')
      await write(db, card, { expiry_try_at: new Date(now.getTime() + AGAIN_AFTER) })
    }
  })
}

/** The latest word whose time has come, unless it or a later one was said. */
export function wordDue(card: Pick<Ending, 'exp_month' | 'exp_year' | 'expiry_told'>, now: Date): 30 | 7 | 0 | null {
  const left = endOf(card).getTime() - now.getTime()
  if (left <= -TOLD_FOR) return null
  const due = WORDS.find((days) => left <= days * DAY) ?? null
  return due !== null && (card.expiry_told === null || card.expiry_told > due) ? due : null
}

/** Those whose end is near enough for a word that has not been said. */
const readEnding = (db: Kysely<Schema>, now: Date): Promise<readonly Ending[]> =>
  db
    .selectFrom('payment_method as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'm.id', 'm.last4', 'm.exp_month', 'm.exp_year', 'm.expiry_told'])
    .select(['a.email', 'a.phone', 'a.partition'])
    .where('m.status', '=', PaymentMethodStatus.Active)
    .where('m.removed_at', 'is', null)
    .where((is) =>
      is.or(
        WORDS.map((days) =>
          is.and([
            is.or(monthsEnding(now, days).map((month) => is.and(month))),
            is.or([is('m.expiry_told', 'is', null), is('m.expiry_told', '>', days)]),
          ]),
        ),
      ),
    )
    .where((is) => is.or([is('m.expiry_try_at', 'is', null), is('m.expiry_try_at', '<=', now)]))
    .orderBy('m.account_id')
    .limit(AT_ONCE)
    .execute()

/** The months of expiry that end between the last moment of news and so many days from now. */
function monthsEnding(now: Date, days: number) {
  const moments = [now.getTime() - TOLD_FOR, now.getTime() + days * DAY]
  const [first = 0, last = 0] = moments.map((at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth())
  // A month ends when the next one begins.
  const count = last - first
  const ends = Array.from({ length: count }, (_, at) => first + at)
  return ends.map((month) => ({ 'm.exp_year': Math.floor(month / 12), 'm.exp_month': (month % 12) + 1 }) as const)
}

async function write(
  db: Kysely<Schema>,
  { account_id, id }: Ending,
  values: Partial<Pick<Selectable<PaymentMethodTable>, 'expiry_told' | 'expiry_told_at' | 'expiry_try_at'>>,
): Promise<void> {
  await db
    .updateTable('payment_method')
    .set(values)
    .where((is) => is.and({ account_id, id }))
    .execute()
}

export const expiryRounds = (deps: ExpiryDeps): Rounds =>
  createRounds(() => tellExpiries(deps), { every: ROUND_EVERY, what: 'telling of cards that end', log: deps.log })
